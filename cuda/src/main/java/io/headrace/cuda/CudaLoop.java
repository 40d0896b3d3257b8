package io.headrace.cuda;

import io.headrace.error.DeviceFailureException;
import io.headrace.signal.TimerSlack;
import io.headrace.spi.DirectLoop;
import io.headrace.spi.Packet;
import org.jspecify.annotations.Nullable;

/** The thread of a queue, which submits what callers have left to it. */
final class CudaLoop extends DirectLoop<CudaQueue> {

    private final CudaContext context;

    CudaLoop(String name, CudaContext context) {
        super(name, context.id(), CudaContext.LOG);
        this.context = context;
    }

    @Override
    protected void begin() {
        TimerSlack.least();
        context.enter();
    }

    @Override
    protected void stalled() {
        queue().markNow();
    }

    @Override
    protected boolean canSubmit(Packet packet) {
        if (!queue().streamHasRoom()) {
            queue().markNow();
            return false;
        }
        return queue().submitter().isPossible(packet.command());
    }

    @Override
    protected void submit(long id, Packet packet) {
        queue().awaitPlaces(id, packet);
        queue().perform(id, packet);
    }

    @Override
    protected void finish(long id, @Nullable Throwable failure) {
        super.finish(id, failure);
        if (queue().isMarkDue()) {
            queue().markNow();
        }
    }

    /**
     * Waits until the stream has reached a number of pieces. For the thread itself, in the middle of a packet.
     *
     * @throws DeviceFailureException if the device is lost meanwhile
     */
    void awaitPieces(long count) {
        Progress pieces = queue().stream().pieces();
        await(() -> pieces.mayBeBeyond(count - 1) && pieces.reached() >= count);
    }

    /** Has the end of what is in the stream seen, though nobody asked. */
    @Override
    protected void quiet() {
        if (queue().isUnmarked() && !hasFailed()) {
            queue().markNow();
        }
    }

    /** A kernel that fails stops its stream without a word. */
    @Override
    protected void check() {
        if (context.loss().cause() != null) {
            return;
        }
        int code = context.api().streamQuery(queue().stream().handle());
        if (code != CudaErrors.SUCCESS && code != CudaErrors.NOT_READY) {
            context.loss()
                    .lost(new DeviceFailureException(
                            "run work of " + queue().name(),
                            context.id(),
                            code,
                            CudaErrors.name(context.api(), code),
                            true));
        }
    }
}
