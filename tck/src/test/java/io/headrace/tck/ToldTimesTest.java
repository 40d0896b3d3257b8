package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Headrace;
import io.headrace.Stream;
import io.headrace.Trace;
import io.headrace.kernel.Range;
import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import io.headrace.tck.forward.ForwardingDevice;
import io.headrace.tck.forward.ForwardingPacket;
import io.headrace.tck.forward.ForwardingQueue;
import io.headrace.trace.OperationRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Records of a device that tells when its packets ran. */
class ToldTimesTest extends DriverContract {

    private static final Range ONE = Range.of(1);

    /** Operations of this device are over before anybody can look, and long. */
    private static final long TAKEN_NANOS = 1_000_000_000_000L;

    private static final long START_TICKS = 77;
    private static final long END_TICKS = 99;

    @Override
    DriverUnderTest driverUnderTest() {
        return new DriverUnderTest("telling", TellingDriver::new);
    }

    @Test
    void aRecordHasTheTimesAndTheTicksThatItsDeviceTold() throws InterruptedException {
        Headrace headrace = open(options());
        RecordList list = new RecordList();
        try (Stream stream = headrace.device().stream()) {
            Trace trace = headrace.trace(list);
            finish(stream.launch(ONE, i -> {}).launch(ONE, i -> {}));
            List<OperationRecord> records = list.of(trace);
            assertThat(records).hasSize(2).allSatisfy(one -> {
                assertThat(one.endedNanos() - one.startedNanos()).isEqualTo(TAKEN_NANOS);
                assertThat(one.startTicks()).isEqualTo(START_TICKS);
                assertThat(one.endTicks()).isEqualTo(END_TICKS);
            });
        }
    }

    private static final class TellingDriver implements Driver {

        private final Driver plain = new PlainDriver();

        @Override
        public String name() {
            return "telling";
        }

        @Override
        public Usability usability() {
            return plain.usability();
        }

        @Override
        public List<DriverDevice> open(DriverEnvironment environment) {
            return plain.open(environment).stream()
                    .<DriverDevice>map(TellingDevice::new)
                    .toList();
        }
    }

    private static final class TellingDevice extends ForwardingDevice {

        TellingDevice(DriverDevice device) {
            super(device);
        }

        @Override
        public DriverQueue createQueue(int index, int size) {
            return new ForwardingQueue(super.createQueue(index, size)) {
                @Override
                public long offer(Packet packet) {
                    return super.offer(new TellingPacket(packet));
                }
            };
        }
    }

    private static final class TellingPacket extends ForwardingPacket {

        TellingPacket(Packet packet) {
            super(packet);
        }

        @Override
        public void end(@Nullable Throwable failure, @Nullable Packet next) {
            if (isTimed()) {
                long now = System.nanoTime();
                ran(now, now + TAKEN_NANOS, START_TICKS, END_TICKS);
            }
            super.end(failure, next);
        }
    }
}
