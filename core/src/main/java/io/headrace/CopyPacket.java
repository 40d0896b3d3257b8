package io.headrace;

import io.headrace.queue.QueueSlot;
import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A part of a {@link CopyTask} in a queue. The stream's order is the task's matter; it waits for all its packets. */
final class CopyPacket extends Packet {

    private final Command command;
    private final CopyMeter meter;
    private final QueueSlot slot;
    private final int engine;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable Throwable failure;

    private CopyPacket(Command command, CopyMeter meter, QueueSlot slot, int engine) {
        this.command = command;
        this.meter = meter;
        this.slot = slot;
        this.engine = engine;
    }

    /**
     * Puts a part in a queue, as soon as that has room.
     *
     * @throws io.headrace.error.HeadraceException if the queue cannot be created; nothing was queued
     */
    static CopyPacket submit(Device device, Lane lane, Command command, Transfer transfer) {
        QueueSlot slot = lane.acquire();
        boolean taken = false;
        try {
            DriverQueue queue = slot.ensure();
            CopyMeter meter = new CopyMeter(device, List.of(transfer));
            int engine = lane.of(slot).isCompute() ? CopyCounters.OWN_QUEUE : slot.index();
            CopyPacket packet = new CopyPacket(command, meter, slot, engine);
            long id = queue.offer(packet);
            while (id < 0) {
                awaitRoom(queue);
                id = queue.offer(packet);
            }
            taken = true;
            if (queue.reportsLate()) {
                queue.expectEnd(id); // a task waits for it, if not now
            }
            return packet;
        } finally {
            if (!taken) {
                slot.release();
            }
        }
    }

    private static void awaitRoom(DriverQueue queue) {
        boolean interrupted = Thread.interrupted();
        try {
            queue.awaitRoom(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the end, interrupted or not, since memory is in use until then; gives why it failed. */
    @Nullable
    Throwable awaitEnd() {
        boolean interrupted = false;
        for (; ; ) {
            try {
                ended.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return failure;
    }

    @Override
    public Command command() {
        return command;
    }

    @Override
    public boolean begin() {
        meter.begin();
        return true;
    }

    @Override
    public void end(@Nullable Throwable cause, @Nullable Packet next) {
        meter.end(null, engine, cause != null);
        failure = cause;
        slot.release();
        ended.countDown();
    }
}
