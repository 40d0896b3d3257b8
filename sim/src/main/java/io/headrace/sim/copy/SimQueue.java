package io.headrace.sim.copy;

import io.headrace.error.UnsupportedFeatureException;
import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A queue whose packets take virtual time. Everything is guarded by the clock's lock, or happens on its thread. */
final class SimQueue implements DriverQueue {

    /** The engine of a queue that is none's. */
    static final int NO_ENGINE = -1;

    private final SimClock clock;
    private final SimMachine machine;
    private final int node;
    private final int engine;
    private final int capacity;
    private final ArrayDeque<Packet> packets = new ArrayDeque<>();
    private final AtomicLong read = new AtomicLong();
    private long write;
    private boolean closed;

    /**
     * @param node the GPU whose queue it is
     * @param engine the engine whose queue it is, or {@link #NO_ENGINE}
     */
    SimQueue(SimClock clock, SimMachine machine, int node, int engine, int capacity) {
        this.clock = clock;
        this.machine = machine;
        this.node = node;
        this.engine = engine;
        this.capacity = capacity;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public long offer(Packet packet) {
        clock.lock().lock();
        try {
            if (closed) {
                throw new IllegalStateException("the queue is closed");
            }
            if (packets.size() == capacity) {
                return -1;
            }
            packets.add(packet);
            if (packets.size() == 1) {
                clock.arrive(this::begin);
            }
            return write++;
        } finally {
            clock.lock().unlock();
        }
    }

    @Override
    public boolean awaitRoom(long timeoutNanos) throws InterruptedException {
        int wanted = Math.max(1, Math.min(128, capacity / 4));
        long left = timeoutNanos;
        clock.lock().lockInterruptibly();
        try {
            while (capacity - packets.size() < wanted) {
                if (left <= 0) {
                    return false;
                }
                left = clock.changed().awaitNanos(left);
            }
            return true;
        } finally {
            clock.lock().unlock();
        }
    }

    @Override
    public boolean post(Runnable entry) {
        return clock.post(entry);
    }

    @Override
    public Position position(long packetId) {
        return () -> read.get() > packetId;
    }

    @Override
    public long writeIndex() {
        clock.lock().lock();
        try {
            return write;
        } finally {
            clock.lock().unlock();
        }
    }

    @Override
    public long readIndex() {
        return read.get();
    }

    @Override
    public void close() {
        clock.lock().lock();
        try {
            closed = true;
            clock.letGo();
        } finally {
            clock.lock().unlock();
        }
    }

    private void begin() {
        Packet packet = first();
        if (!packet.begin()) {
            end(packet, null);
            return;
        }
        long started = clock.time().nanos();
        perform(packet.command(), failure -> {
            if (packet.isTimed()) {
                long ended = clock.time().nanos();
                packet.ran(clock.onHostsClock(started), clock.onHostsClock(ended), started, ended);
            }
            end(packet, failure);
        });
    }

    private Packet first() {
        clock.lock().lock();
        try {
            return Objects.requireNonNull(packets.peek());
        } finally {
            clock.lock().unlock();
        }
    }

    private void perform(Command command, Consumer<@Nullable Throwable> done) {
        switch (command) {
            case Command.Copy copy -> machine.move(node, engine, command, done);
            case Command.Copy2D copy -> machine.move(node, engine, command, done);
            case Command.Fill fill -> machine.move(node, engine, command, done);
            case Command.Sequence sequence -> performAll(sequence.commands().iterator(), done);
            case Command.Barrier barrier -> clock.whenReached(barrier.positions(), () -> done.accept(null));
            case Command.Native call -> done.accept(failureOf(call));
            case Command.Launch launch -> done.accept(noKernels());
            case Command.NativeLaunch launch -> done.accept(noKernels());
        }
    }

    private void performAll(Iterator<Command> commands, Consumer<@Nullable Throwable> done) {
        if (!commands.hasNext()) {
            done.accept(null);
            return;
        }
        perform(commands.next(), failure -> {
            if (failure == null) {
                performAll(commands, done);
            } else {
                done.accept(failure);
            }
        });
    }

    private static @Nullable Throwable failureOf(Command.Native call) {
        try {
            call.call().run(0);
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    static UnsupportedFeatureException noKernels() {
        return new UnsupportedFeatureException("a device in virtual time runs no kernels; it copies and fills");
    }

    private void end(Packet packet, @Nullable Throwable failure) {
        packet.end(failure, null);
        clock.lock().lock();
        try {
            packets.remove();
            read.incrementAndGet();
            if (!packets.isEmpty()) {
                clock.arrive(this::begin);
            }
            clock.changed().signalAll();
        } finally {
            clock.lock().unlock();
        }
        clock.lookAtBarriers();
    }
}
