package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.I32;
import io.headrace.acc.AsyncQueues;
import io.headrace.acc.DataEnvironment;
import io.headrace.acc.DataRegion;
import io.headrace.config.Knob;
import io.headrace.error.HeadraceException;
import io.headrace.error.NotPresentException;
import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.kernel.Range;
import io.headrace.tck.fault.Faults;
import io.headrace.tck.fault.FaultyDriver;
import io.headrace.tck.fault.Point;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What fails or is slow while data is brought or taken: the present table is as it was, and others go on. */
abstract class AccDataFaultContract extends DriverContract {

    private final Faults faults = new Faults();
    private final int[] array = {1, 2, 3};
    private final MemorySegment host = MemorySegment.ofArray(array);

    private Device device;
    private AsyncQueues acc;
    private DataEnvironment data;
    private int before;

    @BeforeEach
    void openTheDevice() {
        device = device(options(new FaultyDriver(driver(), faults)).with(Knob.COPY_THRESHOLD, 0));
        acc = AsyncQueues.of(device);
        data = acc.data();
        before = faults.liveMemory();
    }

    private static RuntimeException noMemory() {
        return new OutOfDeviceMemoryException("planned: no memory");
    }

    private static RuntimeException noCopy() {
        return new IllegalStateException("planned: no copy");
    }

    private void finish(int number) throws InterruptedException {
        assertThat(acc.await(number, LIMIT)).as("queue " + number + " is done").isTrue();
    }

    private void memoryIsFree() {
        Eventually.isTrue("the memory is freed", () -> faults.liveMemory() == before);
    }

    @Test
    void aFailedAllocationLeavesTheRangeAbsent() throws InterruptedException {
        for (int number : new int[] {1, AsyncQueues.SYNC}) {
            faults.failNth(Point.ALLOCATION, 1, AccDataFaultContract::noMemory);
            assertThatThrownBy(() -> data.copyIn(host, number)).isInstanceOf(OutOfDeviceMemoryException.class);
            assertThat(data.present(host)).isFalse();
            data.copyIn(host, number);
            assertThat(data.present(host)).isTrue();
            data.delete(host, number);
            assertThat(data.present(host)).as("one count").isFalse();
            finish(number);
        }
        memoryIsFree();
    }

    @Test
    void aFailedAllocationForTheLastClauseLeavesNothingOfARegion() {
        MemorySegment other = MemorySegment.ofArray(new int[1]);
        data.copyIn(other, AsyncQueues.SYNC);
        faults.failNth(Point.ALLOCATION, 2, AccDataFaultContract::noMemory);
        assertThatThrownBy(() -> data.region(1)
                        .present(other)
                        .create(host.asSlice(0, 4))
                        .copy(host.asSlice(4, 4))
                        .enter())
                .isInstanceOf(OutOfDeviceMemoryException.class);
        assertThat(data.present(host.asSlice(0, 4))).isFalse();
        assertThat(data.present(host.asSlice(4, 4))).isFalse();
        data.delete(other);
        assertThat(data.present(other)).as("only the first count is left").isFalse();
        memoryIsFree();
    }

    @Test
    void aCopyInThatCannotBeEnqueuedLeavesTheRangeAbsent() {
        if (device.info().engines().isEmpty()) {
            return;
        }
        faults.failNth(
                Point.ENGINE_QUEUE_CREATION, 1, () -> new ResourcesExhaustedException("planned: no doorbell left"));
        assertThatThrownBy(() -> data.copyIn(host, 1)).isInstanceOf(ResourcesExhaustedException.class);
        assertThat(data.present(host)).isFalse();
        memoryIsFree();
    }

    @Test
    void aSynchronousCopyInThatFailsLeavesTheRangeAbsent() {
        faults.failNth(Point.COPY, 1, AccDataFaultContract::noCopy);
        assertThatThrownBy(() -> data.copyIn(host, AsyncQueues.SYNC))
                .isInstanceOf(HeadraceException.class)
                .hasStackTraceContaining("planned: no copy");
        assertThat(data.present(host)).isFalse();
        memoryIsFree();
        data.copyIn(host, AsyncQueues.SYNC);
        data.delete(host);
        assertThat(data.present(host)).isFalse();
    }

    @Test
    void aCopyInThatFailsOnItsQueueFailsTheQueuesThatCountOnIt() throws InterruptedException {
        Gate gate = gate();
        acc.queue(1).launch(Range.of(1), i -> gate.pass());
        faults.failNth(Point.COPY, 1, AccDataFaultContract::noCopy);
        data.copyIn(host, 1);
        data.copyIn(host, 2);
        gate.open();
        for (int number = 1; number <= 2; number++) {
            int queue = number;
            assertThatThrownBy(() -> acc.await(queue, LIMIT))
                    .isInstanceOf(HeadraceException.class)
                    .hasStackTraceContaining("planned: no copy");
        }
        assertThatThrownBy(() -> data.copyIn(host, AsyncQueues.SYNC)).hasStackTraceContaining("planned: no copy");
        data.delete(host);
        data.delete(host);
        assertThat(data.present(host)).as("two counts").isFalse();
        memoryIsFree();
        data.copyIn(host, 1);
        I32 x = data.i32(host);
        acc.queue(1).launch(Range.of(3), i -> x.set(i, -x.get(i)));
        data.copyOut(host, 1);
        finish(1);
        assertThat(array).containsExactly(-1, -2, -3);
    }

