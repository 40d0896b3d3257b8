package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.I32;
import io.headrace.acc.AsyncQueues;
import io.headrace.acc.DataClauses;
import io.headrace.acc.DataEnvironment;
import io.headrace.acc.DataRegion;
import io.headrace.error.ClosedException;
import io.headrace.error.NotPresentException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.Range;
import io.headrace.tck.fault.Faults;
import io.headrace.tck.fault.FaultyDriver;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The present table: what host memory is present, by which counts, and what is refused. */
abstract class AccDataContract extends DriverContract {

    private final Faults faults = new Faults();

    private Device device;
    private AsyncQueues acc;
    private DataEnvironment data;

    @BeforeEach
    void openTheDevice() {
        device = device(options(new FaultyDriver(driver(), faults)));
        acc = AsyncQueues.of(device);
        data = acc.data();
    }

    private static MemorySegment host(int... array) {
        return MemorySegment.ofArray(array);
    }

    private static void set(MemorySegment host, int value) {
        for (long i = 0; i < host.byteSize() / 4; i++) {
            host.set(ValueLayout.JAVA_INT_UNALIGNED, 4 * i, value);
        }
    }

    private static int get(MemorySegment host, long index) {
        return host.get(ValueLayout.JAVA_INT_UNALIGNED, 4 * index);
    }

    private void finish() throws InterruptedException {
        assertThat(acc.awaitAll(LIMIT)).as("all queues are done").isTrue();
    }

    /** Adds to each element on the default queue. */
    private void add(MemorySegment host, int summand) {
        I32 x = data.i32(host);
        acc.queue().launch(Range.of(x.length()), i -> x.set(i, x.get(i) + summand));
    }

    private int liveMemory() throws InterruptedException {
        finish();
        return faults.liveMemory();
    }

    @Test
    void aDeviceHasOneDataEnvironment() {
        assertThat(acc.data()).isSameAs(data);
        assertThat(AsyncQueues.of(device).data()).isSameAs(data);
    }

    @Test
    void memoryOfAnyKindIsPresentFromItsFirstEnterToItsLastExit() throws InterruptedException {
        int before = faults.liveMemory();
        for (HostMemory kind : HostMemory.values()) {
            MemorySegment host = kind.allocate(40);
            set(host, 1);
            assertThat(data.present(host)).as("before " + kind).isFalse();
            data.copyIn(host);
            data.create(host);
            assertThat(data.present(host)).as("entered " + kind).isTrue();
            data.delete(host);
            assertThat(data.present(host)).as("one exit " + kind).isTrue();
            add(host, 1);
            data.copyOut(host);
            assertThat(data.present(host)).as("two exits " + kind).isFalse();
            finish();
            assertThat(get(host, 0)).as("copied out " + kind).isEqualTo(2);
            assertThat(get(host, 9)).as("copied out " + kind).isEqualTo(2);
        }
        Eventually.isTrue("the memory is freed", () -> faults.liveMemory() == before);
    }

    @Test
    void itDoesNotMatterByWhichSegmentObjectMemoryIsNamed() throws InterruptedException {
        int[] array = {1, 2, 3, 4};
        data.copyIn(MemorySegment.ofArray(array));
        assertThat(data.present(MemorySegment.ofArray(array))).isTrue();
        assertThat(data.present(MemorySegment.ofArray(array).asSlice(4, 8))).isTrue();
        assertThat(data.present(MemorySegment.ofArray(array.clone()))).isFalse();
        add(MemorySegment.ofArray(array), 1);
        data.copyOut(MemorySegment.ofArray(array));
        finish();
        assertThat(array).containsExactly(2, 3, 4, 5);

        MemorySegment whole = Arena.global().allocate(64, 8);
        data.copyIn(whole.asSlice(16, 32));
        MemorySegment again = MemorySegment.ofAddress(whole.address() + 16).reinterpret(32);
        assertThat(data.present(again)).isTrue();
        assertThat(data.present(whole)).isFalse();
        data.delete(again);
        assertThat(data.present(whole.asSlice(16, 32))).isFalse();
    }

