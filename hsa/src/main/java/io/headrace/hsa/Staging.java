package io.headrace.hsa;

import io.headrace.spi.DeviceMemory;
import io.headrace.spi.StagingRing;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Pinned memory for copies of other host memory. A mark is the signal of the last copy, which is good until its packet has ended. */
final class Staging extends StagingRing {

    private final Submitter submitter;
    private final PinnedHeap pinned;

    /** The marks that were not waited for, in their order, in which each is waited for. */
    private final ArrayDeque<Mark> marks = new ArrayDeque<>();

    private @Nullable DeviceMemory memory;

    private record Mark(long packet, HsaSignal copied) {}

    Staging(Submitter submitter, PinnedHeap pinned, long pieceBytes) {
        super(pieceBytes);
        this.submitter = submitter;
        this.pinned = pinned;
    }

    @Override
    protected long allocate(long bytes) {
        DeviceMemory ring = pinned.allocate(bytes);
        memory = ring;
        return ring.address();
    }

    @Override
    protected void free() {
        if (memory != null) {
            memory.free();
        }
    }

    @Override
    protected long makeMark() {
        marks.add(new Mark(submitter.packetId(), Objects.requireNonNull(submitter.lastCopy())));
        return 0;
    }

    @Override
    protected void awaitMark(long number) {
        Mark mark = marks.remove();
        HsaQueue queue = submitter.queue();
        if (mark.packet == submitter.packetId()) {
            submitter.await(mark.copied);
        } else {
            queue.loop().await(() -> queue.readIndex() > mark.packet);
        }
    }
}
