package io.headrace.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WordsTest {

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory = arena.allocate(64, 64);
    private final long address = memory.address();

    @AfterEach
    void close() {
        arena.close();
    }

    private long word() {
        return memory.get(ValueLayout.JAVA_LONG, 8);
    }

    @Test
    void eachStoreAndLoadOfALongMeansTheWordAtItsAddress() {
        long at = address + 8;
        Words.setLongPlain(at, 1);
        assertThat(word()).isEqualTo(1);
        Words.setLongRelease(at, -2);
        assertThat(word()).isEqualTo(-2);
        Words.setLongVolatile(at, Long.MIN_VALUE);
        assertThat(word()).isEqualTo(Long.MIN_VALUE);
        assertThat(Words.getLongPlain(at)).isEqualTo(Long.MIN_VALUE);
        assertThat(Words.getLongAcquire(at)).isEqualTo(Long.MIN_VALUE);
        assertThat(Words.getLongVolatile(at)).isEqualTo(Long.MIN_VALUE);
        assertThat(memory.get(ValueLayout.JAVA_LONG, 0)).isZero();
        assertThat(memory.get(ValueLayout.JAVA_LONG, 16)).isZero();
    }

    @Test
    void readModifyWritesGiveWhatTheWordHad() {
        long at = address + 8;
        Words.setLongPlain(at, 12);
        assertThat(Words.getAndSetLong(at, 10)).isEqualTo(12);
        assertThat(Words.getAndAddLong(at, -3)).isEqualTo(10);
        assertThat(Words.getAndBitwiseAndLong(at, 6)).isEqualTo(7);
        assertThat(Words.getAndBitwiseOrLong(at, 1)).isEqualTo(6);
        assertThat(Words.getAndBitwiseXorLong(at, 5)).isEqualTo(7);
        assertThat(word()).isEqualTo(2);
    }

    @Test
    void aCompareAndSetChangesTheWordOnlyIfItHasTheExpectedValue() {
        long at = address + 8;
        Words.setLongPlain(at, 5);
        assertThat(Words.compareAndSetLong(at, 4, 9)).isFalse();
        assertThat(word()).isEqualTo(5);
        assertThat(Words.compareAndSetLong(at, 5, 9)).isTrue();
        assertThat(Words.compareAndExchangeLong(at, 5, 1)).isEqualTo(9);
        assertThat(word()).isEqualTo(9);
        assertThat(Words.compareAndExchangeLong(at, 9, 1)).isEqualTo(9);
        assertThat(word()).isEqualTo(1);
    }

    @Test
    void anIntIsHalfAWordAndLeavesTheOtherHalfAlone() {
        Words.setLongPlain(address + 8, -1);
        Words.setIntPlain(address + 8, 7);
        assertThat(Words.getIntPlain(address + 8)).isEqualTo(7);
        assertThat(Words.getIntAcquire(address + 12)).isEqualTo(-1);
        Words.setIntRelease(address + 12, 3);
        assertThat(Words.getIntAcquire(address + 12)).isEqualTo(3);
        assertThat(Words.getIntAcquire(address + 8)).isEqualTo(7);
    }

    @Test
    void additionsOfManyThreadsAreAllThere() throws InterruptedException {
        int each = 20_000;
        AtomicInteger seenByOne = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                for (int i = 0; i < each; i++) {
                    if (Words.getAndAddLong(address + 8, 1) == 2L * each) {
                        seenByOne.incrementAndGet();
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofSeconds(50))).isTrue();
        }
        assertThat(word()).isEqualTo(4L * each);
        assertThat(seenByOne).hasValue(1);
    }
}
