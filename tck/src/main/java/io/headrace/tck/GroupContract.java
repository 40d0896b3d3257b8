package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.I32;
import io.headrace.I64;
import io.headrace.Stream;
import io.headrace.error.GroupKernelException;
import io.headrace.error.KernelException;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.kernel.Group;
import io.headrace.kernel.GroupKernel;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Kernels that run group by group, in phases, with memory of their group. */
abstract class GroupContract extends DriverContract {

    @Test
    void eachItemOfOneDimensionRunsOnceInEachPhase() throws InterruptedException {
        Device device = device();
        for (int[] size : new int[][] {{1, 1}, {1, 64}, {64, 64}, {65, 64}, {1_000, 7}, {100_003, 256}}) {
            AtomicIntegerArray runs = new AtomicIntegerArray(size[0]);
            try (Stream stream = device.stream()) {
                finish(stream.launch(Range.of(size[0]).group(size[1]), group -> {
                    group.forEach(x -> runs.incrementAndGet((int) group.globalX(x)));
                    group.forEach(x -> runs.addAndGet((int) group.globalX(x), 2));
                }));
            }
            assertAllAre(3, runs);
        }
    }

    @Test
    void eachItemOfTwoDimensionsRunsOnceInEachPhase() throws InterruptedException {
        Device device = device();
        for (int[] size : new int[][] {{1, 1, 8, 8}, {16, 16, 8, 8}, {17, 15, 8, 4}, {1_021, 509, 32, 16}}) {
            int width = size[0];
            AtomicIntegerArray runs = new AtomicIntegerArray(width * size[1]);
            try (Stream stream = device.stream()) {
                finish(stream.launch(Range.of(width, size[1]).group(size[2], size[3]), group -> {
                    group.forEach((x, y) -> runs.incrementAndGet((int) (group.globalY(y) * width + group.globalX(x))));
                    group.forEach((x, y) -> runs.addAndGet((int) (group.globalY(y) * width + group.globalX(x)), 2));
                }));
            }
            assertAllAre(3, runs);
        }
    }

    @Test
    void eachItemOfThreeDimensionsRunsOnce() throws InterruptedException {
        Device device = device();
        for (int[] size : new int[][] {{1, 1, 1, 2, 2, 2}, {8, 8, 8, 2, 4, 8}, {101, 61, 37, 16, 8, 4}}) {
            int width = size[0];
            int height = size[1];
            AtomicIntegerArray runs = new AtomicIntegerArray(width * height * size[2]);
            try (Stream stream = device.stream()) {
                finish(stream.launch(
                        Range.of(width, height, size[2]).group(size[3], size[4], size[5]),
                        group -> group.forEach((x, y, z) -> runs.incrementAndGet(
                                (int) ((group.globalZ(z) * height + group.globalY(y)) * width + group.globalX(x))))));
            }
            assertAllAre(1, runs);
        }
    }

    @Test
    void groupsAtTheEdgesAreSmallerAndEachKnowsItsPlace() throws InterruptedException {
        Device device = device();
        GroupedRange range = Range.of(10, 7).group(4, 3);
        long[] places = new long[9 * 7];
        try (I64 seen = device.i64(places.length);
                Stream stream = device.stream()) {
            finish(stream.launch(range, group -> {
                        long[] place = {
                            group.groupX(),
                            group.groupY(),
                            group.groupZ(),
                            group.sizeX(),
                            group.sizeY(),
                            group.sizeZ(),
                            group.size() + 100L * group.dimensions()
                        };
                        for (int i = 0; i < place.length; i++) {
                            seen.set(group.index() * place.length + i, place[i]);
                        }
                    })
                    .copy(seen, places));
        }
        assertThat(range.groups()).isEqualTo(Range.of(3, 3));
        assertThat(places)
                .containsExactly(
                        0, 0, 0, 4, 3, 1, 212, 1, 0, 0, 4, 3, 1, 212, 2, 0, 0, 2, 3, 1, 206, //
                        0, 1, 0, 4, 3, 1, 212, 1, 1, 0, 4, 3, 1, 212, 2, 1, 0, 2, 3, 1, 206, //
                        0, 2, 0, 4, 1, 1, 204, 1, 2, 0, 4, 1, 1, 204, 2, 2, 0, 2, 1, 1, 202);
    }

