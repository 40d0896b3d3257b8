package io.headrace.sim.replay;

import io.headrace.sim.trace.StreamKey;
import io.headrace.sim.trace.StreamWait;
import io.headrace.sim.trace.TracedOperation;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which operations wait for which, from the recorded waits of streams. A wait that the recording itself did not keep (the
 * operation began before the other had ended) was misunderstood, and counts nothing.
 */
final class Dependencies {

    private static final int[] NONE = {};

    private final List<TracedOperation> operations;
    private final Map<StreamKey, List<Integer>> streams;
    private final Map<StreamKey, NavigableMap<Long, Integer>> calls = new HashMap<>();

    Dependencies(List<TracedOperation> operations, Map<StreamKey, List<Integer>> streams) {
        this.operations = operations;
        this.streams = streams;
    }

    /** For each operation those of other streams that it waits for; of length 0 if none waits. */
    int[][] of(List<StreamWait> waits) {
        if (waits.isEmpty()) {
            return new int[0][];
        }
        int[][] waitsFor = new int[operations.size()][];
        Arrays.fill(waitsFor, NONE);
        waits.stream().sorted(Comparator.comparingLong(StreamWait::correlation)).forEach(wait -> add(wait, waitsFor));
        return waitsFor;
    }

    private void add(StreamWait wait, int[][] waitsFor) {
        Integer waiting = number(calls(wait.stream()).higherEntry(wait.correlation()));
        Integer awaited = number(calls(wait.on()).lowerEntry(wait.recordedBy()));
        if (waiting != null
                && awaited != null
                && operations.get(awaited).ended() <= operations.get(waiting).started()) {
            int[] known = waitsFor[waiting];
            int[] more = Arrays.copyOf(known, known.length + 1);
            more[known.length] = awaited;
            waitsFor[waiting] = more;
        }
    }

    private static @Nullable Integer number(Map.@Nullable Entry<Long, Integer> entry) {
        return entry == null ? null : entry.getValue();
    }

    private NavigableMap<Long, Integer> calls(StreamKey stream) {
        return calls.computeIfAbsent(stream, key -> {
            NavigableMap<Long, Integer> byCall = new TreeMap<>();
            for (Integer number : streams.getOrDefault(key, List.of())) {
                byCall.put(operations.get(number).correlation(), number);
            }
            return byCall;
        });
    }
}
