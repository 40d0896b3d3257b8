package io.headrace.signal;

import static io.headrace.signal.Condition.EQ;
import static io.headrace.signal.Condition.GTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.HeadraceException;
import io.headrace.error.InvalidSignalException;
import io.headrace.memory.Words;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signals in pages that are not the library's. Some of the pages do not exist: a read there would end the process. */
class AdoptedSlotTest {

    /** Below all that a system gives to anybody. */
    private static final long NOWHERE = 0x1000;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment pages = arena.allocate(2 * 4_096, 4_096);
    private final List<Signal> adopted = new ArrayList<>();
    private final AtomicInteger released = new AtomicInteger();
    private final Crew crew = new Crew();

    @AfterEach
    void closeAll() {
        adopted.forEach(Signal::close);
        assertThat(AdoptedSlot.count()).isZero();
        arena.close();
    }

    @Test
    void anAdoptedSignalIsFoundByItsAddressAndNothingElseOfItsPageIs() {
        Signal one = adopt(at(64));
        Signal other = adopt(at(4_032));
        assertThat(Signals.resolve(at(64))).isSameAs(one);
        assertThat(Signals.resolve(at(4_032))).isSameAs(other);
        assertThat(one.handle()).isEqualTo(at(64));
        for (long miss :
                new long[] {at(0), at(65), at(72), at(128), at(4_096), at(4_160), at(64) | 1L << 48, -at(64)}) {
            assertThatThrownBy(() -> Signals.resolve(miss)).isInstanceOf(InvalidSignalException.class);
        }
    }