    @Test
    void aPhaseSeesWhatTheOneBeforeItWroteToGroupMemory() throws InterruptedException {
        Device device = device();
        int n = 10_007;
        float[] back = new float[n];
        try (F32 x = device.f32(n);
                Stream stream = device.stream()) {
            finish(stream.launch(Range.of(n), i -> x.set(i, (float) i))
                    .launch(Range.of(n).group(64), group -> {
                        float[] part = group.floats(64);
                        group.forEach(i -> part[i] = x.get(group.globalX(i)));
                        group.forEach(i -> x.set(group.globalX(i), part[group.size() - 1 - i]));
                    })
                    .copy(x, back));
        }
        for (int i = 0; i < n; i++) {
            int first = i / 64 * 64;
            int last = Math.min(first + 63, n - 1);
            assertThat(back[i]).isEqualTo(last - (i - first));
        }
    }

    @Test
    void groupMemoryOfEachTypeHoldsZerosInEachGroupAndEachCallGivesAnotherArray() throws InterruptedException {
        Device device = device();
        AtomicInteger wrong = new AtomicInteger();
        try (Stream stream = device.stream()) {
            for (int length : new int[] {100, 50, 100, 0}) {
                finish(stream.launch(Range.of(1_000).group(2), group -> {
                    float[] floats = group.floats(length);
                    float[] others = group.floats(length);
                    double[] doubles = group.doubles(length);
                    int[] ints = group.ints(length);
                    long[] longs = group.longs(length + group.size());
                    byte[] bytes = group.bytes(length);
                    if (floats.length != length || longs.length != length + group.size()) {
                        wrong.incrementAndGet();
                    }
                    for (int i = 0; i < length; i++) {
                        boolean zero = floats[i] == 0;
                        floats[i] = 1;
                        if (!zero || others[i] != 0 || doubles[i] != 0) {
                            wrong.incrementAndGet();
                        }
                        if (ints[i] != 0 || longs[i] != 0 || bytes[i] != 0) {
                            wrong.incrementAndGet();
                        }
                        others[i] = 1;
                        doubles[i] = ints[i] = bytes[i] = 1;
                        longs[i] = 1;
                    }
                }));
            }
        }
        assertThat(wrong).hasValue(0);
    }

    @Test
    void aPhaseWithACountRunsAllItsNumbersInAnyDimensions() throws InterruptedException {
        Device device = device();
        AtomicIntegerArray runs = new AtomicIntegerArray(100);
        GroupKernel kernel = group -> {
            group.forEach(100, runs::incrementAndGet);
            group.forEach(0, runs::incrementAndGet);
        };
        try (Stream stream = device.stream()) {
            finish(stream.launch(Range.of(2).group(1), kernel)
                    .launch(Range.of(2, 1).group(2, 1), kernel)
                    .launch(Range.of(1, 1, 2).group(1, 1, 1), kernel));
        }
        assertAllAre(5, runs);
    }

    @Test
    void zeroItemsRunNothing() throws InterruptedException {
        Device device = device();
        AtomicInteger runs = new AtomicInteger();
        try (Stream stream = device.stream()) {
            finish(stream.launch(Range.of(0).group(8), group -> runs.incrementAndGet())
                    .launch(Range.of(5, 0).group(8, 8), group -> runs.incrementAndGet()));
        }
        assertThat(runs).hasValue(0);
    }

