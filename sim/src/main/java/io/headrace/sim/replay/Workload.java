package io.headrace.sim.replay;

import io.headrace.sim.trace.StreamKey;
import io.headrace.sim.trace.Trace;
import io.headrace.sim.trace.TracedOperation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The operations of a trace, numbered by beginning, with what each depends on: the one before it in its stream, and those
 * that its stream was made to wait for. So what an operation depends on has a lower number.
 */
final class Workload {

    private static final int[] NONE = {};

    private final List<TracedOperation> operations;
    private final int[] streamOf;
    private final int[] deviceOf;
    private final int[] before;
    private final int[][] waitsFor;
    private final long[] comes;
    private final int[] order;
    private final List<int[]> streams;
    private final List<String> devices;

    Workload(Trace trace, Gaps gaps) {
        operations = trace.valid();
        int count = operations.size();
        streamOf = new int[count];
        deviceOf = new int[count];
        before = new int[count];
        comes = new long[count];
        Map<StreamKey, List<Integer>> byStream = new LinkedHashMap<>();
        Map<String, Integer> byDevice = new LinkedHashMap<>();
        Map<StreamKey, Integer> numbers = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            TracedOperation operation = operations.get(i);
            StreamKey key = operation.streamKey();
            streamOf[i] = numbers.computeIfAbsent(key, ignored -> numbers.size());
            deviceOf[i] = byDevice.computeIfAbsent(operation.device(), ignored -> byDevice.size());
            List<Integer> own = byStream.computeIfAbsent(key, ignored -> new ArrayList<>());
            before[i] = own.isEmpty() ? -1 : own.getLast();
            comes[i] = came(operation, before[i] < 0 ? Long.MIN_VALUE : comes[before[i]]);
            own.add(i);
        }
        streams = byStream.values().stream()
                .map(own -> own.stream().mapToInt(Integer::intValue).toArray())
                .toList();
        devices = List.copyOf(byDevice.keySet());
        order = IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingLong(i -> comes[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        startClock(gaps);
        waitsFor = new Dependencies(operations, byStream).of(trace.waits());
    }

    private static long came(TracedOperation operation, long notBefore) {
        long submitted = operation.submitted().orElse(operation.started());
        return Math.max(notBefore, Math.min(submitted, operation.started()));
    }

    private void startClock(Gaps gaps) {
        long first = order.length == 0 ? 0 : comes[order[0]];
        for (int i = 0; i < comes.length; i++) {
            comes[i] = gaps == Gaps.DROP ? 0 : Math.subtractExact(comes[i], first);
        }
    }

    int count() {
        return operations.size();
    }

    TracedOperation operation(int number) {
        return operations.get(number);
    }

    long nanos(int number) {
        return operations.get(number).nanos();
    }

    int stream(int number) {
        return streamOf[number];
    }

    int device(int number) {
        return deviceOf[number];
    }

    /** The operation before it in its stream; -1 if there is none. */
    int before(int number) {
        return before[number];
    }

    /** The operations of other streams that it waits for. */
    int[] waitsFor(int number) {
        return waitsFor.length == 0 ? NONE : waitsFor[number];
    }

    /** When it comes, from the first one's coming on. */
    long comes(int number) {
        return comes[number];
    }

    /** The operation that comes at a place, from 0. */
    int inOrder(int place) {
        return order[place];
    }

    /** The operations of each stream in its order. */
    List<int[]> streams() {
        return streams;
    }

    List<String> devices() {
        return devices;
    }
}
