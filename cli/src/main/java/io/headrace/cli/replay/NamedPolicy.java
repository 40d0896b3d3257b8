package io.headrace.cli.replay;

import io.headrace.queue.QueuePolicy;
import io.headrace.sim.replay.ReplayResult;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Policies by the names that people use. */
final class NamedPolicy implements ITypeConverter<QueuePolicy>, Iterable<String> {

    private static List<String> names() {
        return Arrays.stream(QueuePolicy.values()).map(ReplayResult::name).toList();
    }

    @Override
    public QueuePolicy convert(String value) {
        return Arrays.stream(QueuePolicy.values())
                .filter(policy -> ReplayResult.name(policy).equalsIgnoreCase(value.strip()))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + value + "' is no policy; there are "
                        + names().stream().collect(Collectors.joining(", "))));
    }

    @Override
    public Iterator<String> iterator() {
        return names().iterator();
    }
}
