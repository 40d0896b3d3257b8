package io.headrace.acc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChunkTreeTest {

    private static final class Numbered extends ChunkTree.Chunk {

        private final int number;

        Numbered(int key) {
            super(key);
            this.number = key;
        }
    }

    /** As few slots as can be, so that most chunks share one with others. */
    private final ChunkTree<Numbered> tree = new ChunkTree<>(1, Numbered::new);

    private List<Integer> all() {
        List<Integer> all = new ArrayList<>();
        tree.forEach(chunk -> all.add(chunk.number));
        return all;
    }

    @Test
    void chunksAreFoundByAnyNumbersHoweverTheseLie() {
        long seed = System.nanoTime();
        System.out.println("chunksAreFoundByAnyNumbersHoweverTheseLie seed=" + seed);
        Random random = new Random(seed);
        Set<Integer> keys = new HashSet<>();
        for (int i = 0; i < 2_000; i++) {
            keys.add(i);
            keys.add(i << 20);
            keys.add(Integer.MAX_VALUE - 128 * i);
            keys.add(random.nextInt());
        }
        for (int key : keys) {
            assertThat(tree.find(key)).isNull();
            Numbered made = tree.get(key);
            assertThat(made.number).isEqualTo(key);
            assertThat(tree.get(key)).isSameAs(made);
            assertThat(tree.find(key)).isSameAs(made);
        }
        for (int key : keys) {
            assertThat(tree.get(key).number).isEqualTo(key);
        }
        assertThat(all()).hasSize(keys.size()).containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    void aChunkIsTheSameForAllWhoAskWhileBranchesGrow() throws InterruptedException {
        ConcurrentHashMap<Integer, Numbered> seen = new ConcurrentHashMap<>();
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        AtomicInteger next = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(4);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                start.countDown();
                try {
                    for (int i = next.getAndIncrement(); i < 40_000; i = next.getAndIncrement()) {
                        int key = i / 2 * 1_024;
                        Numbered mine = tree.get(key);
                        Numbered other = seen.putIfAbsent(key, mine);
                        assertThat(other == null || other == mine).isTrue();
                        assertThat(tree.find(key)).isSameAs(mine);
                    }
                } catch (Throwable e) {
                    failures.add(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        assertThat(all()).hasSize(20_000).doesNotHaveDuplicates();
    }
}
