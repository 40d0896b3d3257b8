package io.headrace.cli.replay;

import io.headrace.sim.replay.Gaps;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What becomes of gaps, by the names that people use. */
final class NamedGaps implements ITypeConverter<Gaps>, Iterable<String> {

    private static List<String> names() {
        return Arrays.stream(Gaps.values()).map(Gaps::toString).toList();
    }

    @Override
    public Gaps convert(String value) {
        return Arrays.stream(Gaps.values())
                .filter(gaps -> gaps.toString().equalsIgnoreCase(value.strip()))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(
                        "'" + value + "' is none; there are " + String.join(", ", names())));
    }

    @Override
    public Iterator<String> iterator() {
        return names().iterator();
    }
}
