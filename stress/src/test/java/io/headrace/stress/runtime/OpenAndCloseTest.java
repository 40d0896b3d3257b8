package io.headrace.stress.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.I64;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.error.ClosedException;
import io.headrace.kernel.Range;
import io.headrace.stress.Crew;
import io.headrace.stress.Effort;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAndCloseTest {

    private static final Range ONE = Range.of(1);
    private static final int THREADS = 8;

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("headrace-"))
                .toList();
    }

    @Test
    void noThreadIsLeftOfTwoHundredRuntimes() throws InterruptedException {
        for (int round = 0; round < Effort.rounds(200, 5_000); round++) {
            try (Headrace headrace = Headrace.open()) {
                work(headrace.device(), round);
            }
            if (round % 20 == 0) {
                Crew.until("all threads end: " + threads(), () -> threads().isEmpty());
            }
        }
        Crew.until("all threads end: " + threads(), () -> threads().isEmpty());
    }

    private static void work(Device device, int round) throws InterruptedException {
        List<Stream> streams =
                IntStream.range(0, 5).mapToObj(i -> device.stream()).toList();
        I64 x = device.i64(10_000);
        long[] data = new long[10_000];
        for (Stream stream : streams) {
            stream.copy(data, x)
                    .launch(Range.of(100), i -> x.set(i, i))
                    .hostCall(() -> {})
                    .copy(x, data);
        }
        x.close();
        if (round % 2 == 0) {
            for (Stream stream : streams) {
                assertThat(stream.await(Crew.LIMIT)).isTrue();
            }
        }
    }

    @Test
    void handlesThatManyThreadsOpenAndCloseAllWork() throws InterruptedException {
        int rounds = Effort.rounds(100, 10_000);
        AtomicInteger ran = new AtomicInteger();
        Crew.all(THREADS, number -> {
            for (int round = 0; round < rounds; round++) {
                try (Headrace headrace = Headrace.open();
                        Stream stream = headrace.device().stream()) {
                    stream.launch(ONE, i -> ran.incrementAndGet());
                    assertThat(stream.await(Crew.LIMIT)).isTrue();
                }
            }
        });
        assertThat(ran).hasValue(THREADS * rounds);
        Crew.until("all threads end: " + threads(), () -> threads().isEmpty());
    }

    /** Each call was taken and ran, or threw ClosedException. */
    @ParameterizedTest
    @ValueSource(ints = {4, 512})
    void aRuntimeThatIsClosedWhileEightThreadsEnqueueRunsWhatItTook(int ring) throws InterruptedException {
        HeadraceOptions options = HeadraceOptions.defaults().with(Knob.QUEUE_SIZE, ring);
        for (int round = 0; round < Effort.rounds(60, 5_000); round++) {
            Headrace headrace = Headrace.open(options);
            Device device = headrace.device();
            I64 x = device.i64(8);
            AtomicInteger taken = new AtomicInteger();
            AtomicInteger ran = new AtomicInteger();
            ConcurrentLinkedQueue<CompletableFuture<Void>> futures = new ConcurrentLinkedQueue<>();
            Crew crew = new Crew();
            for (int t = 0; t < THREADS; t++) {
                crew.start(() -> enqueueUntilClosed(device, x, taken, ran, futures));
            }
            int some = round * 3;
            Crew.until("some are taken", () -> taken.get() > some || crew.hasFailed());
            headrace.close();
            crew.join();
            Crew.until("what was taken runs: " + ran + " of " + taken, () -> ran.get() == taken.get());
            for (CompletableFuture<Void> future : futures) {
                assertThat(future).succeedsWithin(Crew.LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        }
        Crew.until("all threads end: " + threads(), () -> threads().isEmpty());
    }

    private static void enqueueUntilClosed(
            Device device,
            I64 x,
            AtomicInteger taken,
            AtomicInteger ran,
            ConcurrentLinkedQueue<CompletableFuture<Void>> futures) {
        try {
            while (true) {
                Stream stream = device.stream();
                Event event = device.event();
                stream.launch(ONE, i -> ran.incrementAndGet());
                taken.incrementAndGet();
                stream.record(event).copy(new long[8], x).hostCall(ran::incrementAndGet);
                taken.incrementAndGet();
                Stream other = device.stream().waitFor(event).fill(x, 1).launch(ONE, i -> ran.incrementAndGet());
                taken.incrementAndGet();
                futures.add(other.whenDone());
            }
        } catch (ClosedException expected) {
            // The end of the runtime.
        }
    }
}
