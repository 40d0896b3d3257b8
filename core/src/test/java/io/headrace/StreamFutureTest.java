package io.headrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.HeadraceException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StreamFutureTest {

    private static final HeadraceException CAUSE = new HeadraceException("it failed");

    private final StreamFuture future = new StreamFuture();

    /** A way to depend on a future. */
    private record Way(String name, BiFunction<CompletableFuture<Void>, Runnable, CompletionStage<?>> depend) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Way> ways() {
        return List.of(
                new Way("thenRun", (f, task) -> f.thenRun(task)),
                new Way("whenComplete", (f, task) -> f.whenComplete((value, failure) -> task.run())),
                new Way(
                        "handle",
                        (f, task) -> f.handle((value, failure) -> {
                            task.run();
                            return 1;
                        })),
                new Way("thenApply and on", (f, task) -> f.thenApply(value -> 1).thenAccept(one -> task.run())),
                new Way(
                        "thenCompose",
                        (f, task) -> f.thenCompose(value -> {
                            task.run();
                            return CompletableFuture.completedFuture(1);
                        })),
                new Way(
                        "composed into",
                        (f, task) -> CompletableFuture.completedFuture(1)
                                .thenCompose(one -> f)
                                .thenRun(task)),
                new Way(
                        "combined",
                        (f, task) -> CompletableFuture.completedFuture(1)
                                .thenCombine(f, (one, value) -> 2)
                                .thenRun(task)),
                new Way("either", (f, task) -> new CompletableFuture<Void>().acceptEither(f, value -> task.run())),
                new Way("allOf", (f, task) -> CompletableFuture.allOf(f, f).thenRun(task)),
                new Way(
                        "anyOf",
                        (f, task) -> CompletableFuture.anyOf(f, new CompletableFuture<>())
                                .thenRun(task)),
                new Way("copy", (f, task) -> f.copy().thenRun(task)),
                new Way("minimal stage", (f, task) -> f.minimalCompletionStage().thenRun(task)),
                new Way("orTimeout", (f, task) -> f.orTimeout(1, TimeUnit.HOURS).thenRun(task)));
    }

    @Test
    void itEndsWellWithoutAValue() throws Exception {
        future.settle(null);
        assertThat(future.get(20, TimeUnit.SECONDS)).isNull();
        assertThat(future).isCompleted();
    }

    @Test
    void itFailsWithTheCauseItIsGiven() {
        future.settle(CAUSE);
        assertThatThrownBy(() -> future.get(20, TimeUnit.SECONDS)).hasCause(CAUSE);
        assertThat(future).isCompletedExceptionally();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void whatDependedOnItBeforeRunsOnAnotherThread(Way way) throws Exception {
        CompletableFuture<Thread> ranOn = new CompletableFuture<>();
        way.depend().apply(future, () -> ranOn.complete(Thread.currentThread()));
        future.settle(null);
        assertThat(ranOn.get(20, TimeUnit.SECONDS)).isNotSameAs(Thread.currentThread());
        assertThat(ranOn.get().isVirtual()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void whatDependsOnItAfterwardsRunsAllTheSame(Way way) throws Exception {
        future.settle(null);
        future.get(20, TimeUnit.SECONDS);
        CompletableFuture<Thread> ranOn = new CompletableFuture<>();
        way.depend().apply(future, () -> ranOn.complete(Thread.currentThread()));
        assertThat(ranOn.get(20, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void aFailureReachesWhatDependsOnIt() throws Exception {
        CompletableFuture<Throwable> seen = new CompletableFuture<>();
        future.thenRun(() -> seen.complete(new AssertionError("must not run")))
                .whenComplete((value, failure) -> seen.complete(failure));
        future.settle(CAUSE);
        assertThat(seen.get(20, TimeUnit.SECONDS))
                .isInstanceOf(CompletionException.class)
                .hasCause(CAUSE);
    }

    @Test
    void oneThatWasCancelledStaysSo() throws Exception {
        assertThat(future.cancel(true)).isTrue();
        future.settle(null);
        assertThat(future).isCancelled();
    }

    @Test
    void whoWaitsForItIsWoken() throws Exception {
        CompletableFuture<Boolean> woken = new CompletableFuture<>();
        Thread waiter = Thread.ofPlatform().daemon().start(() -> {
            future.join();
            woken.complete(true);
        });
        while (waiter.getState() != Thread.State.WAITING) {
            assertThat(waiter.isAlive()).isTrue();
            Thread.onSpinWait();
        }
        future.settle(null);
        assertThat(woken.get(20, TimeUnit.SECONDS)).isTrue();
    }
}