    @Test
    void badArgumentsAreRefusedAtOnce() {
        assertThatThrownBy(() -> Signals.adopt(at(0), -1, released::incrementAndGet))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("busyNanos=-1");
        assertThatThrownBy(() -> Signals.adopt(at(0), 0, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("release");
        assertThat(AdoptedSlot.count()).isZero();
    }

    @Test
    void manyAreFoundByTheirAddressesAndNoneIsAfterItsRelease() {
        try (Arena own = Arena.ofShared()) {
            MemorySegment memory = own.allocate(1_000 * 64, 4_096);
            List<Signal> signals = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                signals.add(Signals.adopt(memory.address() + 64L * i, 0, released::incrementAndGet));
            }
            for (int i = 0; i < 1_000; i++) {
                assertThat(Signals.resolve(memory.address() + 64L * i)).isSameAs(signals.get(i));
            }
            for (int i = 0; i < 1_000; i += 2) {
                signals.get(i).close();
            }
            for (int i = 0; i < 1_000; i++) {
                assertThat(AdoptedSlot.findAdopted(memory.address() + 64L * i))
                        .isSameAs(i % 2 == 0 ? null : signals.get(i));
            }
            signals.forEach(Signal::close);
            assertThat(released).hasValue(1_000);
        }
    }

    @Test
    void aLookUpReadsNoMemory() {
        Signal signal = adopt(NOWHERE);
        // Not given to an assertion, which might show its value.
        assertThat(Signals.resolve(NOWHERE) == signal).isTrue();
        assertThatThrownBy(() -> Signals.resolve(NOWHERE + 128)).isInstanceOf(InvalidSignalException.class);
        signal.close();
        assertThatThrownBy(() -> Signals.resolve(NOWHERE)).isInstanceOf(InvalidSignalException.class);
        assertThatThrownBy(signal::loadAcquire).isInstanceOf(InvalidSignalException.class);
        assertThatThrownBy(() -> signal.storeRelease(1)).isInstanceOf(InvalidSignalException.class);
        assertThatThrownBy(() -> signal.await(EQ, 0)).isInstanceOf(InvalidSignalException.class);
        assertThat(released).hasValue(1);
    }

    @Test
    void itsValueIsThatOfTheOtherRuntime() throws Exception {
        Signal signal = adopt(at(0));
        raw(at(0), 41);
        assertThat(signal.loadAcquire()).isEqualTo(41);
        assertThat(signal.addAcqRel(1)).isEqualTo(41);
        assertThat(Words.getLongVolatile(at(8))).isEqualTo(42);
        assertThat(Signals.awaitAny(new long[] {at(128), at(0)}, EQ, 42, 0, WaitHint.BLOCK)
                        .index())
                .isOne();
    }

    @Test
    void storesByTheOtherRuntimeEndWaits() throws InterruptedException {
        Signal signal = adopt(at(0));
        Thread waiter = crew.start(() -> assertThat(signal.await(GTE, 5)).isEqualTo(5));
        Crew.untilParked(waiter);
        raw(at(0), 5);
        crew.join();
    }

    @Test
    void theReleaseIsCalledOnceWhenNothingUsesTheSignalAnyMore() {
        Signal signal = adopt(at(0));
        signal.retain();
        signal.close();
        signal.close();
        assertThat(released).hasValue(0);
        assertThatThrownBy(() -> Signals.resolve(at(0))).isInstanceOf(InvalidSignalException.class);
        assertThatThrownBy(() -> adopt(at(0)))
                .isInstanceOf(HeadraceException.class)
                .hasMessageContainingAll("adopted already", Long.toHexString(at(0)));
        signal.storeRetained(9);
        assertThat(Words.getLongVolatile(at(8))).isEqualTo(9);
        signal.release();
        assertThat(released).hasValue(1);

        Signal next = adopt(at(0));
        assertThat(Signals.resolve(at(0))).isSameAs(next);
        assertThatThrownBy(signal::loadAcquire).isInstanceOf(InvalidSignalException.class);
    }

    @Test
    void aSignalIsAdoptedOnce() {
        Signal signal = adopt(at(0));
        assertThatThrownBy(() -> adopt(at(0))).isInstanceOf(HeadraceException.class);
        assertThat(Signals.resolve(at(0))).isSameAs(signal);
        assertThat(released).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -64, 1, 0x1008, 0x1020, 1L << 48, Long.MIN_VALUE})
    void whereNoSignalCanBeNothingIsAdopted(long address) {
        assertThatThrownBy(() -> adopt(address)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsInTheLibrarysOwnPagesIsNotAdopted() {
        try (SignalPool pool = new SignalPool(0, 0)) {
            Signal own = pool.create(0);
            assertThatThrownBy(() -> adopt(own.handle())).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> adopt(own.handle() ^ 64)).isInstanceOf(IllegalArgumentException.class);
            assertThat(Signals.resolve(own.handle())).isSameAs(own);
        }
    }

    @Test
    void aReleaseThatFailsHarmsNobody() {
        Signal signal = Signals.adopt(at(0), 0, () -> {
            throw new IllegalStateException("a release fails, by a test");
        });
        signal.close();
        adopt(at(0)).close();
    }

    /** The memory is overwritten by the release: a read that came later would see that. */
    @Test
    void nobodyReadsTheMemoryAfterTheRelease() throws InterruptedException {
        for (int round = 0; round < 500; round++) {
            raw(at(0), 1);
            Signal signal = Signals.adopt(at(0), 0, () -> raw(at(0), -1));
            Crew users = new Crew();
            for (int i = 0; i < 3; i++) {
                users.start(() -> {
                    try {
                        for (; ; ) {
                            assertThat(signal.loadAcquire()).isOne();
                            assertThat(Signals.resolve(at(0)).observe()).isBetween(0L, 1L);
                        }
                    } catch (InvalidSignalException closed) {
                        // As it should be.
                    }
                });
            }
            signal.close();
            users.join();
            Crew.until(() -> Words.getLongVolatile(at(8)) == -1);
        }
    }

    @Test
    void manyAreFoundAmongMany() {
        for (int i = 0; i < 64; i++) {
            adopt(at(128L * i));
        }
        for (int i = 0; i < 64; i++) {
            assertThat(Signals.resolve(at(128L * i))).isSameAs(adopted.get(i));
        }
    }

    private Signal adopt(long address) {
        Signal signal = Signals.adopt(address, 0, released::incrementAndGet);
        adopted.add(signal);
        return signal;
    }

    private long at(long offset) {
        return pages.address() + offset;
    }

    private static void raw(long slot, long value) {
        Words.setLongVolatile(slot + SlotLayout.VALUE, value);
    }
}
