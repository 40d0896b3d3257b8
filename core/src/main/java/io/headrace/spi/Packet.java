package io.headrace.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One packet on its way through a {@link DriverQueue}: a {@link Command}, and the runtime's part in its life. A driver
 * calls {@link #begin} right before it runs the command and {@link #end} exactly once after it, both in the queue's order.
 * Neither blocks, throws or runs user code.
 *
 * <p>A queue that {@linkplain DriverQueue#reportsLate() reports late} calls {@link #begin} right before it hands the command to its
 * device, be it that packets in front have not ended; one of those may then fail after this one has begun. A failure that is known at
 * once (a command that the device refused, host memory that is gone, a native call that threw) is told by {@link #end}, behind those of
 * all packets in front, before the next packet begins, so that what has to fail with it does not run.
 */
public abstract class Packet {

    /** Made by the runtime only. */
    protected Packet() {}

    /** What to do. */
    public abstract Command command();

    /**
     * Places in other queues of the same device that the device reaches before it runs the packet, each from
     * {@link DriverQueue#awaitable}. The end of what is before them is told before that of this packet. Constant once the packet is
     * offered.
     */
    public List<DriverQueue.Position> awaited() {
        return List.of();
    }

    /**
     * The packet is about to run.
     *
     * @return {@code false} if it must not run, because something it depends on has failed: {@link #end} is then the next
     *     call
     */
    public abstract boolean begin();

    /**
     * Whether somebody wants to know when the command ran on the device. If so, a driver whose {@link #begin} and {@link #end} do not
     * tell that calls {@link #ran} in between. Constant.
     */
    public boolean isTimed() {
        return false;
    }

    /**
     * When the command ran, by a device that knows better than the times of {@link #begin} and {@link #end}.
     *
     * @param startNanos when it began, by the device's {@link DriverDevice#time}
     * @param endNanos when it ended
     */
    public void ran(long startNanos, long endNanos) {}

    /**
     * When the command ran, by a device that has a clock of its own; else like {@link #ran(long, long)}. Traces keep the ticks.
     *
     * @param startTicks when it began, in the device's ticks
     * @param endTicks when it ended, in the device's ticks
     */
    public void ran(long startNanos, long endNanos, long startTicks, long endTicks) {
        ran(startNanos, endNanos);
    }

    /**
     * The packet has ended; everything it wrote is visible to who sees this call's effects.
     *
     * @param failure why it failed; {@code null} if it ended well or was not to run
     * @param next the packet behind it in the same queue if the queue sees one already, else {@code null}. Only a hint, by
     *     which the runtime keeps a stream bound between two packets that follow each other closely.
     */
    public abstract void end(@Nullable Throwable failure, @Nullable Packet next);
}
