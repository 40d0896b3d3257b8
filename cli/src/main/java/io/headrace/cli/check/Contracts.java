package io.headrace.cli.check;

import io.headrace.tck.DeviceConformance;
import java.util.Iterator;

/** The names of the suite's contracts. */
final class Contracts implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
        return DeviceConformance.contracts().stream().map(Class::getSimpleName).iterator();
    }
}
