package io.headrace.hsa;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.memory.NativeMemory;
import io.headrace.spi.DeviceMemory;
import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HostRingTest {

    private static final long BYTES = 4_096;

    private record Block(NativeMemory memory) implements DeviceMemory {

        @Override
        public long address() {
            return memory.address();
        }

        @Override
        public long bytes() {
            return BYTES;
        }

        @Override
        public boolean hostAccessible() {
            return true;
        }

        @Override
        public void free() {
            memory.free();
        }
    }

    private record Piece(long address, long bytes, long position) {}

    @Test
    void piecesThatAreInUseDoNotOverlapAndLieInTheRing() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Block block = new Block(NativeMemory.allocate(BYTES, 64));
        HostRing ring = new HostRing(block);
        ArrayDeque<Piece> used = new ArrayDeque<>();
        for (int round = 0; round < 20_000; round++) {
            long bytes = random.nextInt(1, 1_001);
            boolean promised = ring.hasRoom(HostRing.size(bytes));
            long address = ring.take(bytes);
            if (address == HostRing.NONE) {
                assertThat(promised).as("seed=" + seed + " round=" + round).isFalse();
                ring.freeTo(used.remove().position());
                continue;
            }
            assertThat(address % 64).isZero();
            assertThat(address).isBetween(block.address(), block.address() + BYTES - bytes);
            for (Piece other : used) {
                assertThat(address + bytes <= other.address() || other.address() + other.bytes() <= address)
                        .as("seed=" + seed + " round=" + round)
                        .isTrue();
            }
            used.add(new Piece(address, bytes, ring.position()));
        }
        ring.close();
    }

    @Test
    void allOfAnEmptyRingCanBeTakenHalfAtATime() {
        HostRing ring = new HostRing(new Block(NativeMemory.allocate(BYTES, 64)));
        for (int round = 0; round < 10; round++) {
            assertThat(ring.take(ring.mostBytes())).isNotEqualTo(HostRing.NONE);
            ring.freeTo(ring.position());
        }
        ring.close();
    }
}
