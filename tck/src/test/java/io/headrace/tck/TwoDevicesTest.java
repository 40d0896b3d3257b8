package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.HeadraceOptions;
import io.headrace.acc.AsyncQueues;
import io.headrace.kernel.Range;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Async queues of two devices of one runtime. */
class TwoDevicesTest extends DriverContract {

    private static final Range ONE = Range.of(1);

    @Override
    DriverUnderTest driverUnderTest() {
        return new DriverUnderTest("plain", PlainDriver::new);
    }

    private List<Device> devices() {
        HeadraceOptions options = options().drivers(new PlainDriver(), new InlineDriver(new AtomicInteger()));
        return open(options).devices();
    }

    @Test
    void theSameNumberIsAnotherQueueOnEachDevice() {
        List<Device> devices = devices();
        AsyncQueues first = AsyncQueues.of(devices.getFirst());
        AsyncQueues second = AsyncQueues.of(devices.getLast());
        assertThat(first).isNotSameAs(second);
        assertThat(first.queue(1)).isNotSameAs(second.queue(1));
        first.setDefault(5);
        assertThat(second.getDefault()).isEqualTo(AsyncQueues.DEFAULT_QUEUE);
        first.setDefault(AsyncQueues.NOVAL);
    }

    // V&V parallel_wait_devnum, wait_devnum
    @Test
    void aWaitListMayNameAnotherDevicesQueues() throws InterruptedException {
        List<Device> devices = devices();
        AsyncQueues first = AsyncQueues.of(devices.getFirst());
        AsyncQueues second = AsyncQueues.of(devices.getLast());
        Gate gate = gate();
        AtomicBoolean ran = new AtomicBoolean();
        first.queue(1).hostCall(gate::pass);
        second.queue(1).after(first, 1, 2).launch(ONE, i -> ran.set(gate.isOpen()));
        assertThat(second.test(1)).isFalse();
        gate.open();
        assertThat(second.await(1, LIMIT)).isTrue();
        assertThat(ran).isTrue();
        assertThat(first.queues()).hasSize(1);
    }
}