    @Test
    void dataWhoseCopyInFailedIsPutRightByAnUpdateOfAllOfIt() throws InterruptedException {
        faults.failNth(Point.COPY, 1, AccDataFaultContract::noCopy);
        data.copyIn(host, 1);
        assertThatThrownBy(() -> acc.await(1, LIMIT)).hasStackTraceContaining("planned: no copy");
        data.updateDevice(host.asSlice(0, 4), 1);
        finish(1);
        assertThatThrownBy(() -> data.copyIn(host, AsyncQueues.SYNC))
                .as("a part of it does not put it right")
                .hasStackTraceContaining("planned: no copy");
        Gate gate = gate();
        gate.hold(acc.queue(1));
        data.updateDevice(host, 1);
        data.copyIn(host, 2);
        I32 x = data.i32(host);
        acc.queue(2).launch(Range.of(3), i -> x.set(i, -x.get(i)));
        assertThat(acc.test(2)).as("it waits for the update").isFalse();
        gate.open();
        data.delete(host, 2);
        data.copyOut(host, 2);
        finish(1);
        finish(2);
        assertThat(array).containsExactly(-1, -2, -3);
        memoryIsFree();
    }

    @Test
    void anUpdateDuringWhichTheDataIsDeletedSaysThatItIsNotPresent() throws Exception {
        for (boolean toDevice : new boolean[] {true, false}) {
            Gate gate = gate();
            data.copyIn(host, AsyncQueues.SYNC);
            gate.hold(acc.queue(1));
            Task<Boolean> updating = Task.run(() -> update(toDevice));
            Eventually.isBlocked(updating.thread());
            data.delete(host);
            gate.open();
            assertThat(updating.failure()).isInstanceOf(NotPresentException.class);
        }
        memoryIsFree();
    }

    @Test
    void anUpdateDuringWhichTheDataIsDeletedAndEnteredAgainUpdatesTheNewOne() throws Exception {
        Gate gate = gate();
        data.copyIn(host, AsyncQueues.SYNC);
        gate.hold(acc.queue(1));
        Task<Boolean> updating = Task.run(() -> update(false));
        Eventually.isBlocked(updating.thread());
        data.delete(host);
        data.create(host, AsyncQueues.SYNC);
        gate.open();
        updating.join();
        assertThat(array).containsOnly(0);
    }

    /** Waits for queue 1 between the look for the data and the copy. */
    private void update(boolean toDevice) {
        if (toDevice) {
            data.updateDevice(host, AsyncQueues.SYNC, 1);
        } else {
            data.updateHost(host, AsyncQueues.SYNC, 1);
        }
    }

    @Test
    void aSynchronousCopyOutThatFailsLeavesTheDataPresent() {
        data.copyIn(host, AsyncQueues.SYNC);
        I32 x = data.i32(host);
        acc.queue(AsyncQueues.SYNC).launch(Range.of(3), i -> x.set(i, -x.get(i)));
        faults.failNth(Point.COPY, 1, AccDataFaultContract::noCopy);
        assertThatThrownBy(() -> data.copyOut(host, AsyncQueues.SYNC)).hasStackTraceContaining("planned: no copy");
        assertThat(data.present(host)).isTrue();
        assertThat(array).containsExactly(1, 2, 3);
        data.copyOut(host, AsyncQueues.SYNC);
        assertThat(data.present(host)).isFalse();
        assertThat(array).containsExactly(-1, -2, -3);
        memoryIsFree();
    }

    @Test
    void aRegionWhoseCopyOutFailsKeepsThatDataAndCanBeClosedAgain() {
        MemorySegment other = MemorySegment.ofArray(new int[1]);
        DataRegion region = data.region(AsyncQueues.SYNC).copy(host, other).enter();
        I32 x = data.i32(host);
        acc.queue(AsyncQueues.SYNC).launch(Range.of(3), i -> x.set(i, -x.get(i)));
        faults.failNth(Point.COPY, 1, AccDataFaultContract::noCopy);
        assertThatThrownBy(region::close).hasStackTraceContaining("planned: no copy");
        assertThat(data.present(host)).isTrue();
        assertThat(data.present(other)).isFalse();
        region.close();
        assertThat(data.present(host)).isFalse();
        assertThat(array).containsExactly(-1, -2, -3);
        memoryIsFree();
    }

