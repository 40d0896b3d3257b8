package io.headrace.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.headrace.kernel.Range;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacketRingTest {

    @Test
    void idsCountFromZeroInTheOrderOfTheSlots() {
        PacketRing ring = new PacketRing(4);
        assertThat(put(ring, 7)).isEqualTo(0);
        assertThat(put(ring, 8)).isEqualTo(1);
        assertThat(word(ring, 0, 0)).isEqualTo(7);
        assertThat(word(ring, 1, 2)).isEqualTo(10);
        assertThat(ring.writeIndex()).isEqualTo(2);
        assertThat(ring.readIndex()).isEqualTo(0);
    }

    @Test
    void aFullRingTakesNothingAndStaysAsItWas() {
        PacketRing ring = new PacketRing(4);
        for (int i = 0; i < 4; i++) {
            assertThat(put(ring, i)).isEqualTo(i);
        }
        assertThat(put(ring, 9)).isEqualTo(PacketRing.FULL);
        assertThat(ring.writeIndex()).isEqualTo(4);
        assertThat(ring.room()).isZero();
        assertThat(word(ring, 0, 0)).isZero();
        ring.free(0);
        assertThat(put(ring, 9)).isEqualTo(4);
    }

    @Test
    void aFreedSlotIsInvalidUntilItsNextPacketIsComplete() {
        PacketRing ring = new PacketRing(2);
        put(ring, 1);
        assertThat(ring.header(0)).isEqualTo(PacketLayout.KERNEL);
        ring.free(0);
        assertThat(ring.header(2)).isEqualTo(PacketLayout.INVALID);
        assertThat(ring.packetIfComplete(2)).isNull();
    }

    @Test
    void aClosedRingTakesNothingMoreButKeepsItsIndices() {
        PacketRing ring = new PacketRing(4);
        put(ring, 1);
        ring.close();
        assertThat(put(ring, 2)).isEqualTo(PacketRing.CLOSED);
        assertThat(ring.writeIndex()).isEqualTo(1);
        assertThat(ring.isClosed()).isTrue();
        ring.free(0);
        assertThat(ring.readIndex()).isEqualTo(1);
    }

    @Test
    void eightProducersOnARingOfFourLoseNothingAndShowNothingEarly() throws Exception {
        int producers = 8;
        int each = 20_000;
        PacketRing ring = new PacketRing(4);
        List<Thread> threads = new ArrayList<>();
        for (int p = 0; p < producers; p++) {
            long first = (long) p * each;
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                for (long value = first; value < first + each; value++) {
                    while (put(ring, value) < 0) {
                        Thread.yield();
                    }
                }
            }));
        }
        long[] last = new long[producers];
        long sum = 0;
        for (long id = 0; id < (long) producers * each; id++) {
            while (ring.header(id) == PacketLayout.INVALID) {
                Thread.yield();
            }
            long value = word(ring, id, 0);
            boolean complete = ((ValuePacket) ring.packet(id)).value == value;
            for (int w = 1; w < 3; w++) {
                complete &= word(ring, id, w) == value + w;
            }
            int producer = (int) (value / each);
            boolean inOrder = value % each + 1 == ++last[producer];
            if (!complete || !inOrder) {
                fail("packet %d of producer %d: complete=%s inOrder=%s", id, producer, complete, inOrder);
            }
            sum += value;
            ring.free(id);
        }
        for (Thread thread : threads) {
            Eventually.join(thread);
        }
        long all = (long) producers * each;
        assertThat(sum).isEqualTo(all * (all - 1) / 2);
        assertThat(ring.writeIndex()).isEqualTo(all);
        assertThat(ring.readIndex()).isEqualTo(all);
    }

    private static long put(PacketRing ring, long value) {
        return ring.put(new ValuePacket(value));
    }

    private static long word(PacketRing ring, long id, int index) {
        return PacketBody.word(ring.slot(id), index);
    }

    private static final class ValuePacket extends TestPacket {
        private final long value;

        ValuePacket(long value) {
            super(Commands.launch(Range.of(value, value + 1, value + 2), (x, y, z) -> {})
                    .command());
            this.value = value;
        }
    }
}
