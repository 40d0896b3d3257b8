package io.headrace.signal;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.memory.Words;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Looks for handles in arenas whose memory does not exist: any read of it would end the process. */
class SlotHomeTest {

    private static final long BASE = 0x7F1234567000L;

    /** Made-up memory, where a range always begins at the same address and nothing is written. */
    private static final class NoMemory implements ArenaSource {

        private long bytes;

        @Override
        public long take(long wanted) {
            bytes = wanted;
            return BASE;
        }

        @Override
        public void giveBack(long address, long given) {
            assertThat(address).isEqualTo(BASE);
            assertThat(given).isEqualTo(bytes);
            bytes = 0;
        }

        @Override
        public void fill(long slot, long initial) {
            assertThat(slot).isBetween(BASE, BASE + bytes - 128);
        }

        @Override
        public void clear(long slot) {
            assertThat(slot).isBetween(BASE, BASE + bytes - 128);
        }
    }

    private final NoMemory memory = new NoMemory();
    private final SignalPool pool = new SignalPool(0, 0, memory);
    private final SignalBatch batch = pool.createBatch(40, 0);

    /** Which member of a batch a handle leads to; -1 if to none. No signal is given to an assertion, which might show its value. */
    private static int found(SignalBatch batch, long handle) {
        Signal signal = SlotHome.find(handle);
        for (int i = 0; i < batch.size(); i++) {
            if (batch.get(i) == signal) {
                return i;
            }
        }
        assertThat(signal == null).as("found in another batch: %#x", handle).isTrue();
        return -1;
    }

    private int found(long handle) {
        return found(batch, handle);
    }

    @AfterEach
    void closePool() {
        pool.close();
        assertThat(memory.bytes).isZero();
    }

    @Test
    void fortySignalsTakeTwoPages() {
        assertThat(memory.bytes).isEqualTo(8192);
        assertThat(batch.get(0).handle()).isEqualTo(BASE);
        assertThat(batch.get(35).handle()).isEqualTo(0x7F1234568180L);
    }

    @Test
    void everyMemberIsFoundByItsHandle() {
        for (int i = 0; i < 40; i++) {
            assertThat(found(BASE + 128L * i)).isEqualTo(i);
        }
        assertThat(found(0x7F1234568180L)).isEqualTo(35);
    }

    @Test
    void slotsBehindTheLastOneAndOtherAddressesAreNobodys() {
        assertThat(found(0x7F1234568400L)).as("slot 40").isEqualTo(-1);
        for (int offset = 1; offset < 128; offset++) {
            assertThat(found(0x7F1234568180L + offset)).as("unaligned").isEqualTo(-1);
        }
        assertThat(found(0x55D012345040L)).as("another root").isEqualTo(-1);
        assertThat(found(BASE - 128)).isEqualTo(-1);
        assertThat(found(BASE + 8192)).isEqualTo(-1);
        assertThat(found(BASE | 1L << 48)).as("not canonical").isEqualTo(-1);
        assertThat(found(BASE | 1L << 63)).as("negative").isEqualTo(-1);
    }

    @Test
    void aClosedMemberIsFoundNoMoreAndTheOthersAre() {
        batch.get(35).close();
        assertThat(found(0x7F1234568180L)).isEqualTo(-1);
        assertThat(found(0x7F1234568200L)).isEqualTo(36);
    }

    @Test
    void theSamePagesCarryANewBatchOfAnotherSize() {
        batch.close();
        assertThat(found(BASE)).isEqualTo(-1);
        SignalBatch next = pool.createBatch(33, 0);
        assertThat(found(next, BASE)).isZero();
        assertThat(found(next, BASE + 128 * 33))
                .as("a slot of the batch before")
                .isEqualTo(-1);
        next.close();
        SignalBatch small = pool.createBatch(1, 0);
        assertThat(found(small, BASE)).isZero();
        assertThat(found(small, 0x7F1234568180L))
                .as("a page of the batch before")
                .isEqualTo(-1);
    }

    @Test
    void inHostMemoryASlotThatSaysItIsFreeIsNobodys() {
        try (SignalPool host = new SignalPool(0, 0)) {
            Signal single = host.create(0);
            Signal member = host.createBatch(3, 0).get(2);
            for (Signal signal : new Signal[] {single, member}) {
                assertThat(SlotHome.find(signal.handle())).isSameAs(signal);
                Words.setLongVolatile(signal.handle() + SlotLayout.KIND, SlotLayout.KIND_INVALID);
                assertThat(SlotHome.find(signal.handle())).isNull();
                Words.setLongVolatile(signal.handle() + SlotLayout.KIND, SlotLayout.KIND_USER);
                assertThat(SlotHome.find(signal.handle())).isSameAs(signal);
                assertThat(SlotHome.find(signal.handle() + 1)).isNull();
                assertThat(SlotHome.find(signal.handle() + 127)).isNull();
            }
        }
    }
}
