package io.headrace.cuda;

import io.headrace.spi.DriverQueue;

/**
 * A place in a queue's order; with a CUDA event, if it was recorded there for other streams to wait for. The event goes back to the
 * pool when the place is reached: nobody has to wait for it from then on. Safe for use from any thread.
 */
final class CudaPosition implements DriverQueue.Position {

    static final long NO_EVENT = 0;

    private final CudaQueue queue;
    private final long packetId;

    /** Guarded by this. */
    private long event;

    CudaPosition(CudaQueue queue, long packetId, long event) {
        this.queue = queue;
        this.packetId = packetId;
        this.event = event;
    }

    /** A place behind all that is in a queue's stream now. */
    static CudaPosition record(CudaQueue queue, long packetId) {
        CudaContext context = queue.context();
        context.enter();
        long event = context.events().take();
        int code = context.api().eventRecord(event, queue.stream().handle());
        if (code != CudaErrors.SUCCESS) {
            context.events().giveBack(event);
            throw context.exception("cuEventRecord", code);
        }
        return new CudaPosition(queue, packetId, event);
    }

    CudaQueue queue() {
        return queue;
    }

    long packetId() {
        return packetId;
    }

    @Override
    public boolean reached() {
        if (hasEnded()) {
            return true;
        }
        queue.expectEnd(packetId);
        queue.poll();
        return hasEnded();
    }

    /** Whether the packet before it is known to have ended. */
    boolean hasEnded() {
        return queue.readIndex() > packetId;
    }

    /** Lets a stream wait for the place, unless it has ended. Gives CUDA's result code. */
    synchronized int awaitIn(long stream) {
        return event == NO_EVENT ? CudaErrors.SUCCESS : queue.context().api().streamWaitEvent(stream, event, 0);
    }

    /** The place is reached. */
    synchronized void giveBack() {
        if (event != NO_EVENT) {
            queue.context().events().giveBack(event);
            event = NO_EVENT;
        }
    }
}
