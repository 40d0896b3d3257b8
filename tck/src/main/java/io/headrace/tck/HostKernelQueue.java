package io.headrace.tck;

import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.HostCommands;
import io.headrace.spi.Packet;
import io.headrace.tck.forward.ForwardingPacket;
import io.headrace.tck.forward.ForwardingQueue;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A queue of {@link HostKernels}: launches become native calls. */
final class HostKernelQueue extends ForwardingQueue {

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    HostKernelQueue(DriverQueue queue) {
        super(queue);
    }

    /** What came before has ended when the call runs, so that the kernel finds what it wrote. */
    private static final class KernelPacket extends ForwardingPacket {

        private static final long UNKNOWN = -1;

        private final DriverQueue queue;
        private final Command call;
        private volatile long id = UNKNOWN;

        KernelPacket(Packet packet, DriverQueue queue) {
            super(packet);
            this.queue = queue;
            call = new Command.Native(handle -> run());
        }

        private void run() {
            awaitAllBefore();
            awaitPlaces();
            HostCommands.run(packet().command());
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
            for (DriverQueue.Position place : packet().awaited()) {
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

        /** The call waits for them. */
        @Override
        public List<DriverQueue.Position> awaited() {
            return List.of();
        }
    }

    @Override
    public long offer(Packet packet) {
        if (!runsJava(packet.command())) {
            return super.offer(packet);
        }
        KernelPacket kernel = new KernelPacket(packet, queue());
        long id = super.offer(kernel);
        kernel.id = id;
        return id;
    }

    private static boolean runsJava(Command command) {
        return command instanceof Command.Launch
                || (command instanceof Command.Sequence sequence
                        && sequence.commands().stream().anyMatch(Command.Launch.class::isInstance));
    }
}
