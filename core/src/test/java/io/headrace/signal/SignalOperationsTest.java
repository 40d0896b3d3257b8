package io.headrace.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.InvalidSignalException;
import io.headrace.memory.Words;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.ToLongBiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class SignalOperationsTest {

    private static final long START = 0b1100;
    private static final long OPERAND = 0b1010;

    /** An operation with an operand, and what it makes of START. */
    record Operation(String name, ToLongBiFunction<Signal, Long> call, LongUnaryOperator result) {

        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Operation> OPERATIONS = List.of(
            new Operation("addRelaxed", Signal::addRelaxed, v -> v + OPERAND),
            new Operation("addAcquire", Signal::addAcquire, v -> v + OPERAND),
            new Operation("addRelease", Signal::addRelease, v -> v + OPERAND),
            new Operation("addAcqRel", Signal::addAcqRel, v -> v + OPERAND),
            new Operation("subtractRelaxed", Signal::subtractRelaxed, v -> v - OPERAND),
            new Operation("subtractAcquire", Signal::subtractAcquire, v -> v - OPERAND),
            new Operation("subtractRelease", Signal::subtractRelease, v -> v - OPERAND),
            new Operation("subtractAcqRel", Signal::subtractAcqRel, v -> v - OPERAND),
            new Operation("andRelaxed", Signal::andRelaxed, v -> v & OPERAND),
            new Operation("andAcquire", Signal::andAcquire, v -> v & OPERAND),
            new Operation("andRelease", Signal::andRelease, v -> v & OPERAND),
            new Operation("andAcqRel", Signal::andAcqRel, v -> v & OPERAND),
            new Operation("orRelaxed", Signal::orRelaxed, v -> v | OPERAND),
            new Operation("orAcquire", Signal::orAcquire, v -> v | OPERAND),
            new Operation("orRelease", Signal::orRelease, v -> v | OPERAND),
            new Operation("orAcqRel", Signal::orAcqRel, v -> v | OPERAND),
            new Operation("xorRelaxed", Signal::xorRelaxed, v -> v ^ OPERAND),
            new Operation("xorAcquire", Signal::xorAcquire, v -> v ^ OPERAND),
            new Operation("xorRelease", Signal::xorRelease, v -> v ^ OPERAND),
            new Operation("xorAcqRel", Signal::xorAcqRel, v -> v ^ OPERAND),
            new Operation("exchangeRelaxed", Signal::exchangeRelaxed, v -> OPERAND),
            new Operation("exchangeAcquire", Signal::exchangeAcquire, v -> OPERAND),
            new Operation("exchangeRelease", Signal::exchangeRelease, v -> OPERAND),
            new Operation("exchangeAcqRel", Signal::exchangeAcqRel, v -> OPERAND),
            new Operation("compareAndSetRelaxed", (s, x) -> s.compareAndSetRelaxed(START, x), v -> OPERAND),
            new Operation("compareAndSetAcquire", (s, x) -> s.compareAndSetAcquire(START, x), v -> OPERAND),
            new Operation("compareAndSetRelease", (s, x) -> s.compareAndSetRelease(START, x), v -> OPERAND),
            new Operation("compareAndSetAcqRel", (s, x) -> s.compareAndSetAcqRel(START, x), v -> OPERAND),
            new Operation("failing compareAndSetRelaxed", (s, x) -> s.compareAndSetRelaxed(x, 1), v -> v),
            new Operation("failing compareAndSetAcquire", (s, x) -> s.compareAndSetAcquire(x, 1), v -> v),
            new Operation("failing compareAndSetRelease", (s, x) -> s.compareAndSetRelease(x, 1), v -> v),
            new Operation("failing compareAndSetAcqRel", (s, x) -> s.compareAndSetAcqRel(x, 1), v -> v));

    private final SignalPool pool = new SignalPool(0, 0);

    @AfterEach
    void closePool() {
        pool.close();
    }

    @Test
    void aSignalHasTheValueItWasMadeWithAndThenTheOneStoredLast() {
        Signal signal = pool.create(Long.MIN_VALUE);
        assertThat(signal.loadRelaxed()).isEqualTo(Long.MIN_VALUE);
        assertThat(signal.loadAcquire()).isEqualTo(Long.MIN_VALUE);

        signal.storeRelaxed(5);
        assertThat(signal.loadAcquire()).isEqualTo(5);
        signal.storeRelease(-6);
        assertThat(signal.loadRelaxed()).isEqualTo(-6);
    }

    @ParameterizedTest
    @FieldSource("OPERATIONS")
    void anOperationReturnsTheOldValueAndLeavesTheNewOne(Operation operation) {
        Signal signal = pool.create(START);

        assertThat(operation.call.applyAsLong(signal, OPERAND)).isEqualTo(START);
        assertThat(signal.loadAcquire()).isEqualTo(operation.result.applyAsLong(START));
    }

    @ParameterizedTest
    @FieldSource("OPERATIONS")
    void anOperationOnAClosedSignalThrowsAndLeavesTheSlotsNextSignalAlone(Operation operation) {
        Signal closed = pool.create(START);
        closed.close();
        Signal next = pool.create(START);
        assertThat(next.handle()).isEqualTo(closed.handle());

        assertThatThrownBy(() -> operation.call.applyAsLong(closed, OPERAND))
                .isInstanceOf(InvalidSignalException.class)
                .hasMessageContaining("handle=0x" + Long.toHexString(closed.handle()));
        assertThat(next.loadAcquire()).isEqualTo(START);
        assertThat(pool.live()).isOne();
    }

    @Test
    void loadsAndStoresOnAClosedSignalThrow() {
        Signal closed = pool.create(1);
        closed.close();
        Signal next = pool.create(2);

        assertThatThrownBy(closed::loadRelaxed).isInstanceOf(InvalidSignalException.class);
        assertThatThrownBy(closed::loadAcquire).isInstanceOf(InvalidSignalException.class);
        assertThatThrownBy(() -> closed.storeRelaxed(3)).isInstanceOf(InvalidSignalException.class);
        assertThatThrownBy(() -> closed.storeRelease(3)).isInstanceOf(InvalidSignalException.class);
        assertThatThrownBy(closed::retain).isInstanceOf(InvalidSignalException.class);
        assertThat(next.loadAcquire()).isEqualTo(2);
    }

    @ParameterizedTest
    @FieldSource("OPERATIONS")
    void anOperationTellsThoseWhoWait(Operation operation) {
        Signal signal = pool.create(START);
        Spy watch = new Spy(Condition.EQ, operation.result.applyAsLong(START));
        signal.storeRelease(START + 1);
        signal.watch(watch);
        assertThat(watch.calls()).isEmpty();
        // As a device would: nobody is told.
        Words.setLongRelease(signal.handle() + SlotLayout.VALUE, START);

        assertThat(operation.call.applyAsLong(signal, OPERAND)).isEqualTo(START);

        assertThat(watch.calls()).containsExactly(Long.toString(operation.result.applyAsLong(START)));
    }

    @Test
    void sumsWrapAround() {
        Signal signal = pool.create(Long.MAX_VALUE);
        assertThat(signal.addAcqRel(1)).isEqualTo(Long.MAX_VALUE);
        assertThat(signal.subtractAcqRel(1)).isEqualTo(Long.MIN_VALUE);
        signal.storeRelease(0);
        signal.subtractRelaxed(Long.MIN_VALUE);
        assertThat(signal.loadAcquire()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void noAdditionOfManyThreadsIsLost() throws InterruptedException {
        Signal signal = pool.create(0);
        Crew.all(8, number -> {
            for (int i = 0; i < 20_000; i++) {
                signal.addRelaxed(3);
                signal.subtractRelease(1);
            }
        });
        assertThat(signal.loadAcquire()).isEqualTo(8 * 20_000 * 2);
    }

    @Test
    void aSignalsTextShowsHandleAndValue() {
        Signal signal = pool.create(42);
        String handle = "0x" + Long.toHexString(signal.handle());
        assertThat(signal).hasToString("Signal[handle=" + handle + ", value=42]");
        signal.close();
        assertThat(signal).hasToString("Signal[handle=" + handle + ", closed]");
    }
}
