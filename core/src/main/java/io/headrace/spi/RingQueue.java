package io.headrace.spi;

import io.headrace.error.DeviceFailureException;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A queue that reports late, with a thread of its own ({@link RingLoop}): a ring of packets that are submitted to a device in their order
 * and ended in their order. What is common to drivers of such devices; a driver says how packets are submitted, and how far the device
 * has come.
 *
 * <p>Packets have three indices: {@link #writeIndex}, how many were offered; {@link #submitted}; and {@link #readIndex}, how many have ended. There
 * is one submitter at a time: the queue's thread, or, if the driver wants, whoever offers, under the queue's lock. Whoever sees that the
 * device has come on ends packets, one thread at a time and without the lock: an end may take the lock of a stream, and that may be held
 * by a caller that waits for the queue's.
 */
public abstract class RingQueue implements DriverQueue {

    private static final VarHandle EXPECTED;
    private static final VarHandle ENDING;
    private static final VarHandle WRITE;
    private static final VarHandle SUBMITTED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            EXPECTED = lookup.findVarHandle(RingQueue.class, "expected", long.class);
            ENDING = lookup.findVarHandle(RingQueue.class, "ending", boolean.class);
            WRITE = lookup.findVarHandle(RingQueue.class, "write", long.class);
            SUBMITTED = lookup.findVarHandle(RingQueue.class, "submitted", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final String name;
    private final RingSlots slots;
    private final RingLoop<?> loop;
    private final DeviceLoss loss;
    private final RingRoom room;
    private final long callerSpinNanos;
    private final BriefLock lock = new BriefLock();

    /** Run once when packets have ended. */
    private final ConcurrentLinkedQueue<Runnable> endListeners = new ConcurrentLinkedQueue<>();

    private volatile boolean closed;
    private volatile @Nullable DeviceFailureException dead;

    /** Written in release mode, as what was submitted is: a fence for each would cost more than the rest of a submission. */
    private volatile long write;

    private volatile long submitted;
    private volatile long read;

    /** The number behind the last packet that somebody waits for. */
    private volatile long expected;

    /** Whether a thread ends packets. */
    private volatile boolean ending;

    /**
     * A queue whose thread is to be started.
     *
     * @param name the name of its thread, and its own in messages
     * @param slots its packets
     * @param loop its thread
     * @param loss of its device
     * @param callerSpinMicros how long a caller spins for room before it parks
     */
    protected RingQueue(String name, RingSlots slots, RingLoop<?> loop, DeviceLoss loss, long callerSpinMicros) {
        this.name = name;
        this.slots = slots;
        this.loop = loop;
        this.loss = loss;
        room = new RingRoom(this);
        callerSpinNanos = TimeUnit.MICROSECONDS.toNanos(callerSpinMicros);
    }

    /** Has the {@linkplain RingLoop#start thread started}. Once, before anything is offered or posted. */
    protected abstract void start();

    /** Refuses, by an exception, what the device does not do at all. For any thread. */
    protected abstract void check(Command command);

    /**
     * A packet is in the ring. Under the lock: a driver may submit it here, if all before it are submitted. Neither blocks nor throws.
     *
     * @return whether the queue's thread has something to do now
     */
    protected abstract boolean taken(long id, Packet packet);

    /** A packet is in the ring, and the thread has nothing to do with it now. Without the lock. */
    protected void notWoken() {}

    /** Whether it may be that a packet has ended; cheap. For any thread. */
    protected abstract boolean mayEnd();

    /**
     * Ends those packets that have ended, by {@link #end}. For one thread at a time.
     *
     * @return whether there were any
     */
    protected abstract boolean endSome();

    /** Whether a packet that the device has something of is known to have ended there without a failure. For a device that is lost. */
    protected abstract boolean hasPassed(long id);

    /** Tells a packet that has ended when it ran, if that is known. What it throws is logged. */
    protected abstract void tellTimes(long id, Packet packet, @Nullable Throwable failure);

    /** A packet has ended: gives back what is kept of it. Before {@link #readIndex} goes on. */
    protected abstract void release(long id);

    /**
     * The thread has ended, or could not be started: nothing is left in the queue, and nothing comes any more. Gives back all that the queue
     * has of the device.
     */
    protected abstract void ended();

    /** The queue's name in messages. */
    public final String name() {
        return name;
    }

    /** What tells whether the queue's device is lost. */
    public final DeviceLoss loss() {
        return loss;
    }

    @Override
    public final int capacity() {
        return slots.capacity();
    }

    @Override
    public final long offer(Packet packet) {
        check(packet.command());
        long id;
        boolean wakes;
        lock.lock();
        try {
            if (closed || dead != null) {
                throw refusal();
            }
            id = write;
            if (id - read >= slots.capacity()) {
                return -1;
            }
            slots.put(id, packet);
            WRITE.setRelease(this, id + 1);
            wakes = taken(id, packet);
        } finally {
            lock.unlock();
        }
        if (wakes) {
            loop.ring();
        } else {
            notWoken();
        }
        return id;
    }

    private RuntimeException refusal() {
        DeviceFailureException cause = dead;
        return cause != null ? cause : new IllegalStateException("the queue is closed: queue=" + name);
    }

    /** What guards {@link #taken}. No other lock is taken, nothing is waited for and no packet ended while it is held. */
    protected final ReentrantLock lock() {
        return lock;
    }

    /** Whether all packets fail, and none is taken. */
    protected final boolean isDead() {
        return dead != null;
    }

    /** How many packets were submitted. */
    public final long submitted() {
        return submitted;
    }

    /**
     * The next packet was submitted: the device has it, or the host has done all of it. For the submitter.
     *
     * @param somethingOnDevice whether the device has something of it, by which its end will be seen
     * @param failure what it has failed with at once; {@code null} if it has not
     */
    protected final void submitted(long id, boolean somethingOnDevice, @Nullable Throwable failure) {
        slots.submitted(id, somethingOnDevice, failure);
        SUBMITTED.setRelease(this, id + 1);
    }

    /** The number behind the last packet that somebody waits for. */
    public final long expected() {
        return expected;
    }

    @Override
    public final boolean reportsLate() {
        return true;
    }

    @Override
    public void expectEnd(long packetId) {
        long seen = expected;
        while (seen <= packetId && !EXPECTED.compareAndSet(this, seen, packetId + 1)) {
            seen = expected;
        }
    }

    @Override
    public boolean poll() {
        boolean any = false;
        // Who leaves it to another thread while that one is about to stop would lose what it has seen: so it looks
        // again.
        while (mayEnd() && ENDING.compareAndSet(this, false, true)) {
            boolean some;
            try {
                some = endSome();
            } catch (DeviceFailureException lost) {
                loss.lost(lost);
                some = false;
            } finally {
                ending = false;
            }
            if (!some) {
                break;
            }
            any = true;
        }
        if (any) {
            moved();
        }
        return any;
    }

    /** Packets have ended. Without the lock. */
    private void moved() {
        room.changed();
        for (Runnable listener = endListeners.poll(); listener != null; listener = endListeners.poll()) {
            listener.run();
        }
    }

    /** Has something run once when packets have ended, soon if a packet has. For any thread. */
    final void whenMoved(long packetId, Runnable listener) {
        endListeners.add(listener);
        if (read > packetId) {
            listener.run();
        }
    }

    /**
     * Ends the oldest packet. For {@link #endSome}.
     *
     * @param failure what it has failed with; {@code null} if it has not
     */
    protected final void end(long id, @Nullable Throwable failure) {
        Packet packet = slots.packet(id);
        try {
            tellTimes(id, packet, failure);
            packet.end(failure, id + 1 < write ? slots.packet(id + 1) : null);
        } catch (Throwable e) {
            loop.log().log(Level.ERROR, "the end of a packet failed: queue=" + name, e);
        }
        release(id);
        slots.clearPacket(id);
        read = id + 1;
    }

    /**
     * The device is lost, or the thread has died: all packets fail, and none is taken any more. For the thread.
     *
     * @param begun whether the packet that comes next has begun
     */
    final void fail(DeviceFailureException cause, boolean begun) {
        lock.lock();
        try {
            dead = cause;
        } finally {
            lock.unlock();
        }
        awaitEnding();
        try {
            boolean hasBegun = begun;
            for (long id = submitted; id < write; id++) {
                boolean runs = hasBegun || slots.packet(id).begin();
                hasBegun = false;
                submitted(id, false, runs ? cause : null);
            }
            for (long id = read; id < write; id++) {
                boolean isOver = !slots.isOnDevice(id) || hasPassed(id);
                Throwable failure = slots.failure(id);
                end(id, failure == null && !isOver ? cause : failure);
            }
        } finally {
            ending = false;
        }
        moved();
    }

    /** For the thread at its end: ends the queue. */
    final void finish() {
        // Who lent its thread may still be about to look, and does not come back.
        awaitEnding();
        ended();
    }

    /** Ends a queue whose thread was not started. */
    public final void abandon() {
        finish();
    }

    private void awaitEnding() {
        while (!ENDING.compareAndSet(this, false, true)) {
            Thread.onSpinWait();
        }
    }

    @Override
    public final boolean awaitRoom(long timeoutNanos) throws InterruptedException {
        if (loop.isCurrentThread()) {
            throw new IllegalStateException("the queue's own thread must not wait for room: queue=" + name);
        }
        return room.await(callerSpinNanos, timeoutNanos);
    }

    @Override
    public final boolean post(Runnable entry) {
        return loop.post(entry);
    }

    @Override
    public final long writeIndex() {
        return write;
    }

    @Override
    public final long readIndex() {
        return read;
    }

    @Override
    public final void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        loop.close();
    }
}
