package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.CopyCounters;
import io.headrace.Device;
import io.headrace.Operations;
import io.headrace.Stream;
import io.headrace.U8;
import io.headrace.config.Knob;
import io.headrace.copy.Direction;
import io.headrace.kernel.Range;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Random copies of all kinds and sizes give what a sequential program gives, and the counters add up to what was copied. */
abstract class CopyRandomContract extends DriverContract {

    private static final int ROUNDS = 12;
    private static final int STREAMS = 3;
    private static final int OPERATIONS = 60;
    private static final int BYTES = 20_000;

    /** What one stream works on, and the same as plain arrays. */
    private static final class Work {

        private final Stream stream;
        private final U8 buffer;
        private final byte[] host = new byte[BYTES];
        private final byte[] plainBuffer = new byte[BYTES];
        private final byte[] plainHost = new byte[BYTES];

        Work(Device device, RandomGenerator random) {
            stream = device.stream();
            buffer = device.u8(BYTES);
            random.nextBytes(host);
            System.arraycopy(host, 0, plainHost, 0, BYTES);
        }

        MemorySegment memory(int at, int bytes) {
            return MemorySegment.ofArray(host).asSlice(at, bytes);
        }
    }

    private final Map<Direction, Long> bytesCopied = new EnumMap<>(Direction.class);
    private final Map<Direction, Long> operations = new EnumMap<>(Direction.class);

    private void note(Direction direction, long bytes) {
        bytesCopied.merge(direction, bytes, Long::sum);
        operations.merge(direction, 1L, Long::sum);
    }

    private <S extends Operations<S>> void step(Work work, Operations<S> to, RandomGenerator random) {
        int bytes = 1 + random.nextInt(random.nextBoolean() ? 100 : BYTES);
        int from = random.nextInt(BYTES - bytes + 1);
        int target = random.nextInt(BYTES - bytes + 1);
        switch (random.nextInt(7)) {
            case 0 -> {
                to.copy(work.memory(from, bytes), work.buffer.slice(target, bytes));
                System.arraycopy(work.plainHost, from, work.plainBuffer, target, bytes);
                note(Direction.HOST_TO_DEVICE, bytes);
            }
            case 1 -> {
                to.copy(work.buffer.slice(from, bytes), work.memory(target, bytes));
                System.arraycopy(work.plainBuffer, from, work.plainHost, target, bytes);
                note(Direction.DEVICE_TO_HOST, bytes);
            }
            case 2 -> {
                to.copy(work.buffer.slice(from, bytes), work.buffer.slice(target, bytes));
                System.arraycopy(work.plainBuffer, from, work.plainBuffer, target, bytes);
                note(Direction.DEVICE_TO_DEVICE, bytes);
            }
            case 3 -> {
                to.copy(work.memory(from, bytes), work.memory(target, bytes));
                System.arraycopy(work.plainHost, from, work.plainHost, target, bytes);
                note(Direction.HOST_TO_HOST, bytes);
            }
            case 4 -> {
                byte value = (byte) random.nextInt();
                to.fillBytes(work.buffer.slice(from, bytes), value);
                Arrays.fill(work.plainBuffer, from, from + bytes, value);
                note(Direction.FILL, bytes);
            }
            case 5 -> rows(work, to, random);
            default -> {
                U8 view = work.buffer;
                to.launch(Range.of(BYTES), i -> view.set(i, (byte) (view.get(i) * 3 + 1)));
                for (int i = 0; i < BYTES; i++) {
                    work.plainBuffer[i] = (byte) (work.plainBuffer[i] * 3 + 1);
                }
            }
        }
    }

    private <S extends Operations<S>> void rows(Work work, Operations<S> to, RandomGenerator random) {
        int rowBytes = 1 + random.nextInt(50);
        int rows = 1 + random.nextInt(100);
        int fromPitch = rowBytes + random.nextInt(50);
        int toPitch = rowBytes + random.nextInt(50);
        to.copy2D(MemorySegment.ofArray(work.host), fromPitch, work.buffer, toPitch, rowBytes, rows);
        for (int row = 0; row < rows; row++) {
            System.arraycopy(work.plainHost, row * fromPitch, work.plainBuffer, row * toPitch, rowBytes);
        }
        note(Direction.HOST_TO_DEVICE, (long) rowBytes * rows);
    }

    @Test
    void anyMixtureOfCopiesKeepsEachStreamsOrderAndIsCountedExactly() throws InterruptedException {
        RandomGenerator random = Seed.random("anyMixtureOfCopiesKeepsEachStreamsOrderAndIsCountedExactly");
        for (int round = 0; round < ROUNDS; round++) {
            bytesCopied.clear();
            operations.clear();
            boolean split = random.nextBoolean();
            boolean single = random.nextBoolean();
            Device device = device(options()
                    .with(Knob.NUM_QUEUES, 1 + random.nextInt(4))
                    .with(Knob.COPY_THRESHOLD, random.nextBoolean() ? 0 : random.nextInt(BYTES))
                    .with(Knob.COPY_SPLIT_BYTES, split ? 1 + random.nextInt(BYTES / 2) : 0)
                    .with(Knob.COPY_SPLIT_SINGLE, single));
            List<Work> all = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                all.add(new Work(device, random));
            }
            for (int i = 0; i < OPERATIONS; i++) {
                Work work = all.get(random.nextInt(STREAMS));
                if (random.nextInt(10) == 0) {
                    work.stream.replay(device.record(recorder -> {
                        step(work, recorder, random);
                        step(work, recorder, random);
                    }));
                } else {
                    step(work, work.stream, random);
                }
            }
            for (Work work : all) {
                finish(work.stream);
            }
            check(device, split && single, split);
            for (Work work : all) {
                assertThat(work.host).isEqualTo(work.plainHost);
                byte[] back = new byte[BYTES];
                finish(work.stream.copy(work.buffer, back));
                assertThat(back).isEqualTo(work.plainBuffer);
                work.stream.close();
                work.buffer.close();
            }
            closeAllHandles();
        }
    }

    private void check(Device device, boolean anyEngine, boolean split) {
        CopyCounters counters = device.copyCounters();
        for (Direction direction : Direction.values()) {
            assertThat(counters.bytes(direction))
                    .as("bytes " + direction)
                    .isEqualTo(bytesCopied.getOrDefault(direction, 0L));
            if (!split) {
                assertThat(counters.operations(direction))
                        .as("operations " + direction)
                        .isEqualTo(operations.getOrDefault(direction, 0L));
            }
        }
        assertThat(counters.failed()).isZero();
        if (!anyEngine && device.info().engines().size() > 1) {
            Set<Integer> down = engines(counters, Direction.DEVICE_TO_HOST);
            assertThat(engines(counters, Direction.HOST_TO_DEVICE)).noneMatch(down::contains);
        }
    }

    private static Set<Integer> engines(CopyCounters counters, Direction direction) {
        return counters.entries().stream()
                .filter(entry -> entry.direction() == direction && entry.engine() != CopyCounters.OWN_QUEUE)
                .map(CopyCounters.Entry::engine)
                .collect(Collectors.toSet());
    }
}