    @Test
    void anArrayIsKnownWhereverTheCollectorMovesIt() throws InterruptedException {
        List<int[]> arrays = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            int[] array = {i, i};
            arrays.add(array);
            data.copyIn(MemorySegment.ofArray(array));
        }
        for (int round = 0; round < 3; round++) {
            System.gc();
            for (int i = 0; i < 50; i++) {
                add(MemorySegment.ofArray(arrays.get(i)).asSlice(4), 100);
            }
        }
        for (int[] array : arrays) {
            data.copyOut(MemorySegment.ofArray(array));
        }
        finish();
        for (int i = 0; i < 50; i++) {
            assertThat(arrays.get(i)).containsExactly(i, i + 300);
        }
    }

    @Test
    void aPresentArrayStaysAliveAndOneThatWasDeletedIsNotKept() throws InterruptedException {
        List<WeakReference<int[]>> deleted = new ArrayList<>();
        List<WeakReference<int[]>> present = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            deleted.add(enterAndForget(true));
            present.add(enterAndForget(false));
        }
        finish();
        Eventually.isTrue("deleted arrays are collected", () -> {
            System.gc();
            return deleted.stream().allMatch(array -> array.get() == null);
        });
        assertThat(present).noneMatch(array -> array.get() == null);
    }

    private WeakReference<int[]> enterAndForget(boolean deletes) {
        int[] array = new int[10];
        data.copyIn(MemorySegment.ofArray(array));
        if (deletes) {
            data.delete(MemorySegment.ofArray(array));
        }
        return new WeakReference<>(array);
    }

    @Test
    void aRangeInsideAPresentRangeCountsOnIt() throws InterruptedException {
        int before = liveMemory();
        MemorySegment host = host(1, 2, 3, 4);
        MemorySegment part = host.asSlice(4, 8);
        data.copyIn(host);
        Buffer buffer = data.copyIn(part);
        assertThat(buffer.bytes()).isEqualTo(8);
        assertThat(buffer.nativeAddress()).isEqualTo(data.devicePointerOf(host).nativeAddress() + 4);
        assertThat(faults.liveMemory()).isEqualTo(before + 1);
        data.delete(host);
        assertThat(data.present(host)).isTrue();
        add(host, 10);
        data.copyOut(part);
        finish();
        assertThat(host.toArray(ValueLayout.JAVA_INT)).containsExactly(1, 12, 13, 4);
        assertThat(data.present(host)).isFalse();
    }

    @Test
    void rangesThatTouchAreApart() throws InterruptedException {
        for (MemorySegment host : List.of(host(1, 2, 3, 4), Arena.global().allocate(16, 4))) {
            data.copyIn(host.asSlice(4, 4));
            data.copyIn(host.asSlice(8, 4));
            data.copyIn(host.asSlice(0, 4));
            assertThat(data.present(host.asSlice(4, 8))).isFalse();
            data.delete(host.asSlice(4, 4));
            assertThat(data.present(host.asSlice(0, 4))).isTrue();
            assertThat(data.present(host.asSlice(4, 4))).isFalse();
            assertThat(data.present(host.asSlice(8, 4))).isTrue();
            finish();
        }
    }

    @Test
    void aRangeThatOverlapsOnlyInPartIsAnErrorThatNamesBothAndChangesNothing() throws InterruptedException {
        for (MemorySegment host : List.of(host(1, 2, 3, 4), Arena.global().allocate(16, 4))) {
            MemorySegment present = host.asSlice(4, 8);
            data.copyIn(present);
            int before = liveMemory();
            for (MemorySegment asked : List.of(host, host.asSlice(0, 8), host.asSlice(8, 8), host.asSlice(0, 12))) {
                List<Task.Action> calls = List.of(
                        () -> data.copyIn(asked),
                        () -> data.create(asked),
                        () -> data.copyOut(asked),
                        () -> data.copyOutFinalize(asked),
                        () -> data.delete(asked),
                        () -> data.deleteFinalize(asked),
                        () -> data.updateDevice(asked),
                        () -> data.updateHost(asked),
                        () -> data.devicePointerOf(asked),
                        () -> data.i32(asked),
                        () -> data.region().copyIn(asked).enter(),
                        () -> data.region().present(asked).enter());
                for (Task.Action call : calls) {
                    assertThatThrownBy(call::run)
                            .isInstanceOf(NotPresentException.class)
                            .hasMessageContaining("asked=[")
                            .hasMessageContaining("bytes=" + asked.byteSize())
                            .hasMessageContaining("present=[")
                            .hasMessageContaining("bytes=8");
                }
                assertThat(data.present(asked)).isFalse();
            }
            assertThat(data.present(present)).isTrue();
            assertThat(liveMemory()).isEqualTo(before);
            data.delete(present);
            assertThat(data.present(present)).isFalse();
        }
    }

    @Test
    void exitingWhatIsAbsentDoesNothing() throws InterruptedException {
        MemorySegment host = host(7);
        data.copyOut(host);
        data.copyOutFinalize(host, 1);
        data.delete(host);
        data.deleteFinalize(host, AsyncQueues.SYNC);
        finish();
        assertThat(get(host, 0)).isEqualTo(7);
        data.copyIn(host);
        data.delete(host);
        data.delete(host);
        data.copyIn(host);
        assertThat(data.present(host)).as("counts are not below zero").isTrue();
        data.delete(host);
        assertThat(data.present(host)).isFalse();
    }

    @Test
    void usingWhatIsAbsentIsAnErrorThatNamesTheRange() throws InterruptedException {
        MemorySegment host = host(7, 8, 9);
        List<Task.Action> calls = List.of(
                () -> data.updateDevice(host),
                () -> data.updateHost(host),
                () -> data.devicePointerOf(host),
                () -> data.i32(host),
                () -> data.unmap(host),
                () -> data.region().present(host).enter());
        for (Task.Action call : calls) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(NotPresentException.class)
                    .hasMessageContaining("not present")
                    .hasMessageContaining("int[]")
                    .hasMessageContaining("bytes=12");
        }
        finish();
    }

    @Test
    void structuredAndDynamicCountsAreKeptApart() throws InterruptedException {
        MemorySegment host = host(1);
        DataRegion outer = data.region().copy(host).enter();
        data.delete(host);
        data.deleteFinalize(host);
        assertThat(data.present(host))
                .as("a delete does not take a region's count")
                .isTrue();
        data.copyIn(host);
        data.copyIn(host);
        outer.close();
        assertThat(data.present(host))
                .as("a region does not take dynamic counts")
                .isTrue();
        try (DataRegion inner = data.region().copy(host).enter()) {
            assertThat(inner).isNotNull();
            data.deleteFinalize(host);
            assertThat(data.present(host)).isTrue();
            add(host, 5);
        }
        assertThat(data.present(host)).isFalse();
        finish();
        assertThat(get(host, 0)).isEqualTo(6);
    }

    @Test
    void theClausesOfARegionDoWhatTheirNamesSay() throws InterruptedException {
        MemorySegment in = host(1, 1);
        MemorySegment out = host(2, 2);
        MemorySegment both = host(3, 3);
        MemorySegment created = host(4, 4);
        MemorySegment there = host(5, 5);
        data.copyIn(there);
        try (DataRegion region = data.region()
                .copyIn(in)
                .copyOut(out)
                .copy(both)
                .create(created)
                .present(there)
                .enter()) {
            assertThat(region).isNotNull();
            for (MemorySegment host : List.of(in, out, both, created, there)) {
                add(host, 10);
            }
            data.delete(there);
            assertThat(data.present(there)).isTrue();
        }
        for (MemorySegment host : List.of(in, out, both, created, there)) {
            assertThat(data.present(host)).isFalse();
        }
        finish();
        assertThat(get(in, 0)).isEqualTo(1);
        assertThat(get(out, 1)).isEqualTo(10);
        assertThat(get(both, 0)).isEqualTo(13);
        assertThat(get(created, 1)).isEqualTo(4);
        assertThat(get(there, 0)).isEqualTo(5);
    }

    @Test
    void aRegionCopiesDataOutWhateverOtherClausesMeetTheSameData() throws InterruptedException {
        for (boolean copyFirst : new boolean[] {true, false}) {
            MemorySegment x = host(1, 2, 3, 4);
            DataClauses clauses = data.region(1);
            clauses = copyFirst
                    ? clauses.copy(x).present(x.asSlice(4, 8)).copyIn(x).copy(x.asSlice(0, 4))
                    : clauses.copyIn(x).present(x.asSlice(4, 8)).copy(x);
            try (DataRegion region = clauses.enter()) {
                assertThat(region).isNotNull();
                I32 deviceX = data.i32(x);
                acc.queue(1).launch(Range.of(4), i -> deviceX.set(i, 10 * deviceX.get(i)));
            }
            finish();
            assertThat(x.toArray(ValueLayout.JAVA_INT)).containsExactly(10, 20, 30, 40);
            assertThat(data.present(x)).isFalse();
        }
    }

    @Test
    void aCloseOfPresentMemoryByMistakeIsRefusedAndLosesNothing() throws InterruptedException {
        MemorySegment x = host(1, 2);
        data.copyIn(x);
        Buffer empty = data.copyIn(x.asSlice(4, 0));
        for (Buffer mine : List.of(
                data.devicePointerOf(x), data.i32(x), data.copyIn(x), data.u8(x).slice(0, 4), empty)) {
            assertThatThrownBy(mine::close)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("data environment");
            assertThat(mine.isClosed()).isFalse();
        }
        add(x, 5);
        data.delete(x);
        data.copyOut(x);
        finish();
        assertThat(x.toArray(ValueLayout.JAVA_INT)).containsExactly(6, 7);
        assertThat(data.present(x)).isFalse();
        assertThat(data.copyIn(x.asSlice(4, 0)).isClosed()).isFalse();
    }

    @Test
    void aMappedBufferThatIsClosedIsAnErrorForWhoUsesItAndCanBeUnmapped() throws InterruptedException {
        MemorySegment x = host(1, 2);
        Buffer mine = device.buffer(8);
        data.map(x, mine);
        data.devicePointerOf(x).close();
        assertThat(mine.isClosed()).isTrue();
        assertThatThrownBy(() -> data.updateDevice(x)).isInstanceOf(ClosedException.class);
        data.unmap(x);
        data.copyIn(x);
        add(x, 1);
        data.copyOut(x);
        finish();
        assertThat(x.toArray(ValueLayout.JAVA_INT)).containsExactly(2, 3);
    }

    @Test
    void dataOfAClosedArenaIsNotPresentByItsOwnSegmentEither() throws InterruptedException {
        MemorySegment x;
        try (Arena arena = Arena.ofShared()) {
            x = arena.allocate(16);
            data.copyIn(x, AsyncQueues.SYNC);
        }
        assertThat(data.present(x)).isFalse();
        assertThatThrownBy(() -> data.devicePointerOf(x)).isInstanceOf(NotPresentException.class);
        int live = liveMemory();
        data.delete(x);
        assertThat(liveMemory()).isEqualTo(live - 1);
    }

    @Test
    void onlyTheOutermostRegionOfSomeDataCopiesIt() throws InterruptedException {
        MemorySegment host = host(1);
        try (DataRegion outer = data.region().copy(host).enter()) {
            assertThat(outer).isNotNull();
            add(host, 1);
            try (DataRegion inner = data.region().copy(host).enter()) {
                assertThat(inner).isNotNull();
                add(host, 1);
            }
            finish();
            assertThat(get(host, 0)).isEqualTo(1);
        }
        finish();
        assertThat(get(host, 0)).isEqualTo(3);
    }

    @Test
    void aRegionThatCannotMeetAClauseIsNotEntered() throws InterruptedException {
        int before = liveMemory();
        MemorySegment host = host(1, 2, 3);
        MemorySegment absent = host(4);
        assertThatThrownBy(() -> data.region()
                        .copyIn(host)
                        .create(host.asSlice(4))
                        .present(absent)
                        .enter())
                .isInstanceOf(NotPresentException.class);
        assertThat(data.present(host)).isFalse();
        Eventually.isTrue("the memory is freed", () -> faults.liveMemory() == before);
    }

    @Test
    void aRegionIsClosedOnceAndByAnyThread() throws Exception {
        MemorySegment host = host(1);
        data.copyIn(host);
        DataRegion region = data.region().present(host).enter();
        Task.run(region::close).join();
        region.close();
        data.copyIn(host);
        data.delete(host);
        assertThat(data.present(host)).isTrue();
        data.delete(host);
        assertThat(data.present(host)).isFalse();
    }

    @Test
    void readOnlyMemoryIsCopiedInButNotOut() throws InterruptedException {
        int before = liveMemory();
        for (MemorySegment host : List.of(host(5, 6), Arena.global().allocate(8, 4))) {
            set(host, 5);
            MemorySegment view = host.asReadOnly();
            data.copyIn(view);
            assertThat(data.present(view.asSlice(4))).isTrue();
            assertThat(data.present(host)).isTrue();
            List<Task.Action> calls = List.of(
                    () -> data.copyOut(view),
                    () -> data.copyOutFinalize(view),
                    () -> data.updateHost(view),
                    () -> data.region().copyOut(view).enter(),
                    () -> data.region().copy(view).enter());
            for (Task.Action call : calls) {
                assertThatThrownBy(call::run)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("read-only");
            }
            add(view, 2);
            data.updateDevice(view.asSlice(4));
            add(view, 1);
            data.copyOut(host);
            finish();
            assertThat(get(host, 0)).isEqualTo(8);
            assertThat(get(host, 1)).isEqualTo(6);
            assertThat(data.present(view)).isFalse();
        }
        Eventually.isTrue("the memory is freed", () -> faults.liveMemory() == before);
    }

    @Test
    void aReadOnlyViewOfAPresentArrayIsTheSameData() {
        MemorySegment host = host(1, 2, 3, 4);
        MemorySegment other = host(1, 2, 3, 4);
        data.copyIn(other);
        data.copyIn(host.asSlice(4, 8));
        assertThat(data.present(host.asReadOnly().asSlice(8, 4))).isTrue();
        assertThat(data.present(host.asReadOnly().asSlice(12, 4))).isFalse();
        assertThatThrownBy(() -> data.copyIn(host.asReadOnly())).isInstanceOf(NotPresentException.class);
        data.copyIn(host.asReadOnly().asSlice(4, 4));
        data.delete(host.asSlice(4, 8));
        assertThat(data.present(host.asSlice(4, 8))).isTrue();
        data.delete(host.asReadOnly().asSlice(4, 8));
        assertThat(data.present(host.asSlice(4, 8))).isFalse();
        assertThat(data.present(other.asReadOnly())).isTrue();
    }

    @Test
    void aConfinedArenaIsCopiedInButNotOut() throws InterruptedException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment host = arena.allocateFrom(ValueLayout.JAVA_INT, 1, 2);
            int[] back = new int[2];
            data.copyIn(host);
            set(host, 0);
            List<Task.Action> calls = List.of(
                    () -> data.copyOut(host),
                    () -> data.updateHost(host),
                    () -> data.region().copy(host).enter());
            for (Task.Action call : calls) {
                assertThatThrownBy(call::run)
                        .isInstanceOf(UnsupportedFeatureException.class)
                        .hasMessageContaining("confined");
            }
            data.copyFromDevice(data.devicePointerOf(host), MemorySegment.ofArray(back));
            data.delete(host);
            finish();
            assertThat(back).containsExactly(1, 2);
            assertThat(data.present(host)).isFalse();
        }
    }

    @Test
    void dataOfAClosedArenaIsNotPresentAndCanBeDeleted() throws InterruptedException {
        int before = liveMemory();
        MemorySegment host;
        try (Arena arena = Arena.ofShared()) {
            host = arena.allocate(16, 4);
            data.copyIn(host);
            finish();
        }
        MemorySegment again = MemorySegment.ofAddress(host.address()).reinterpret(16);
        assertThat(data.present(again)).isFalse();
        assertThatThrownBy(() -> data.devicePointerOf(again)).isInstanceOf(NotPresentException.class);
        assertThatThrownBy(() -> data.copyIn(host)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> data.copyOut(host)).isInstanceOf(IllegalArgumentException.class);
        assertThat(faults.liveMemory()).isEqualTo(before + 1);
        data.delete(host);
        Eventually.isTrue("the memory is freed", () -> faults.liveMemory() == before);
    }

    @Test
    void memoryThatGotTheAddressesOfAClosedArenaIsAnotherRange() throws InterruptedException {
        int before = liveMemory();
        MemorySegment block = Arena.global().allocate(32, 8);
        MemorySegment old;
        try (Arena first = Arena.ofShared()) {
            old = block.asSlice(8, 16).reinterpret(first, null);
            data.copyIn(old);
            finish();
        }
        data.create(block);
        assertThat(data.present(block)).isTrue();
        assertThat(faults.liveMemory()).isEqualTo(before + 1);
        data.delete(old);
        assertThat(data.present(block)).as("a late delete of the old range").isTrue();
        data.delete(block);
        Eventually.isTrue("the memory is freed", () -> faults.liveMemory() == before);
    }

    @Test
    void aRegionWhoseMemoryWasClosedSaysSoAndEndsAllTheSame() throws InterruptedException {
        int before = liveMemory();
        MemorySegment other = host(1);
        DataRegion region;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment host = arena.allocate(16, 4);
            region = data.region().copy(host).copy(other).enter();
            add(other, 1);
            finish();
        }
        assertThatThrownBy(region::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed before the region");
        region.close();
        finish();
        assertThat(get(other, 0)).isEqualTo(2);
        Eventually.isTrue("the memory is freed", () -> faults.liveMemory() == before);
    }

    @Test
    void anEmptyRangeHoldsNothing() throws InterruptedException {
        int before = liveMemory();
        MemorySegment host = host(1, 2);
        MemorySegment empty = host.asSlice(4, 0);
        for (MemorySegment range :
                List.of(empty, MemorySegment.NULL, host(), host.asReadOnly().asSlice(4, 0))) {
            assertThat(data.copyIn(range).bytes()).isZero();
            assertThat(data.present(range)).isFalse();
            assertThat(data.i32(range).length()).isZero();
            data.updateDevice(range);
            data.delete(range);
            data.map(range, data.devicePointerOf(range));
            data.unmap(range);
            data.region().copyIn(range).present(range).enter().close();
        }
        data.copyOut(empty);
        data.updateHost(empty);
        finish();
        assertThat(faults.liveMemory()).isEqualTo(before);
        data.copyIn(host);
        assertThat(data.present(empty)).as("where an empty range begins").isTrue();
        assertThat(data.present(empty.asReadOnly())).isTrue();
        assertThat(data.present(host.asSlice(8, 0))).isFalse();
        data.delete(empty);
        assertThat(data.present(host)).isTrue();
    }

    @Test
    void aMappedRangeIsPresentInTheUsersMemoryUntilItIsUnmapped() throws InterruptedException {
        MemorySegment host = host(1, 2);
        try (I32 mine = device.i32(3)) {
            data.map(host, mine);
            int before = faults.liveMemory();
            data.copyIn(host);
            data.delete(host);
            data.delete(host);
            data.deleteFinalize(host);
            data.copyOutFinalize(host);
            finish();
            assertThat(get(host, 0)).isEqualTo(1);
            assertThat(data.present(host)).isTrue();
            assertThat(data.devicePointerOf(host).nativeAddress()).isEqualTo(mine.nativeAddress());
            data.updateDevice(host);
            add(host, 7);
            data.updateHost(host);
            finish();
            assertThat(host.toArray(ValueLayout.JAVA_INT)).containsExactly(8, 9);
            data.unmap(host);
            assertThat(data.present(host)).isFalse();
            assertThat(mine.isClosed()).isFalse();
            assertThat(faults.liveMemory()).isEqualTo(before);
            int[] back = new int[3];
            acc.queue().copy(mine, back);
            finish();
            assertThat(back).containsExactly(8, 9, 0);
        }
    }

    @Test
    void mapsThatDoNotFitAreRefused() throws InterruptedException {
        MemorySegment host = host(1, 2, 3);
        Buffer mine = device.buffer(12);
        assertThatThrownBy(() -> data.map(host, mine.slice(0, 8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bufferBytes=8");
        data.copyIn(host.asSlice(0, 4));
        assertThatThrownBy(() -> data.map(host, mine))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("present");
        assertThatThrownBy(() -> data.unmap(host.asSlice(0, 4)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("mapped");
        data.delete(host.asSlice(0, 4));
        data.map(host, mine);
        assertThatThrownBy(() -> data.map(host.asSlice(4), mine)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> data.unmap(host.asSlice(4))).isInstanceOf(NotPresentException.class);
        DataRegion region = data.region().present(host).enter();
        assertThatThrownBy(() -> data.unmap(host))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("regions=1");
        region.close();
        assertThat(data.present(host)).isTrue();
        data.unmap(host);
        mine.close();
        assertThatThrownBy(() -> data.map(host, mine)).isInstanceOf(ClosedException.class);
        assertThat(data.present(host)).isFalse();
        finish();
    }

    @Test
    void presentRangesAreArgumentsOfLaunchesByTheirViews() throws InterruptedException {
        MemorySegment floats = MemorySegment.ofArray(new float[] {1, 2});
        MemorySegment doubles = MemorySegment.ofArray(new double[] {1, 2});
        MemorySegment longs = MemorySegment.ofArray(new long[] {1, 2});
        MemorySegment ints = host(1, 2);
        MemorySegment bytes = MemorySegment.ofArray(new byte[] {1, 2});
        try (DataRegion region =
                data.region().copy(floats, doubles, longs, ints, bytes).enter()) {
            assertThat(region).isNotNull();
            var f = data.f32(floats);
            var d = data.f64(doubles);
            var l = data.i64(longs);
            var n = data.i32(ints.asSlice(4));
            var b = data.u8(bytes);
            acc.queue().launch(Range.of(2), i -> {
                f.set(i, f.get(i) + 1);
                d.set(i, d.get(i) + 2);
                l.set(i, l.get(i) + 3);
                b.set(i, b.get(i) + 5);
            });
            acc.queue().launch(Range.of(1), i -> n.set(0, n.get(0) + 4));
            assertThatThrownBy(() -> data.i64(ints.asSlice(4))).isInstanceOf(IllegalArgumentException.class);
        }
        finish();
        assertThat(floats.toArray(ValueLayout.JAVA_FLOAT)).containsExactly(2, 3);
        assertThat(doubles.toArray(ValueLayout.JAVA_DOUBLE)).containsExactly(3, 4);
        assertThat(longs.toArray(ValueLayout.JAVA_LONG)).containsExactly(4, 5);
        assertThat(ints.toArray(ValueLayout.JAVA_INT)).containsExactly(1, 6);
        assertThat(bytes.toArray(ValueLayout.JAVA_BYTE)).containsExactly(6, 7);
    }

    @Test
    void aLaunchTakesPresentHostMemoryAsItsArguments() throws InterruptedException {
        MemorySegment x = host(1, 2, 3, 4);
        MemorySegment y = host(10, 20, 30, 40);
        data.copyIn(x, 1);
        data.copyIn(y, 2);
        data.launch(
                Range.of(2),
                List.of(x.asSlice(8, 8), y.asSlice(0, 8)),
                arguments -> {
                    I32 from = arguments.get(0).asI32();
                    I32 to = arguments.get(1).asI32();
                    return i -> to.set(i, to.get(i) + from.get(i));
                },
                2,
                1);
        data.copyOut(y, 2);
        finish();
        assertThat(y.toArray(ValueLayout.JAVA_INT)).containsExactly(13, 24, 30, 40);
    }

    @Test
    void aLaunchWaitsForArgumentsThatAnotherQueueIsStillCopyingIn() throws InterruptedException {
        MemorySegment x = host(1, 2);
        Gate gate = gate();
        gate.hold(acc.queue(1));
        data.copyIn(x, 1);
        data.launch(
                Range.of(2),
                List.of(x),
                arguments -> {
                    I32 mine = arguments.getFirst().asI32();
                    return i -> mine.set(i, 10 * mine.get(i));
                },
                2);
        assertThat(acc.test(2)).isFalse();
        gate.open();
        data.copyOut(x, 2);
        finish();
        assertThat(x.toArray(ValueLayout.JAVA_INT)).containsExactly(10, 20);
    }

    @Test
    void launchesOfTwoAndThreeDimensionsAndOfGroupsTakePresentHostMemoryToo() throws InterruptedException {
        MemorySegment x = host(new int[24]);
        List<MemorySegment> arguments = List.of(x);
        data.create(x);
        data.launch2D(Range.of(4, 6), arguments, device -> {
            I32 mine = device.getFirst().asI32();
            return (i, j) -> mine.set(6 * i + j, mine.get(6 * i + j) + 1);
        });
        data.launch3D(Range.of(2, 3, 4), arguments, device -> {
            I32 mine = device.getFirst().asI32();
            return (i, j, k) -> mine.set(12 * i + 4 * j + k, mine.get(12 * i + 4 * j + k) + 10);
        });
        data.launch(Range.of(24).group(6), arguments, device -> {
            I32 mine = device.getFirst().asI32();
            return group -> group.forEach(i -> mine.set(group.globalX(i), mine.get(group.globalX(i)) + 100));
        });
        data.copyOut(x);
        finish();
        assertThat(x.toArray(ValueLayout.JAVA_INT)).containsOnly(111);
        MemorySegment absent = host(1);
        List<Task.Action> calls = List.of(
                () -> data.launch2D(Range.of(1, 1), List.of(absent), device -> (i, j) -> {}, 3),
                () -> data.launch3D(Range.of(1, 1, 1), List.of(absent), device -> (i, j, k) -> {}, 3),
                () -> data.launch(Range.of(1).group(1), List.of(absent), device -> group -> {}, 3));
        for (Task.Action call : calls) {
            assertThatThrownBy(call::run).isInstanceOf(NotPresentException.class);
        }
    }

    @Test
    void aLaunchWhoseArgumentIsAbsentIsAnErrorAndMakesNoQueue() {
        MemorySegment x = host(1, 2);
        data.copyIn(x, AsyncQueues.SYNC);
        int queues = acc.queues().size();
        assertThatThrownBy(() -> data.launch(
                        Range.of(2),
                        List.of(x, host(3, 4)),
                        arguments -> i -> {
                            throw new AssertionError("the kernel must not run");
                        },
                        7))
                .isInstanceOf(NotPresentException.class)
                .hasMessageContaining("is not present");
        assertThat(acc.queues()).hasSize(queues);
    }

    @Test
    void numbersBelowSyncAreRefusedAndChangeNothing() {
        MemorySegment host = host(1);
        List<Task.Action> calls = List.of(
                () -> data.copyIn(host, -3),
                () -> data.create(host, 1, -3),
                () -> data.copyToDevice(host, device.buffer(4), -3),
                () -> data.region(-3).copyIn(host).enter(),
                () -> data.region(1, 0, -4).copyIn(host).enter());
        for (Task.Action call : calls) {
            assertThatThrownBy(call::run).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(acc.queues()).isEmpty();
        assertThat(data.present(host)).isFalse();
        data.copyIn(host);
        assertThatThrownBy(() -> data.delete(host, -3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> data.copyOut(host, 0, 1, -3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> data.updateHost(host, -3)).isInstanceOf(IllegalArgumentException.class);
        assertThat(data.present(host)).isTrue();
    }

    @Test
    void theEndOfTheRuntimeFreesAllAndUseAfterItIsAnError() {
        MemorySegment host = host(1);
        Gate gate = gate();
        acc.queue(1).launch(Range.of(1), i -> gate.pass());
        data.copyIn(host, 1);
        data.copyIn(Arena.global().allocate(8, 4));
        DataRegion region = data.region().create(host(2)).enter();
        WeakReference<int[]> array = enterAndForget(false);
        gate.open();
        closeAllHandles();
        assertThat(faults.liveMemory()).isZero();
        Eventually.isTrue("the array is collected", () -> {
            System.gc();
            return array.get() == null;
        });
        List<Task.Action> calls = List.of(
                () -> data.present(host),
                () -> data.copyIn(host),
                () -> data.delete(host),
                () -> data.updateHost(host),
                () -> data.i32(host),
                () -> data.map(host, data.devicePointerOf(host)),
                () -> data.unmap(host),
                () -> data.region().create(host).enter(),
                () -> data.copyToDevice(host, data.devicePointerOf(host)),
                () -> acc.data());
        for (Task.Action call : calls) {
            assertThatThrownBy(call::run).isInstanceOf(ClosedException.class);
        }
        region.close();
    }
}
