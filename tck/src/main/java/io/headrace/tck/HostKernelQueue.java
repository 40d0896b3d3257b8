package io.headrace.tck;

import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.HostCommands;
import io.headrace.spi.Packet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A queue of {@link HostKernels}: launches become native calls. */
record HostKernelQueue(DriverQueue queue) implements DriverQueue {

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** What came before has ended when the call runs, so that the kernel finds what it wrote. */
    private static final class KernelPacket extends Packet {

        private static final long UNKNOWN = -1;

        private final Packet packet;
        private final DriverQueue queue;
        private final Command call;
        private volatile long id = UNKNOWN;

        KernelPacket(Packet packet, DriverQueue queue) {
            this.packet = packet;
            this.queue = queue;
            call = new Command.Native(handle -> run());
        }

        private void run() {
            awaitAllBefore();
            awaitPlaces();
            HostCommands.run(packet.command());
        }

        private void awaitAllBefore() {
            long start = System.nanoTime();
            while (id == UNKNOWN || queue.readIndex() < id) {
                if (id > 0 && queue.reportsLate()) {
                    queue.expectEnd(id - 1);
                    queue.poll();
                }
                if (System.nanoTime() - start > LIMIT_NANOS) {
                    throw new IllegalStateException(
                            "packets before this one have not ended: id=" + id + " readIndex=" + queue.readIndex());
                }
                Thread.yield();
            }
        }

        private void awaitPlaces() {
            long start = System.nanoTime();
            for (Position place : packet.awaited()) {
                while (!place.reached()) {
                    if (System.nanoTime() - start > LIMIT_NANOS) {
                        throw new IllegalStateException("what the packet waits for has not ended: id=" + id);
                    }
                    Thread.yield();
                }
            }
        }

        @Override
        public Command command() {
            return call;
        }

        @Override
        public boolean begin() {
            return packet.begin();
        }

        @Override
        public boolean isTimed() {
            return packet.isTimed();
        }

        @Override
        public void ran(long startNanos, long endNanos) {
            packet.ran(startNanos, endNanos);
        }

        @Override
        public void ran(long startNanos, long endNanos, long startTicks, long endTicks) {
            packet.ran(startNanos, endNanos, startTicks, endTicks);
        }

        @Override
        public void end(@Nullable Throwable failure, @Nullable Packet next) {
            packet.end(failure, next instanceof KernelPacket behind ? behind.packet : next);
        }
    }

    @Override
    public int capacity() {
        return queue.capacity();
    }

    @Override
    public long offer(Packet packet) {
        if (!runsJava(packet.command())) {
            return queue.offer(packet);
        }
        KernelPacket kernel = new KernelPacket(packet, queue);
        long id = queue.offer(kernel);
        kernel.id = id;
        return id;
    }

    private static boolean runsJava(Command command) {
        return command instanceof Command.Launch
                || (command instanceof Command.Sequence sequence
                        && sequence.commands().stream().anyMatch(Command.Launch.class::isInstance));
    }

    @Override
    public boolean awaitRoom(long timeoutNanos) throws InterruptedException {
        return queue.awaitRoom(timeoutNanos);
    }

    @Override
    public boolean post(Runnable entry) {
        return queue.post(entry);
    }

    @Override
    public Position position(long packetId) {
        return queue.position(packetId);
    }

    @Override
    public @Nullable Position awaitable(long packetId) {
        return queue.awaitable(packetId);
    }

    @Override
    public long writeIndex() {
        return queue.writeIndex();
    }

    @Override
    public long readIndex() {
        return queue.readIndex();
    }

    @Override
    public boolean reportsLate() {
        return queue.reportsLate();
    }

    @Override
    public void expectEnd(long packetId) {
        queue.expectEnd(packetId);
    }

    @Override
    public boolean poll() {
        return queue.poll();
    }

    @Override
    public void close() {
        queue.close();
    }
}
