package io.headrace.stress.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.error.HeadraceException;
import io.headrace.kernel.Range;
import io.headrace.stress.Crew;
import io.headrace.stress.Effort;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FuturesTest {

    private static final Range ONE = Range.of(1);

    private final AtomicLong attached = new AtomicLong();
    private final AtomicLong called = new AtomicLong();
    private final ConcurrentHashMap<String, Integer> wrongThreads = new ConcurrentHashMap<>();

    /** Public report 27 of the kinds of faults: each callback once, while streams fail and are cleared. */
    @Test
    void eachCallbackIsCalledOnceAndNeverByAThreadOfTheLibrary() throws InterruptedException {
        int each = Effort.rounds(25_000, 1_000_000);
        AtomicInteger failures = new AtomicInteger();
        HeadraceOptions options = HeadraceOptions.defaults().with(Knob.STREAM_BUSYWAIT, 0);
        try (Headrace headrace = Headrace.open(options)) {
            Device device = headrace.device();
            Crew.all(4, number -> {
                ThreadLocalRandom random = ThreadLocalRandom.current();
                Stream stream = device.stream();
                for (int op = 0; op < each; op++) {
                    boolean fails = random.nextInt(50) == 0;
                    stream.launch(ONE, i -> {
                        if (fails) {
                            throw new IllegalStateException("on purpose");
                        }
                    });
                    CompletableFuture<Void> future = stream.whenDone();
                    for (int spin = random.nextInt(100); spin > 0; spin--) {
                        Thread.onSpinWait();
                    }
                    attach(future, random.nextInt(8));
                    if (random.nextInt(40) == 0) {
                        try {
                            assertThat(stream.await(Crew.LIMIT)).isTrue();
                        } catch (HeadraceException expected) {
                            failures.incrementAndGet();
                        }
                    }
                }
            });
            Crew.until("all are called: " + called + " of " + attached, () -> called.get() >= attached.get());
            Rest.await(device);
        }
        assertThat(called).hasValue(attached.get());
        assertThat(failures).hasPositiveValue();
        assertThat(wrongThreads).isEmpty();
    }

    private void attach(CompletableFuture<Void> future, int kind) {
        attached.incrementAndGet();
        switch (kind) {
            case 0 -> future.whenComplete((value, failure) -> call());
            case 1 ->
                future.handle((value, failure) -> {
                    call();
                    return 1;
                });
            case 2 -> future.thenApply(ignored -> 1).exceptionally(ignored -> 2).thenAccept(ignored -> call());
            case 3 -> CompletableFuture.allOf(future).whenComplete((value, failure) -> call());
            case 4 ->
                CompletableFuture.anyOf(future, new CompletableFuture<>()).whenComplete((value, failure) -> call());
            case 5 -> future.minimalCompletionStage().whenComplete((value, failure) -> call());
            case 6 ->
                CompletableFuture.completedFuture(1)
                        .thenCombine(future, (value, failure) -> 1)
                        .whenComplete((value, failure) -> call());
            default -> future.copy().whenComplete((value, failure) -> call());
        }
    }

    private void call() {
        called.incrementAndGet();
        Thread thread = Thread.currentThread();
        if (!thread.isVirtual() && thread.getName().startsWith("headrace")) {
            wrongThreads.merge(thread.getName(), 1, Integer::sum);
        }
    }
}
