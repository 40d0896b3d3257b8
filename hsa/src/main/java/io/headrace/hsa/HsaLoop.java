package io.headrace.hsa;

import io.headrace.spi.Command;
import io.headrace.spi.DirectLoop;
import io.headrace.spi.Packet;

/**
 * The thread of a queue, which submits what callers have left to it.
 *
 * <p>Ends are found by looking at words of memory that the GPU writes. ROCr could call when a signal changes, but then each operation would
 * raise an interrupt and all calls would come from one thread of ROCr's; and a thread of ours that waited inside ROCr could not be
 * woken for anything else, and would be there when the process ends.
 */
final class HsaLoop extends DirectLoop<HsaQueue> {

    private final HsaDevice device;

    HsaLoop(String name, HsaDevice device) {
        super(name, device.context().id(), HsaContext.LOG);
        this.device = device;
    }

    @Override
    protected boolean canSubmit(Packet packet) {
        if (!device.heap().isZeroed() || queue().submitter().awaitsPeer(packet.command())) {
            return false;
        }
        return !(packet.command() instanceof Command.Barrier barrier) || isReached(barrier);
    }

    @Override
    protected void submit(long id, Packet packet) {
        Submitter submitter = queue().submitter();
        submitter.awaitPlaces(packet.awaited());
        submitter.perform(packet.command());
    }

    /** What waits for a copy that has failed waits for good, unless it is let go. */
    @Override
    protected void check() {
        queue().releaseFailed();
    }

    @Override
    protected void checkInPacket() {
        queue().submitter().releaseFailed();
        check();
    }
}
