package io.headrace.spi;

import org.jspecify.annotations.Nullable;

/**
 * One packet on its way through a {@link DriverQueue}: a {@link Command}, and the runtime's part in its life. A driver
 * calls {@link #begin} right before it runs the command and {@link #end} exactly once after it, both in the queue's order.
 * Neither blocks, throws or runs user code.
 */
public abstract class Packet {

    /** Made by the runtime only. */
    protected Packet() {}

    /** What to do. */
    public abstract Command command();

    /**
     * The packet is about to run.
     *
     * @return {@code false} if it must not run, because something it depends on has failed: {@link #end} is then the next
     *     call
     */
    public abstract boolean begin();

    /**
     * The packet has ended; everything it wrote is visible to who sees this call's effects.
     *
     * @param failure why it failed; {@code null} if it ended well or was not to run
     * @param next the packet behind it in the same queue if the queue sees one already, else {@code null}. Only a hint, by
     *     which the runtime keeps a stream bound between two packets that follow each other closely.
     */
    public abstract void end(@Nullable Throwable failure, @Nullable Packet next);
}
