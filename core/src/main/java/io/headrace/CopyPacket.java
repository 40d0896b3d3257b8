package io.headrace;

import io.headrace.queue.QueueSlot;
import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import io.headrace.trace.OperationKind;
import io.headrace.trace.Outcome;
import io.headrace.trace.tape.RecordCode;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A part of a {@link CopyTask} in a queue. The stream's order is the task's matter; it waits for all its packets. */
final class CopyPacket extends Packet {

    private final Command command;
    private final CopyMeter meter;
    private final Transfer transfer;
    private final Device device;
    private final QueueSlot slot;
    private final int engine;

    /** {@code null} if nothing is recorded. */
    private final @Nullable OperationNote note;

    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable Throwable failure;

    private CopyPacket(
            Command command,
            Transfer transfer,
            Device device,
            QueueSlot slot,
            int engine,
            @Nullable OperationNote note) {
        this.command = command;
        this.transfer = transfer;
        this.device = device;
        this.meter = new CopyMeter(device, List.of(transfer));
        this.note = note;
        this.slot = slot;
        this.engine = engine;
    }

    /**
     * Puts a part in a queue, as soon as that has room.
     *
     * @param whole the note of the whole copy; {@code null} if nothing is recorded
     * @throws io.headrace.error.HeadraceException if the queue cannot be created; nothing was queued
     */
    static CopyPacket submit(
            Device device, Lane lane, Command command, Transfer transfer, @Nullable OperationNote whole) {
        QueueSlot slot = lane.acquire();
        boolean taken = false;
        try {
            DriverQueue queue = slot.ensure();
            int engine = lane.of(slot).isCompute() ? CopyCounters.OWN_QUEUE : slot.index();
            OperationNote note = whole == null ? null : whole.piece();
            CopyPacket packet = new CopyPacket(command, transfer, device, slot, engine, note);
            long id = packet.offerTo(queue);
            while (id < 0) {
                awaitRoom(queue);
                id = packet.offerTo(queue);
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

    private long offerTo(DriverQueue queue) {
        if (note != null) {
            note.submitted();
        }
        return queue.offer(this);
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
        if (note != null) {
            note.begun();
        }
        return true;
    }

    @Override
    public boolean isTimed() {
        return note != null;
    }

    @Override
    public void ran(long startNanos, long endNanos) {
        ran(startNanos, endNanos, 0, 0);
    }

    @Override
    public void ran(long startNanos, long endNanos, long startTicks, long endTicks) {
        if (note != null) {
            note.ran(startNanos, endNanos, startTicks, endTicks);
        }
    }

    @Override
    public void end(@Nullable Throwable cause, @Nullable Packet next) {
        meter.end(null, engine, cause != null);
        Outcome outcome = cause == null ? Outcome.DONE : Outcome.FAILED;
        slot.counts().add(RecordCode.number(OperationKind.COPY), outcome);
        if (note != null) {
            note.ended(OperationKind.COPY, name(), transfer.bytes(), device, place(), outcome);
        }
        failure = cause;
        slot.release();
        ended.countDown();
    }

    private String name() {
        return CopyNames.of(transfer.direction(), command instanceof Command.Copy2D);
    }

    private int place() {
        return engine == CopyCounters.OWN_QUEUE ? RecordCode.queue(slot.index()) : RecordCode.engine(engine);
    }
}
