package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.I32;
import io.headrace.acc.AsyncQueues;
import io.headrace.acc.DataEnvironment;
import io.headrace.acc.DataRegion;
import io.headrace.kernel.Range;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Some arrays, the data environment that they are made present in by one thread on one queue, and beside it what should come
 * of that: plain arrays and counts, changed at once.
 */
final class AccDataModel {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int LENGTH = 12;

    private final AsyncQueues acc;
    private final DataEnvironment data;
    private final int number;
    private final RandomGenerator random;
    private final List<Item> items = new ArrayList<>();

    /** The regions that are open, innermost first, and what each is of. */
    private final Deque<Open> open = new ArrayDeque<>();

    AccDataModel(AsyncQueues acc, int number, RandomGenerator random) {
        this.acc = acc;
        this.data = acc.data();
        this.number = number;
        this.random = random;
        MemorySegment array = MemorySegment.ofArray(new int[3 * LENGTH]);
        MemorySegment block = Arena.ofAuto().allocate(3 * 4 * LENGTH, 4);
        for (int i = 0; i < 3; i++) {
            items.add(new Item(array.asSlice(4L * LENGTH * i, 4L * LENGTH)));
            items.add(new Item(block.asSlice(4L * LENGTH * i, 4L * LENGTH)));
        }
    }

    /** Takes random steps, and then ends all that they began. */
    void run(int steps) throws InterruptedException {
        for (int step = 0; step < steps; step++) {
            Item item = items.get(random.nextInt(items.size()));
            step(item, random.nextInt(14));
            assertThat(data.present(item.host)).as("step " + step).isEqualTo(item.device != null);
            if (random.nextInt(10) == 0) {
                compare("step " + step);
            }
        }
        while (!open.isEmpty()) {
            close();
        }
        for (Item item : items) {
            data.copyOutFinalize(item.host, number);
            item.exit(0, item.dynamic, true);
            assertThat(data.present(item.host)).isFalse();
        }
        compare("the end");
    }

    private void step(Item item, int kind) throws InterruptedException {
        switch (kind) {
            case 0, 1 -> {
                data.copyIn(item.part(random), number);
                item.enter(true);
                item.dynamic++;
            }
            case 2 -> {
                data.create(item.part(random), number);
                item.enter(false);
                item.dynamic++;
            }
            case 3 -> {
                data.copyOut(item.host, number);
                item.exit(0, Math.min(1, item.dynamic), true);
            }
            case 4 -> {
                data.delete(item.part(random), number);
                item.exit(0, Math.min(1, item.dynamic), false);
            }
            case 5 -> {
                data.copyOutFinalize(item.host, number);
                item.exit(0, item.dynamic, true);
            }
            case 6 -> {
                data.deleteFinalize(item.part(random), number);
                item.exit(0, item.dynamic, false);
            }
            case 7 -> enterRegion(item);
            case 8 -> {
                if (!open.isEmpty()) {
                    close();
                }
            }
            case 9 -> changeHost(item);
            default -> use(item, kind);
        }
    }

    private void enterRegion(Item item) {
        boolean in = random.nextBoolean();
        boolean out = random.nextBoolean();
        var clauses = data.region(number);
        DataRegion region = (in
                        ? out ? clauses.copy(item.host) : clauses.copyIn(item.host)
                        : out ? clauses.copyOut(item.host) : clauses.create(item.host))
                .enter();
        item.enter(in);
        item.structured++;
        open.push(new Open(region, item, out));
    }

    private void close() {
        Open inner = open.pop();
        inner.region.close();
        inner.item.exit(1, 0, inner.out);
    }

    private void changeHost(Item item) throws InterruptedException {
        await();
        int value = random.nextInt();
        int index = random.nextInt(LENGTH);
        item.host.set(ValueLayout.JAVA_INT_UNALIGNED, 4L * index, value);
        item.expected[index] = value;
    }

    private void use(Item item, int kind) {
        int[] device = item.device;
        if (device == null) {
            return;
        }
        int from = random.nextInt(LENGTH);
        int to = from + 1 + random.nextInt(LENGTH - from);
        MemorySegment part = item.host.asSlice(4L * from, 4L * (to - from));
        switch (kind) {
            case 10 -> {
                data.updateDevice(part, number);
                System.arraycopy(item.expected, from, device, from, to - from);
            }
            case 11 -> {
                data.updateHost(part, number);
                System.arraycopy(device, from, item.expected, from, to - from);
            }
            default -> {
                I32 x = data.i32(part);
                int summand = random.nextInt(100);
                acc.queue(number).launch(Range.of(to - from), i -> x.set(i, 3 * x.get(i) + summand));
                for (int i = from; i < to; i++) {
                    device[i] = 3 * device[i] + summand;
                }
            }
        }
    }

    private void await() throws InterruptedException {
        assertThat(acc.await(number, LIMIT)).isTrue();
    }

    private void compare(String when) throws InterruptedException {
        await();
        for (Item item : items) {
            assertThat(item.host.toArray(ValueLayout.JAVA_INT_UNALIGNED))
                    .as(when)
                    .isEqualTo(item.expected);
        }
    }

    private record Open(DataRegion region, Item item, boolean out) {}

    /** A range, and what should be in it, on the host and on the device. */
    private static final class Item {

        private final MemorySegment host;
        private final int[] expected = new int[LENGTH];
        private int @Nullable [] device;
        private int structured;
        private int dynamic;

        Item(MemorySegment host) {
            this.host = host;
        }

        /** The range, or if it is present a part of it, which counts for the whole. */
        MemorySegment part(RandomGenerator random) {
            if (device == null || random.nextBoolean()) {
                return host;
            }
            int from = random.nextInt(LENGTH);
            return host.asSlice(4L * from, 4L * (1 + random.nextInt(LENGTH - from)));
        }

        void enter(boolean copies) {
            if (device == null) {
                device = copies ? expected.clone() : new int[LENGTH];
            }
        }

        void exit(int structuredLess, int dynamicLess, boolean copies) {
            int[] present = device;
            if (present == null || structuredLess + dynamicLess == 0) {
                return;
            }
            structured -= structuredLess;
            dynamic -= dynamicLess;
            if (structured + dynamic == 0) {
                if (copies) {
                    System.arraycopy(present, 0, expected, 0, LENGTH);
                }
                device = null;
            }
        }
    }
}
