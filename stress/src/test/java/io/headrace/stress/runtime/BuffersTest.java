package io.headrace.stress.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.I64;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.stress.Crew;
import io.headrace.stress.Effort;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buffers that are closed while kernels that captured their views are in flight, or held. */
class BuffersTest {

    private static final int THREADS = 4;
    private static final int LENGTH = 2_000;

    /** The memory of a buffer goes to the next one: if it went too early, they would find each other's numbers. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void kernelsEnqueuedBeforeTheCloseHaveTheMemoryForThemselves(int queues) throws InterruptedException {
        int rounds = Effort.rounds(1_000, 100_000);
        AtomicLong foreign = new AtomicLong();
        AtomicLong refused = new AtomicLong();
        HeadraceOptions options =
                HeadraceOptions.defaults().with(Knob.NUM_QUEUES, queues).with(Knob.QUEUE_SIZE, 8);
        try (Headrace headrace = Headrace.open(options)) {
            Device device = headrace.device();
            Crew.all(THREADS, number -> {
                for (int round = 0; round < rounds; round++) {
                    useAndClose(device, (long) number << 32 | round, foreign, refused);
                }
            });
            Rest.await(device);
        }
        assertThat(foreign).hasValue(0);
    }

    private static void useAndClose(Device device, long tag, AtomicLong foreign, AtomicLong refused)
            throws InterruptedException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        try (Stream stream = device.stream();
                Signal gate = device.signal(0)) {
            I64 x = device.i64(LENGTH);
            stream.fill(x, tag);
            if (random.nextInt(3) == 0) {
                stream.waitFor(gate, Condition.EQ, 1);
            }
            for (long step = 0; step < 3; step++) {
                long before = step << 48 | tag;
                long after = step + 1 << 48 | tag;
                stream.launch(Range.of(LENGTH), i -> {
                    if (x.get(i) != before) {
                        foreign.incrementAndGet();
                    }
                    x.set(i, after);
                });
            }
            if (random.nextBoolean()) {
                Thread.startVirtualThread(x::close);
            } else {
                x.close();
            }
            gate.storeRelease(1);
            if (random.nextInt(4) == 0) {
                // After the close: refused when it runs, or it finds the memory as it was left.
                stream.launch(Range.of(LENGTH), i -> foreign.addAndGet(x.get(i) == (3L << 48 | tag) ? 0 : 1));
            }
            assertThat(stream.await(Crew.LIMIT)).isTrue();
            x.close();
        } catch (HeadraceException e) {
            assertThat(e).hasRootCauseInstanceOf(ClosedException.class);
            refused.incrementAndGet();
        }
    }
}
