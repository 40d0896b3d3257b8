package io.headrace.tck;

import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import org.jspecify.annotations.Nullable;

/** A queue that gets native calls for Java kernels. */
record WorkQueue(DriverQueue queue) implements DriverQueue {

    /** The command that is sent for one that the runtime gave. */
    static Command sent(Command command) {
        return command instanceof Command.Launch launch
                ? new Command.Native(handle -> PlainLoops.run(launch))
                : command;
    }

    @Override
    public long offer(Packet packet) {
        return queue.offer(new WorkPacket(packet, sent(packet.command())));
    }

    @Override
    public int capacity() {
        return queue.capacity();
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

    private static final class WorkPacket extends Packet {

        private final Packet packet;
        private final Command command;

        WorkPacket(Packet packet, Command command) {
            this.packet = packet;
            this.command = command;
        }

        @Override
        public Command command() {
            return command;
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
        public void end(@Nullable Throwable failure, @Nullable Packet next) {
            packet.end(failure, next instanceof WorkPacket behind ? behind.packet : next);
        }
    }
}
