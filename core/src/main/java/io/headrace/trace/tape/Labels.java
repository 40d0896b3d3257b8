package io.headrace.trace.tape;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Words for what records keep as numbers and objects. For the reader's thread. */
final class Labels {

    private final List<String> devices;
    private final KernelNames kernels = new KernelNames();
    private final Map<Integer, String> places = new HashMap<>();

    Labels(List<String> devices) {
        this.devices = devices;
    }

    String name(Object name) {
        return name instanceof Class<?> kernel ? kernels.of(kernel) : name.toString();
    }

    String device(int number) {
        return devices.get(number);
    }

    String place(int place) {
        return places.computeIfAbsent(place, RecordCode::nameOf);
    }
}