    @Test
    void anExceptionInAPhaseCarriesTheIndicesOfItsGroupAndItem() throws InterruptedException {
        GroupKernelException failure = failureOf(
                Range.of(100, 100).group(16, 8),
                group -> group.forEach((x, y) -> failIf(group.globalX(x) == 99 && group.globalY(y) == 43)));
        assertThat(List.of(failure.groupX(), failure.groupY(), failure.groupZ()))
                .containsExactly(6L, 5L, 0L);
        assertThat(List.of(failure.localX(), failure.localY(), failure.localZ()))
                .containsExactly(3, 3, 0);
        assertThat(List.of(failure.x(), failure.y(), failure.z())).containsExactly(99L, 43L, 0L);
        assertThat(failure)
                .isInstanceOf(KernelException.class)
                .hasCauseInstanceOf(ArithmeticException.class)
                .hasMessageContaining("group x=6 y=5 z=0 at localX=3 localY=3 localZ=0, item x=99 y=43 z=0")
                .hasMessageContaining(ArithmeticException.class.getName());
    }

    @Test
    void anExceptionInAPhaseOfThreeDimensionsCarriesTheItem() throws InterruptedException {
        GroupKernelException failure = failureOf(
                Range.of(9, 9, 9).group(4, 4, 4),
                group -> group.forEach(
                        (x, y, z) -> failIf(group.globalX(x) == 5 && group.globalY(y) == 2 && group.globalZ(z) == 8)));
        assertThat(List.of(failure.groupX(), failure.groupY(), failure.groupZ()))
                .containsExactly(1L, 0L, 2L);
        assertThat(List.of(failure.localX(), failure.localY(), failure.localZ()))
                .containsExactly(1, 2, 0);
        assertThat(List.of(failure.x(), failure.y(), failure.z())).containsExactly(5L, 2L, 8L);
    }

    @Test
    void anExceptionBetweenPhasesCarriesTheGroup() throws InterruptedException {
        GroupKernelException failure = failureOf(Range.of(1_000).group(10), group -> {
            try {
                group.forEach(x -> failIf(x == 3));
            } catch (ArithmeticException caught) {
                group.forEach(5, x -> {});
            }
            failIf(group.groupX() == 42);
        });
        assertThat(failure.groupX()).isEqualTo(42);
        assertThat(failure.x()).isEqualTo(420);
        assertThat(List.of(failure.localX(), failure.localY(), failure.localZ()))
                .containsExactly(-1, -1, -1);
        assertThat(failure).hasMessageContaining("group x=42 y=0 z=0 between phases");
    }

    @Test
    void anExceptionInAPhaseWithACountCarriesItsNumber() throws InterruptedException {
        GroupKernelException failure = failureOf(
                Range.of(100).group(10), group -> group.forEach(99, i -> failIf(group.groupX() == 7 && i == 77)));
        assertThat(failure.groupX()).isEqualTo(7);
        assertThat(failure.localX()).isEqualTo(77);
        assertThat(failure.x()).isEqualTo(70);
    }

    @Test
    void afterAFailureTheNextLaunchRuns() throws InterruptedException {
        Device device = device();
        AtomicInteger runs = new AtomicInteger();
        try (Stream stream = device.stream()) {
            stream.launch(Range.of(4).group(2), group -> group.forEach(x -> failIf(true)))
                    .launch(Range.of(4).group(2), group -> runs.incrementAndGet());
            assertThatThrownBy(() -> finish(stream)).isInstanceOf(GroupKernelException.class);
            assertThat(runs).hasValue(0);
            finish(stream.launch(Range.of(4).group(2), group -> group.forEach(x -> runs.incrementAndGet())));
        }
        assertThat(runs).hasValue(4);
    }

    @Test
    void whatAGroupCannotDoIsAnError() throws InterruptedException {
        assertFails(IllegalStateException.class, group -> group.forEach(x -> group.forEach(1, y -> {})));
        assertFails(IllegalStateException.class, group -> group.forEach(x -> group.ints(1)));
        assertFails(IllegalStateException.class, group -> group.forEach((x, y) -> {}));
        assertFails(IllegalStateException.class, group -> group.forEach((x, y, z) -> {}));
        assertFails(IllegalArgumentException.class, group -> group.doubles(-1));
        assertFails(ResourcesExhaustedException.class, group -> group.longs(Integer.MAX_VALUE));
        assertFails(ResourcesExhaustedException.class, group -> {
            while (true) {
                group.bytes(1_000);
            }
        });
    }

