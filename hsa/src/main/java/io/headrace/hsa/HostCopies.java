package io.headrace.hsa;

import io.headrace.spi.StagedCopies;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Copies for which the queue's thread waits: of host memory whose life the library does not control, and between parts of memory that
 * overlap. Confined to the thread.
 */
final class HostCopies extends StagedCopies<Copies.Place> {

    private final Submitter submitter;
    private final Copies copies;
    private final HsaHeap heap;
    private final long hostAgent;
    private @Nullable HsaMemory scratch;

    HostCopies(Submitter submitter, Copies copies, HsaHeap heap, Staging staging) {
        super(staging);
        this.submitter = submitter;
        this.copies = copies;
        this.heap = heap;
        hostAgent = submitter.context().library().host().handle();
    }

    void copyFromHost(MemorySegment from, long fromPitch, Copies.Place to, long toPitch, long rowBytes, long rows) {
        submitter.hostTakesPart();
        upload(from, fromPitch, to, toPitch, rowBytes, rows);
    }

    void copyToHost(Copies.Place from, long fromPitch, MemorySegment to, long toPitch, long rowBytes, long rows) {
        submitter.hostTakesPart();
        download(from, fromPitch, to, toPitch, rowBytes, rows);
    }

    void copyOverlapping(Copies.Place from, long fromPitch, Copies.Place to, long toPitch, long rowBytes, long rows) {
        copyByWay(from, fromPitch, to, toPitch, rowBytes, rows);
    }

    @Override
    protected boolean takesRows(long pitch) {
        return true;
    }

    @Override
    protected void copyUp(long address, Copies.Place to, long at, long pitch, long rowBytes, long rows) {
        copies.copy(new Copies.Place(address, hostAgent), rowBytes, to.plus(at), pitch, rowBytes, rows);
    }

    @Override
    protected void copyDown(Copies.Place from, long at, long pitch, long address, long rowBytes, long rows) {
        copies.copy(from.plus(at), pitch, new Copies.Place(address, hostAgent), rowBytes, rowBytes, rows);
    }

    @Override
    protected void copyInDevice(
            Copies.Place from,
            long fromAt,
            long fromPitch,
            Copies.Place to,
            long toAt,
            long toPitch,
            long rowBytes,
            long rows) {
        copies.copy(from.plus(fromAt), fromPitch, to.plus(toAt), toPitch, rowBytes, rows);
    }

    @Override
    protected long distance(Copies.Place from, Copies.Place to) {
        return to.address() - from.address();
    }

    @Override
    protected Copies.Place scratch() {
        HsaMemory memory = scratch;
        if (memory == null) {
            memory = heap.allocate(SCRATCH_BYTES);
            scratch = memory;
            submitter.queue().loop().await(heap::isZeroed);
        }
        return new Copies.Place(memory.address(), submitter.context().agent().handle());
    }

    /** The queue has ended. */
    void close() {
        HsaMemory memory = scratch;
        if (memory != null) {
            memory.free();
        }
        ring().close();
    }
}