    @Test
    void aFailedWaitOfASynchronousCallLeavesTheTableAsItWas() throws InterruptedException {
        acc.queue(1).launch(Range.of(1), i -> {
            throw new IllegalStateException("planned: kernel");
        });
        assertThatThrownBy(() -> data.copyIn(host, AsyncQueues.SYNC, 1)).hasStackTraceContaining("planned: kernel");
        assertThat(data.present(host)).isFalse();
        finish(1);
        memoryIsFree();
    }

    @Test
    void aSlowAllocationHoldsUpOnlyThoseWhoWantTheSameRange() throws Exception {
        Gate allocation = gate();
        MemorySegment other = MemorySegment.ofArray(new int[1]);
        faults.delayNth(Point.ALLOCATION, 1, allocation::pass);
        Task<Boolean> first = Task.run(() -> data.copyIn(host, 1));
        allocation.awaitArrivals(1);
        assertThat(data.present(host)).as("it is not there yet").isFalse();
        data.copyIn(other, 2);
        assertThat(data.present(other)).isTrue();
        data.copyOut(other, 2);
        finish(2);
        Task<Boolean> second = Task.run(() -> data.copyIn(host, 2));
        Task<Boolean> third = Task.run(() -> data.copyOutFinalize(host, 3));
        Eventually.isBlocked(second.thread());
        Eventually.isBlocked(third.thread());
        assertThat(allocation.isOpen()).isFalse();
        allocation.open();
        first.join();
        second.join();
        third.join();
        finish(1);
        finish(2);
        finish(3);
        data.deleteFinalize(host);
        assertThat(data.present(host)).isFalse();
        memoryIsFree();
    }

    @Test
    void whoWaitsForASlowAllocationThatFailsBringsTheDataItself() throws Exception {
        Gate allocation = gate();
        faults.delayNth(Point.ALLOCATION, 1, allocation::pass);
        faults.failNth(Point.ALLOCATION, 1, AccDataFaultContract::noMemory);
        Task<Boolean> first = Task.run(() -> data.copyIn(host, 1));
        allocation.awaitArrivals(1);
        Task<Boolean> second = Task.run(() -> data.copyIn(host, 2));
        Eventually.isBlocked(second.thread());
        allocation.open();
        assertThat(first.failure()).isInstanceOf(OutOfDeviceMemoryException.class);
        second.join();
        assertThat(data.present(host)).isTrue();
        data.delete(host, 2);
        assertThat(data.present(host)).isFalse();
        finish(2);
        memoryIsFree();
    }

    @Test
    void aThreadThatIsInterruptedWhileAnotherBringsTheDataChangesNothing() throws Exception {
        Gate allocation = gate();
        faults.delayNth(Point.ALLOCATION, 1, allocation::pass);
        Task<Boolean> first = Task.run(() -> data.copyIn(host, 1));
        allocation.awaitArrivals(1);
        Task<Boolean> second = Task.run(() -> data.copyIn(host, 2));
        Eventually.isBlocked(second.thread());
        second.interrupt();
        assertThat(second.failure()).isInstanceOf(HeadraceException.class).hasMessageContaining("interrupted");
        allocation.open();
        first.join();
        data.delete(host, 1);
        assertThat(data.present(host)).as("one count").isFalse();
        finish(1);
        memoryIsFree();
    }

    @Test
    void aThreadThatIsInterruptedWhileItWaitsForAnUploadCountsNothing() throws Exception {
        Gate gate = gate();
        acc.queue(1).launch(Range.of(1), i -> gate.pass());
        data.copyIn(host, 1);
        for (Task.Action entering : List.<Task.Action>of(
                () -> data.copyIn(host, AsyncQueues.SYNC),
                () -> data.region(AsyncQueues.SYNC).copy(host).enter(),
                () -> data.region(AsyncQueues.SYNC).present(host).enter())) {
            Task<Boolean> task = Task.run(entering);
            Eventually.isBlocked(task.thread());
            task.interrupt();
            assertThat(task.failure()).isInstanceOf(HeadraceException.class).hasMessageContaining("interrupted");
        }
        data.delete(host, 1);
        assertThat(data.present(host)).as("one count").isFalse();
        gate.open();
        finish(1);
        memoryIsFree();
    }

    @Test
    void memoryThatWasDeletedIsFreedOnlyAfterTheWorkThatUsesIt() throws InterruptedException {
        Gate gate = gate();
        data.copyIn(host, 1);
        I32 x = data.i32(host);
        acc.queue(1).launch(Range.of(3), i -> {
            gate.pass();
            x.set(i, -x.get(i));
        });
        data.updateHost(host, 1);
        data.delete(host, 1);
        assertThat(data.present(host)).isFalse();
        assertThat(faults.liveMemory()).isEqualTo(before + 1);
        gate.open();
        finish(1);
        assertThat(array).containsExactly(-1, -2, -3);
        memoryIsFree();
    }
}
