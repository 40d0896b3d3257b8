package io.headrace.signal;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.memory.Words;
import org.junit.jupiter.api.Test;

class SlotLayoutTest {

    @Test
    void theOffsetsAreThoseThatDevicesAndOtherProcessesKnow() {
        assertThat(SlotLayout.KIND).isEqualTo(0x00);
        assertThat(SlotLayout.VALUE).isEqualTo(0x08);
        assertThat(SlotLayout.EVENT_MAILBOX).isEqualTo(0x10);
        assertThat(SlotLayout.EVENT_ID).isEqualTo(0x18);
        assertThat(SlotLayout.START).isEqualTo(0x20);
        assertThat(SlotLayout.END).isEqualTo(0x28);
        assertThat(SlotLayout.QUEUE).isEqualTo(0x30);
        assertThat(SlotLayout.COPY_START).isEqualTo(0x40);
        assertThat(SlotLayout.CORE_SIGNAL).isEqualTo(0x48);
        assertThat(SlotLayout.ID).isEqualTo(0x50);
        assertThat(SlotLayout.COPY_END).isEqualTo(0x60);
        assertThat(SlotLayout.SLOT_BYTES).isEqualTo(128);
        assertThat(SlotLayout.VALID_ID).isEqualTo(0x71FCCA6A3D5D5276L);
    }

    @Test
    void aNewSignalsSlotIsFilledIn() {
        try (SignalPool pool = new SignalPool(0, 0)) {
            long at = pool.create(-7).handle();

            assertThat(at % 128).isZero();
            assertThat(Words.getLongAcquire(at)).isEqualTo(1);
            assertThat(Words.getLongAcquire(at + 0x08)).isEqualTo(-7);
            assertThat(Words.getLongAcquire(at + 0x48)).isEqualTo(at);
            assertThat(Words.getLongAcquire(at + 0x50)).isEqualTo(0x71FCCA6A3D5D5276L);
            for (int rest : new int[] {0x10, 0x18, 0x20, 0x28, 0x30, 0x38, 0x40, 0x58, 0x60, 0x68, 0x70, 0x78}) {
                assertThat(Words.getLongAcquire(at + rest))
                        .as("offset %#x", rest)
                        .isZero();
            }
        }
    }

    @Test
    void aRecycledSlotCarriesNothingOfTheSignalBefore() {
        try (SignalPool pool = new SignalPool(0, 0)) {
            Signal first = pool.create(1);
            long at = first.handle();
            for (int offset = 0x10; offset < 128; offset += 8) {
                Words.setLongRelease(at + offset, -1);
            }
            first.close();
            assertThat(Words.getLongAcquire(at)).as("kind of a free slot").isZero();
            assertThat(Words.getLongAcquire(at + 0x50)).as("id of a free slot").isZero();

            assertThat(pool.create(2).handle()).isEqualTo(at);
            assertThat(Words.getLongAcquire(at)).isEqualTo(1);
            assertThat(Words.getLongAcquire(at + 0x08)).isEqualTo(2);
            assertThat(Words.getLongAcquire(at + 0x28)).isZero();
            assertThat(Words.getLongAcquire(at + 0x50)).isEqualTo(0x71FCCA6A3D5D5276L);
            assertThat(Words.getLongAcquire(at + 0x60)).isZero();
        }
    }

    @Test
    void aSlotsTimesShareSixteenAlignedBytes() {
        assertThat(SlotLayout.START % 16).isZero();
        assertThat(SlotLayout.END).isEqualTo(SlotLayout.START + 8);
    }

    @Test
    void arenasAreWholePages() {
        assertThat(SlotArena.BYTES).isEqualTo(64 * 1024);
        assertThat(SlotArena.SLOTS).isEqualTo(512);
        long arena = HostArenas.INSTANCE.take(SlotArena.BYTES);
        assertThat(arena % 4096).isZero();
        HostArenas.INSTANCE.giveBack(arena, SlotArena.BYTES);
    }
}
