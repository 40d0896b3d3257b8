package io.headrace.hsa;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.error.DeviceFailureException;
import io.headrace.spi.LibraryLoader.UnusableException;
import io.headrace.spi.NativeBlock;
import org.junit.jupiter.api.Test;

/** ROCr makes the signal of a copy negative that has failed; the stand-in's copies never do, so it is done here. */
class FailedCopiesTest {

    @Test
    void whatWaitsForACopyThatHasFailedGoesOnAndItsPacketFails() throws UnusableException {
        Hsa.require();
        HsaContext context = new HsaContext(HsaLibrary.load(""), 0);
        try (NativeBlock words = new NativeBlock(2 * Long.BYTES)) {
            HsaSignal running = new HsaSignal(1, words.address());
            HsaSignal failed = new HsaSignal(2, words.address() + Long.BYTES);
            running.set(1);
            failed.set(1);
            PacketSlot slot = new PacketSlot();
            slot.end = running;
            slot.use(failed);
            slot.releaseFailed(context, "queue");
            assertThat(slot.settle(context, "queue")).isNull();
            failed.set(-1);
            slot.releaseFailed(context, "queue");
            assertThat(failed.value()).isZero();
            assertThat(running.value()).isEqualTo(1);
            assertThat(slot.hasEnded(running)).isFalse();
            assertThat(slot.settle(context, "queue")).isInstanceOfSatisfying(DeviceFailureException.class, e -> {
                assertThat(e.operation()).isEqualTo("copy in queue");
                assertThat(e.codeName()).isEqualTo("HSA_STATUS_ERROR");
                assertThat(e.sticky()).isFalse();
            });
        } finally {
            context.close();
        }
    }

    @Test
    void aCopyThatEndsItsPacketByAFailureIsTheFailureOfThatAndOfNoPacketBehindIt() throws UnusableException {
        Hsa.require();
        HsaContext context = new HsaContext(HsaLibrary.load(""), 0);
        try (NativeBlock word = new NativeBlock(Long.BYTES)) {
            HsaSignal last = new HsaSignal(1, word.address());
            last.set(-1);
            PacketSlot slot = new PacketSlot();
            slot.end = last;
            assertThat(slot.hasEnded(last)).isTrue();
            assertThat(slot.settle(context, "queue")).isInstanceOf(DeviceFailureException.class);
            assertThat(last.value()).isZero();
            slot.clear();
            assertThat(slot.settle(context, "queue")).isNull();
        } finally {
            context.close();
        }
    }
}
