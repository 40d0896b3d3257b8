package io.headrace.signal;

import static io.headrace.signal.Condition.EQ;
import static io.headrace.signal.Condition.GTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.InvalidSignalException;
import io.headrace.memory.Words;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SignalFutureTest {

    private final SignalPool pool = new SignalPool(0, 0);

    @AfterEach
    void closePool() {
        pool.close();
    }

    @Test
    void itGivesTheValueThatMetTheCondition() throws Exception {
        Signal signal = pool.create(0);
        CompletableFuture<Long> future = signal.future(GTE, 5);
        signal.storeRelease(4);
        assertThat(future).isNotDone();
        signal.storeRelease(7);
        signal.storeRelease(0);
        assertThat(future.get(20, TimeUnit.SECONDS)).isEqualTo(7);
    }

    @Test
    void aConditionThatHoldsAlreadyMakesItComplete() {
        assertThat(pool.create(5).future(EQ, 5)).isCompletedWithValue(5L);
    }

    @Test
    void whatDependsOnItDoesNotRunOnTheStoringThread() throws Exception {
        Signal signal = pool.create(0);
        CompletableFuture<Thread> ranOn = signal.future(EQ, 1).thenApply(value -> Thread.currentThread());
        signal.storeRelease(1);
        assertThat(ranOn.get(20, TimeUnit.SECONDS).isVirtual()).isTrue();
    }

    @Test
    void itFailsWhenTheSignalIsClosed() {
        Signal signal = pool.create(0);
        CompletableFuture<Long> future = signal.future(EQ, 1);
        signal.close();
        assertThatThrownBy(() -> future.get(20, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InvalidSignalException.class);
        assertThatThrownBy(() -> signal.future(EQ, 0).get(20, TimeUnit.SECONDS))
                .hasCauseInstanceOf(InvalidSignalException.class);
    }

    @Test
    void givingItUpTakesItsRegistrationBack() throws Exception {
        Signal signal = pool.create(0);
        CompletableFuture<Long> cancelled = signal.future(EQ, 1);
        CompletableFuture<Long> timedOut = signal.future(EQ, 1);
        CompletableFuture<Long> completed = signal.future(EQ, 1);
        assertThat(signal.watchers()).isEqualTo(3);
        assertThat(timedOut.orTimeout(1, TimeUnit.MILLISECONDS)).isSameAs(timedOut);
        assertThat(cancelled.cancel(true)).isTrue();
        assertThat(completed.complete(9L)).isTrue();
        Crew.until(timedOut::isDone);
        Crew.until(() -> signal.watchers() == 0);
        signal.storeRelease(1);
        assertThat(cancelled).isCancelled();
        assertThat(completed).isCompletedWithValue(9L);
    }

    @Test
    void whoeverCompletesItLeavesNoWatchBehind() throws InterruptedException {
        Signal signal = pool.create(0);
        CompletableFuture<Long> bySupplier = signal.future(EQ, 1);
        CompletableFuture<Long> byFailure = signal.future(EQ, 1);
        CompletableFuture<Long> obtruded = signal.future(EQ, 1);
        CompletableFuture<Long> obtrudedFailure = signal.future(EQ, 1);
        assertThat(bySupplier.completeAsync(() -> 7L)).isSameAs(bySupplier);
        byFailure.completeAsync(
                () -> {
                    throw new IllegalStateException("thrown on purpose by a test");
                },
                Runnable::run);
        obtruded.obtrudeValue(3L);
        obtrudedFailure.obtrudeException(new IllegalStateException("by a test"));
        assertThat(bySupplier.join()).isEqualTo(7);
        assertThatThrownBy(byFailure::join).hasRootCauseMessage("thrown on purpose by a test");
        assertThat(obtruded).isCompletedWithValue(3L);
        assertThat(obtrudedFailure).isCompletedExceptionally();
        Crew.until(() -> signal.watchers() == 0); // a thread that completes it takes the watch off afterwards
    }

    @Test
    void aStoreByAnotherCompletesItIfTheSignalIsShared() throws Exception {
        Signal signal = pool.create(0);
        CompletableFuture<Long> future = signal.future(EQ, 1);
        Words.setLongVolatile(signal.nativeAddress() + SlotLayout.VALUE, 1);
        assertThat(future.get(20, TimeUnit.SECONDS)).isOne();
    }
}
