package io.headrace.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.config.Settings;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.DriverEnvironment;
import org.junit.jupiter.api.Test;

class PinnedHeapTest {

    @Test
    void memoryThatIsFreedAfterItsDeviceWasClosedStillHasTheQueueThatItIsMappedBy() {
        OpenCl.require();
        ClDevice device = (ClDevice) new OpenClDriver()
                .open(new DriverEnvironment(Settings.defaults()))
                .getFirst();
        PinnedHeap heap = device.pinned();
        DeviceMemory memory = device.allocatePinned(100);
        device.close();
        ClContext.CHORES.await();
        assertThat(heap.isReleased()).isFalse();
        memory.free();
        ClContext.CHORES.await();
        assertThat(heap.isReleased()).isTrue();
    }
}
