package io.headrace.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.config.Settings;
import io.headrace.error.GroupKernelException;
import io.headrace.kernel.GroupKernel;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.Range;
import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupKernelTest {

    private final HostDevice device = new HostDevice(Settings.defaults());
    private final DriverQueue queue = device.createQueue(0, 8);

    @AfterEach
    void close() {
        queue.close();
        device.close();
    }

    private static TestPacket launch(GroupedRange range, GroupKernel kernel) {
        return new TestPacket(new Command.Launch(HostKernel.of(kernel), kernel, range.items(), range));
    }

    @Test
    void eachKernelClassHasPhaseLoopsOfItsOwn() {
        GroupKernel one = ignored -> {};
        GroupKernel two = ignored -> {};
        GroupLoop loop = (GroupLoop) HostKernel.of(one).loop();
        assertThat(loop.template().isHidden()).isTrue();
        assertThat(((GroupLoop) HostKernel.of(two).loop()).template()).isNotEqualTo(loop.template());
    }

    @Test
    void thePacketInTheRingHoldsTheNumberOfGroups() throws Exception {
        AtomicIntegerArray runs = new AtomicIntegerArray(12);
        launch(Range.of(10, 7).group(3, 3), group -> runs.incrementAndGet((int) group.index()))
                .offerTo(queue)
                .succeeds();
        for (int i = 0; i < runs.length(); i++) {
            assertThat(runs.get(i)).isEqualTo(1);
        }
    }

    @Test
    void slowGroupsAreSharedByThreadsEachWithMemoryOfItsOwn() throws Exception {
        if (device.info().computeUnits() < 2) {
            return;
        }
        Set<String> threads = ConcurrentHashMap.newKeySet();
        Set<Integer> arrays = ConcurrentHashMap.newKeySet();
        GroupKernel kernel = group -> {
            int[] mine = group.ints(1);
            pause();
            arrays.add(System.identityHashCode(mine));
            threads.add(Thread.currentThread().getName());
        };
        // The first launch tells that groups are slow.
        launch(Range.of(800).group(100), kernel).offerTo(queue).succeeds();
        launch(Range.of(800).group(100), kernel).offerTo(queue).succeeds();
        assertThat(threads).contains("headrace-host-queue-0").hasSizeGreaterThan(1);
        assertThat(arrays).hasSizeGreaterThanOrEqualTo(threads.size());
    }

    @Test
    void groupsBeyondTheIntegersHaveTheRightIndices() {
        long far = 1L << 40;
        GroupedRange range = Range.of(far).group(16);
        GroupKernel kernel = group -> group.forEach(x -> {
            if (group.globalX(x) == far - 1) {
                throw new ArithmeticException("on purpose");
            }
        });
        Grid grid = new Grid(range.groups().x(), 1, 1, range);
        Throwable failure = null;
        try {
            HostKernel.of(kernel).loop().run(kernel, grid, grid.items() - 2, grid.items());
        } catch (GroupKernelException e) {
            failure = e;
        }
        assertThat(failure).isInstanceOfSatisfying(GroupKernelException.class, e -> {
            assertThat(e.x()).isEqualTo(far - 1);
            assertThat(e.groupX()).isEqualTo(far / 16 - 1);
            assertThat(e.localX()).isEqualTo(15);
        });
    }

    private static void pause() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(2)) {
            Thread.onSpinWait();
        }
    }
}
