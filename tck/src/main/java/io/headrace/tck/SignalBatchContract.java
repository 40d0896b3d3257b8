package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.Stream;
import io.headrace.error.ClosedException;
import io.headrace.error.InvalidSignalException;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalBatch;
import io.headrace.signal.Signals;
import org.junit.jupiter.api.Test;

/** Signals that are made together, and handles. */
abstract class SignalBatchContract extends DriverContract {

    @Test
    void streamsSetAndWaitForMembersOfABatch() throws InterruptedException {
        Device device = device();
        int[] cell = new int[1];
        try (SignalBatch batch = device.signals(100, 0);
                Stream stream = device.stream();
                Stream other = device.stream()) {
            for (int i = 0; i + 1 < batch.size(); i++) {
                Stream next = i % 2 == 0 ? stream : other;
                next.waitFor(batch.get(i), Condition.EQ, 1)
                        .launch(Range.of(1), x -> cell[0]++)
                        .set(batch.get(i + 1), 1);
            }
            batch.get(0).storeRelease(1);
            assertThat(batch.get(99).await(Condition.EQ, 1, LIMIT)).isTrue();
            assertThat(cell[0]).isEqualTo(99);
            finish(stream);
            finish(other);
        }
    }

    @Test
    void membersHaveTheirSlotsSideBySideFromAPageOn() {
        try (SignalBatch batch = device().signals(40, -3)) {
            assertThat(batch.get(0).handle() % 4096).isZero();
            for (int i = 0; i < batch.size(); i++) {
                assertThat(batch.get(i).handle()).isEqualTo(batch.get(0).handle() + 128L * i);
                assertThat(batch.get(i).loadAcquire()).isEqualTo(-3);
            }
        }
    }

    @Test
    void aHandleGivesItsSignalBackUntilThatIsClosed() {
        Headrace headrace = open(options());
        try (SignalBatch batch = headrace.device().signals(40, 0);
                SignalBatch ofNoDevice = headrace.signals(3, 0);
                Signal single = headrace.device().signal(0)) {
            for (Signal signal : batch) {
                assertThat(Signals.resolve(signal.handle())).isSameAs(signal);
            }
            assertThat(Signals.resolve(ofNoDevice.get(2).handle())).isSameAs(ofNoDevice.get(2));
            assertThat(Signals.resolve(single.handle())).isSameAs(single);

            batch.get(35).close();
            assertInvalid(batch.get(35).handle());
            assertThat(Signals.resolve(batch.get(36).handle())).isSameAs(batch.get(36));
        }
    }

    @Test
    void numbersThatAreNoHandlesAreRefused() {
        try (SignalBatch batch = device().signals(40, 0)) {
            long handle = batch.get(0).handle();
            assertInvalid(handle + 40 * 128);
            assertInvalid(handle + 8);
            assertInvalid(handle | 1L << 48);
            assertInvalid(-handle);
            assertThatThrownBy(() -> Signals.resolve(0)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void theEndOfTheRuntimeEndsItsBatches() {
        Headrace headrace = open(options());
        Device device = headrace.device();
        SignalBatch batch = device.signals(40, 0);
        closeAllHandles();
        assertThat(batch).allMatch(Signal::isClosed);
        assertInvalid(batch.get(0).handle());
        assertThatThrownBy(() -> device.signals(40, 0)).isInstanceOf(ClosedException.class);
    }

    @Test
    void impossibleCountsAreRefused() {
        Device device = device();
        assertThatThrownBy(() -> device.signals(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> device.signals(-1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> device.signals(Integer.MAX_VALUE, 0)).isInstanceOf(ResourcesExhaustedException.class);
    }

    private static void assertInvalid(long handle) {
        assertThatThrownBy(() -> Signals.resolve(handle))
                .as("handle=%#x", handle)
                .isInstanceOf(InvalidSignalException.class);
    }
}
