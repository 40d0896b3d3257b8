package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.I32;
import io.headrace.acc.AsyncQueues;
import io.headrace.acc.DataEnvironment;
import io.headrace.acc.DataRegion;
import io.headrace.kernel.Range;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The data environments of two devices of one runtime, one of them without queues of its own. */
class DataOfDevicesTest extends DriverContract {

    private final int[] array = {1, 2, 3};
    private final MemorySegment host = MemorySegment.ofArray(array);

    @Override
    DriverUnderTest driverUnderTest() {
        return new DriverUnderTest("plain", PlainDriver::new);
    }

    private List<Device> devices() {
        return open(options().drivers(new PlainDriver(), new InlineDriver(new AtomicInteger())))
                .devices();
    }

    private static void negate(AsyncQueues acc, MemorySegment host) {
        I32 x = acc.data().i32(host);
        acc.queue(1).launch(Range.of(x.length()), i -> x.set(i, -x.get(i)));
    }

    @Test
    void eachDeviceHasItsOwnPresentTable() throws InterruptedException {
        List<Device> devices = devices();
        AsyncQueues first = AsyncQueues.of(devices.getFirst());
        AsyncQueues second = AsyncQueues.of(devices.getLast());
        first.data().copyIn(host, 1);
        assertThat(first.data().present(host)).isTrue();
        assertThat(second.data().present(host)).isFalse();
        second.data().copyIn(host, 1);
        negate(second, host);
        first.data().delete(host, 1);
        assertThat(first.data().present(host)).isFalse();
        assertThat(second.data().present(host)).isTrue();
        second.data().copyOut(host, 1);
        assertThat(first.await(1, LIMIT)).isTrue();
        assertThat(second.await(1, LIMIT)).isTrue();
        assertThat(array).containsExactly(-1, -2, -3);
    }

    @Test
    void aBufferOfAnotherDeviceIsNoDevicePointer() {
        List<Device> devices = devices();
        DataEnvironment data = AsyncQueues.of(devices.getFirst()).data();
        try (Buffer other = devices.getLast().buffer(12)) {
            assertThatThrownBy(() -> data.map(host, other))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("another device");
            assertThatThrownBy(() -> data.copyToDevice(host, other)).isInstanceOf(IllegalArgumentException.class);
            assertThat(data.present(host)).isFalse();
        }
    }

    @Test
    void onADeviceWithoutQueuesDataIsThereWhenTheCallReturns() {
        AsyncQueues acc = AsyncQueues.of(devices().getLast());
        DataEnvironment data = acc.data();
        try (DataRegion region = data.region(1).copy(host).enter()) {
            assertThat(region).isNotNull();
            negate(acc, host);
            assertThat(acc.test(1)).isTrue();
            data.updateHost(host.asSlice(0, 4), 2, 1);
            assertThat(array).containsExactly(-1, 2, 3);
        }
        assertThat(array).containsExactly(-1, -2, -3);
    }
}
