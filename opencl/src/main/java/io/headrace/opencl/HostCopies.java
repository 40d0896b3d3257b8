package io.headrace.opencl;

import io.headrace.spi.StagedCopies;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Copies for which the queue's thread waits: of host memory whose life the library does not control, and within a buffer, which OpenCL does in
 * one command only if the parts do not overlap by its own rules, which are not those of bytes. Confined to the thread.
 */
final class HostCopies extends StagedCopies<Place.InDevice> {

    private final ClCommands commands;
    private final ClLoop loop;
    private final ClHeap heap;
    private @Nullable ClMemory scratch;

    HostCopies(ClCommands commands, Staging staging, ClLoop loop, ClHeap heap) {
        super(staging);
        this.commands = commands;
        this.loop = loop;
        this.heap = heap;
    }

    /** Waits until all that is in the command queue has ended. */
    void drain() {
        if (commands.isBusy()) {
            commands.mark();
            loop.await(commands.lastEvent());
            commands.drained();
        }
    }

    void copyFromHost(MemorySegment from, long fromPitch, Place.InDevice to, long toPitch, long rowBytes, long rows) {
        commands.hostTakesPart();
        if (commands.mayWriteHost()) {
            drain(); // what is to be read may be about to be written
        }
        upload(from, fromPitch, to, toPitch, rowBytes, rows);
    }

    void copyToHost(Place.InDevice from, long fromPitch, MemorySegment to, long toPitch, long rowBytes, long rows) {
        commands.hostTakesPart();
        download(from, fromPitch, to, toPitch, rowBytes, rows);
        commands.drained();
    }

    void copyInBuffer(Place.InDevice from, long fromPitch, Place.InDevice to, long toPitch, long rowBytes, long rows) {
        copyByWay(from, fromPitch, to, toPitch, rowBytes, rows);
    }

    @Override
    protected boolean takesRows(long pitch) {
        return true;
    }

    @Override
    protected void copyUp(long address, Place.InDevice to, long at, long pitch, long rowBytes, long rows) {
        commands.copyUp(address, rowBytes, to.behind(at), pitch, rowBytes, rows);
    }

    @Override
    protected void copyDown(Place.InDevice from, long at, long pitch, long address, long rowBytes, long rows) {
        commands.copyDown(from.behind(at), pitch, address, rowBytes, rowBytes, rows);
    }

    @Override
    protected void copyInDevice(
            Place.InDevice from,
            long fromAt,
            long fromPitch,
            Place.InDevice to,
            long toAt,
            long toPitch,
            long rowBytes,
            long rows) {
        commands.copyInDevice(from.behind(fromAt), fromPitch, to.behind(toAt), toPitch, rowBytes, rows);
    }

    @Override
    protected long distance(Place.InDevice from, Place.InDevice to) {
        return to.offset() - from.offset();
    }

    @Override
    protected Place.InDevice scratch() {
        ClMemory memory = scratch;
        if (memory == null) {
            memory = heap.allocate(SCRATCH_BYTES);
            scratch = memory;
            commands.awaitZeroing();
        }
        return new Place.InDevice(memory, 0);
    }

    /** The queue has ended. */
    void close() {
        if (scratch != null) {
            scratch.free();
        }
        ring().close();
    }
}