    @Test
    void theLimitOfGroupMemoryIsNamedAndHoldsForEachGroupAlone() throws InterruptedException {
        GroupKernelException failure = failureOf(Range.of(1).group(1), group -> group.floats(1 << 28));
        assertThat(failure.getCause()).hasMessageContaining("limitBytes=");
        Device device = device();
        try (Stream stream = device.stream()) {
            finish(stream.launch(Range.of(1_000).group(1), group -> group.floats(4_000)));
        }
    }

    @Test
    void oneGroupKernelMayRunOnManyStreamsAtOnce() throws InterruptedException {
        Device device = device();
        int n = 20_000;
        List<Stream> streams = new ArrayList<>();
        List<I32> views = new ArrayList<>();
        for (int s = 0; s < 8; s++) {
            I32 view = device.i32(n);
            views.add(view);
            Stream stream = device.stream();
            streams.add(stream);
            for (int i = 0; i < 10; i++) {
                stream.launch(Range.of(n).group(100), group -> {
                    int[] next = group.ints(group.size());
                    group.forEach(x -> next[x] = view.get(group.globalX(x)) + 1);
                    group.forEach(x -> view.set(group.globalX(x), next[x]));
                });
            }
        }
        for (int s = 0; s < 8; s++) {
            int[] back = new int[n];
            finish(streams.get(s).copy(views.get(s), back));
            assertThat(back).containsOnly(10);
        }
    }

    @Test
    void groupKernelsWaitTheirTurnAndMayBeOffered() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        AtomicInteger runs = new AtomicInteger();
        try (Stream stream = device.stream()) {
            gate.hold(stream);
            assertThat(stream.offerLaunch(Range.of(6).group(2), group -> runs.addAndGet(group.size())))
                    .isTrue();
            assertThat(runs).hasValue(0);
            gate.open();
            finish(stream);
        }
        assertThat(runs).hasValue(6);
    }

    @Test
    void aRangeInDefaultGroupsHasEachItemOnceAndAboutAsManyGroupsAsTheKnobSays() throws InterruptedException {
        Device device = device();
        for (Range range :
                List.of(Range.of(1), Range.of(1_000_003), Range.of(1_000, 3), Range.of(3, 1_000), Range.of(5, 7, 11))) {
            GroupedRange groups = device.inGroups(range);
            assertThat(groups.items()).isEqualTo(range);
            assertThat(groups.groups().items()).isBetween(1L, 2L * device.defaultGroups());
            assertThat(groups.groups().items())
                    .isGreaterThanOrEqualTo(Math.min(range.items(), device.defaultGroups()) / 2);
            I32 sum = device.i32(1);
            int[] back = new int[1];
            try (sum;
                    Stream stream = device.stream()) {
                finish(stream.launch(groups, group -> sum.getAndAdd(0, group.size()))
                        .copy(sum, back));
            }
            assertThat(back[0]).isEqualTo((int) range.items());
        }
    }

    private void assertFails(Class<? extends Throwable> cause, Consumer<Group> kernel) throws InterruptedException {
        assertThat(failureOf(Range.of(3).group(3), kernel::accept)).hasCauseInstanceOf(cause);
    }

    private GroupKernelException failureOf(GroupedRange range, GroupKernel kernel) throws InterruptedException {
        try (Stream stream = device().stream()) {
            finish(stream.launch(range, kernel));
        } catch (GroupKernelException failure) {
            return failure;
        } finally {
            closeAllHandles();
        }
        throw new AssertionError("the launch was to fail: " + range);
    }

    private static void failIf(boolean bad) {
        if (bad) {
            throw new ArithmeticException("on purpose");
        }
    }

    private static void assertAllAre(int expected, AtomicIntegerArray runs) {
        for (int i = 0; i < runs.length(); i++) {
            if (runs.get(i) != expected) {
                assertThat(runs.get(i)).as("runs of item " + i).isEqualTo(expected);
            }
        }
    }
}
