package io.headrace.opencl;

import io.headrace.spi.Command;
import io.headrace.spi.Packet;
import io.headrace.spi.RingLoop;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a queue, which submits all packets.
 *
 * <p>With nothing to do it spins for a moment, then parks: until a caller offers or posts something, or OpenCL tells of an end. Only in
 * case that OpenCL does not, it looks at events from time to time too.
 */
final class ClLoop extends RingLoop<ClQueue> {

    private static final long SPIN_NANOS = 20_000;
    private static final int CL_COMPLETE = 0;

    /** How long the thread sleeps at most while something is in the command queue: soon after a move, and later. */
    private static final long SHORTEST_NAP_NANOS = 1_000_000;

    private static final long LONGEST_NAP_NANOS = 20_000_000;

    /** Packets that are submitted before ends are looked for. */
    private static final int MOST_AT_ONCE = 16;

    private final ClContext context;
    private final ClCommands commands;

    /** Stands for this thread in calls by OpenCL. */
    private final long number;

    /** Whether the command that the thread waits for in the middle of a packet is to be looked at. */
    private volatile boolean commandEnded;

    ClLoop(String name, ClContext context, ClCommands commands) {
        super(name, context.id(), ClContext.LOG, MOST_AT_ONCE);
        this.context = context;
        this.commands = commands;
        number = ClCallbacks.add(this::tellCommandEnded);
    }

    ClCommands commands() {
        return commands;
    }

    @Override
    protected @Nullable Packet next() {
        long id = queue().submitted();
        return id == queue().writeIndex() ? null : queue().packet(id);
    }

    @Override
    protected boolean canSubmit(Packet packet) {
        return !(packet.command() instanceof Command.Barrier barrier) || isReached(barrier);
    }

    @Override
    protected void prepare(long id, Packet packet) {
        commands.beginPacket(packet.isTimed(), packet.isTimed() || queue().needsEvent(id), queue().readIndex() == id);
    }

    @Override
    protected void submit(long id, Packet packet) {
        commands.perform(packet.command());
    }

    @Override
    protected void finish(long id, @Nullable Throwable failure) {
        queue().finishSubmission(
                        id, commands.hasSubmitted(), commands.takeFirstEvent(), commands.takeLastEvent(), failure);
    }

    /**
     * Waits for a command. For the thread itself, in the middle of a packet.
     *
     * @throws io.headrace.error.HeadraceException if the command failed, or the device is lost meanwhile
     */
    void await(long event) {
        markAndFlush();
        commandEnded = false;
        int code = context.api().setEventCallback(event, CL_COMPLETE, ClCallbacks.address(), number);
        context.check("clSetEventCallback", code);
        await(() -> hasEnded(event));
    }

    private boolean hasEnded(long event) {
        if (!commandEnded) {
            return false;
        }
        int status = commands.status(event);
        if (status < 0) {
            throw context.exception("run a command of " + queue().name(), status);
        }
        commandEnded = status == CL_COMPLETE;
        return commandEnded;
    }

    /** Has all that was submitted end and be seen to have ended. */
    void markAndFlush() {
        if (queue().isUnmarked() && context.loss().cause() == null) {
            queue().mark(commands.marker());
        }
        commands.flush();
    }

    /** Has what was submitted seen to end while the thread runs a user's code: by who waits, since OpenCL tells. */
    void lookBeforeUsersCode() {
        markAndFlush();
        queue().poll();
    }

    /** Called by OpenCL. */
    private void tellCommandEnded() {
        commandEnded = true;
        ring();
    }

    @Override
    protected void rest() {
        markAndFlush();
        rest(queue().readIndex() < queue().submitted());
    }

    @Override
    protected void restInPacket() {
        if (!commandEnded) {
            rest(true);
        }
    }

    /** Rests until something was done that the thread may not have seen, or not so long. */
    private void rest(boolean outstanding) {
        long since = idleNanos(System.nanoTime());
        if (since < SPIN_NANOS) {
            spin();
        } else if (outstanding) {
            rest(NAPPING, Math.clamp(since / 8, SHORTEST_NAP_NANOS, LONGEST_NAP_NANOS));
            if (!isRung()) {
                commandEnded = true; // has it looked at
                queue().lookAnyway();
            }
        } else {
            rest(ASLEEP, 0);
        }
    }

    /** The queue has ended. */
    void ended() {
        ClCallbacks.remove(number);
        commands.close();
    }
}
