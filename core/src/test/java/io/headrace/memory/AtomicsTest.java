package io.headrace.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AtomicsTest {

    private final NativeMemory memory = NativeMemory.allocate(16, 8);
    private final long at = memory.address();

    @AfterEach
    void free() {
        memory.free();
    }

    @Test
    void additionsToOneWordFromTwoThreadsAreAllThere() throws InterruptedException {
        Thread other = new Thread(this::addMany);
        other.start();
        addMany();
        other.join();
        assertThat(Float.intBitsToFloat(Words.getIntPlain(at))).isEqualTo(200_000);
        assertThat(Double.longBitsToDouble(Words.getLongPlain(at + 8))).isEqualTo(50_000);
    }

    private void addMany() {
        for (int i = 0; i < 100_000; i++) {
            Atomics.getAndAddFloat(at, 1);
            Atomics.getAndAddDouble(at + 8, 0.25);
        }
    }

    @Test
    void anExtremeIsReplacedByABetterOneOnlyAndTheOldValueIsGiven() {
        assertThat(Atomics.getAndMaxInt(at, 5)).isZero();
        assertThat(Atomics.getAndMaxInt(at, 4)).isEqualTo(5);
        assertThat(Atomics.getAndMinInt(at, 6)).isEqualTo(5);
        assertThat(Atomics.getAndMinInt(at, Integer.MIN_VALUE)).isEqualTo(5);
        assertThat(Words.getIntPlain(at)).isEqualTo(Integer.MIN_VALUE);
        assertThat(Atomics.getAndMinLong(at + 8, -5)).isZero();
        assertThat(Atomics.getAndMaxLong(at + 8, Long.MAX_VALUE)).isEqualTo(-5);
        assertThat(Words.getLongPlain(at + 8)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aZeroThatOnlyChangesItsSignIsWritten() {
        assertThat(Atomics.getAndMinFloat(at, -0.0f)).isEqualTo(0.0f);
        assertThat(Words.getIntPlain(at)).isEqualTo(Float.floatToRawIntBits(-0.0f));
        assertThat(Atomics.getAndMaxDouble(at + 8, -0.0)).isEqualTo(0.0);
        assertThat(Words.getLongPlain(at + 8)).isZero();
    }

    @Test
    void noNumberStaysAndEndsNoLoop() {
        Words.setIntPlain(at, Float.floatToRawIntBits(Float.NaN));
        assertThat(Atomics.getAndMaxFloat(at, 3)).isNaN();
        assertThat(Atomics.getAndAddFloat(at, 3)).isNaN();
        assertThat(Atomics.getAndMinDouble(at + 8, Double.NaN)).isZero();
        assertThat(Atomics.getAndMinDouble(at + 8, 1)).isNaN();
    }
}
