package io.headrace.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class HostArenasTest {

    private static final long PAGE = 4096;

    private record Block(long address, long bytes) {}

    private final HostArenas arenas = new HostArenas();

    @Test
    void smallOnesMakeRoomForLargeOnesAndTheOtherWayRound() {
        Set<Long> pages = new HashSet<>();
        long large = arenas.take(256 * PAGE);
        for (int round = 0; round < 3; round++) {
            arenas.giveBack(large, 256 * PAGE);
            List<Long> small = new ArrayList<>();
            for (int i = 0; i < 256; i++) {
                small.add(arenas.take(PAGE));
            }
            pages.addAll(small);
            // Each has a free neighbour on no side, on one, or on both.
            for (int i = 0; i < 256; i += 2) {
                arenas.giveBack(small.get(i), PAGE);
            }
            for (int i = 1; i < 256; i += 2) {
                arenas.giveBack(small.get(i), PAGE);
            }
            assertThat(arenas.take(256 * PAGE)).isEqualTo(large);
        }
        assertThat(pages).hasSize(256);
    }

    @Test
    void noTwoThatAreOutOverlapAndAllAreWholePages() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<Block> out = new ArrayList<>();
        TreeMap<Long, Long> ends = new TreeMap<>();
        for (int i = 0; i < 20_000; i++) {
            if (out.size() < 50 || random.nextInt(200) > out.size()) {
                long bytes = PAGE * (1 + random.nextInt(random.nextInt(10) == 0 ? 300 : 5));
                long address = arenas.take(bytes);
                assertThat(address % PAGE).isZero();
                var before = ends.lowerEntry(address + bytes);
                if (before != null) {
                    assertThat(before.getValue()).as("seed=%d", seed).isLessThanOrEqualTo(address);
                }
                ends.put(address, address + bytes);
                out.add(new Block(address, bytes));
            } else {
                Block block = out.remove(random.nextInt(out.size()));
                ends.remove(block.address);
                arenas.giveBack(block.address, block.bytes);
            }
        }
        out.forEach(block -> arenas.giveBack(block.address, block.bytes));
    }

    @Test
    void threadsNeverGetTheSamePages() throws InterruptedException {
        Set<Long> out = ConcurrentHashMap.newKeySet();
        Crew.all(4, number -> {
            for (int i = 0; i < 5_000; i++) {
                long address = arenas.take(PAGE);
                assertThat(out.add(address)).isTrue();
                out.remove(address);
                arenas.giveBack(address, PAGE);
            }
        });
    }
}
