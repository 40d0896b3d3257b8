package io.headrace.cli.bench;

import io.headrace.queue.QueueSlot;
import io.headrace.spi.Command;
import io.headrace.spi.Packet;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** The one operation of a stream: uses its queue until it has ended, and notes how long that took. */
final class TimedPacket extends Packet {

    private final Command command;
    private final QueueSlot slot;
    private final CountDownLatch left;
    private final long arrived = System.nanoTime();
    private volatile long ended;

    /**
     * @param slot counts the stream already
     * @param left how many have not ended
     */
    TimedPacket(Command command, QueueSlot slot, CountDownLatch left) {
        this.command = command;
        this.slot = slot;
        this.left = left;
    }

    /** Puts the packet in its queue, which must have room. */
    void offer() {
        if (slot.ensure().offer(this) < 0) {
            throw new IllegalStateException("the queue is full: queue=" + slot.index());
        }
    }

    /** How long it took from its arrival to its end. */
    long nanos() {
        return ended - arrived;
    }

    @Override
    public Command command() {
        return command;
    }

    @Override
    public boolean begin() {
        return true;
    }

    @Override
    public void end(@Nullable Throwable failure, @Nullable Packet next) {
        ended = System.nanoTime();
        slot.release();
        left.countDown();
    }
}
