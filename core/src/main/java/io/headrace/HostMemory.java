package io.headrace;

import io.headrace.config.Knob;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.memory.NativeMemory;
import io.headrace.spi.Region;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Host memory as one side of a copy (rule 6). Memory that is pinned is used in place. Other memory that any thread may touch is
 * left to the driver, which reads or writes it by ordinary Java copies at the stream's place. Memory of a confined arena is read
 * before the call returns.
 *
 * @param region what the driver gets, no longer than the copy's rows span
 * @param pitch the pitch of the rows in it
 * @param lease what was made or counted for it, to be given back when the copy has ended; {@code null} if nothing was
 * @param buffer a host buffer to be counted while the copy is enqueued; {@code null} if the lease counts it, or it is none
 */
record HostMemory(
        Region region,
        long pitch,
        @Nullable Lease lease,
        @Nullable Allocation buffer) {

    private static final long STAGING_ALIGNMENT = 64;

    /** A thread that owns no arena, and never runs. */
    private static final Thread STRANGER = Thread.ofPlatform().unstarted(() -> {});

    /**
     * Memory that a copy reads rows of.
     *
     * @param rows at least one, not empty, inside the segment
     * @throws UnsupportedFeatureException if it belongs to a confined arena and the rows are more than may be read at once
     */
    static HostMemory source(MemorySegment segment, long pitch, Rows rows, Device device) {
        checkAlive(segment);
        if (segment.isAccessibleBy(STRANGER)) {
            return of(segment, pitch, rows, device);
        }
        checkOwner(segment);
        return staged(segment, pitch, rows, device.limits().maxStagedBytes());
    }

    private static HostMemory of(MemorySegment segment, long pitch, Rows rows, Device device) {
        long span = rows.span(pitch);
        PinnedMemory.InPlace inPlace = device.pinned().find(segment, span);
        return inPlace == null
                ? new HostMemory(new Region.Host(segment.asSlice(0, span)), pitch, null, null)
                : new HostMemory(inPlace.region(), pitch, inPlace.lease(), null);
    }

    private static HostMemory staged(MemorySegment segment, long pitch, Rows rows, long maxStagedBytes) {
        long bytes = rows.packedBytes();
        if (bytes > maxStagedBytes) {
            throw new UnsupportedFeatureException("memory of a confined arena is read before the call returns, up to "
                    + Knob.MAX_STAGED_BYTES.variable() + "=" + maxStagedBytes + ": bytes=" + bytes
                    + "; use a shared or automatic arena or an array, copy smaller slices, or raise the limit");
        }
        NativeMemory staging = NativeMemory.allocate(bytes, STAGING_ALIGNMENT);
        MemorySegment staged = staging.segment();
        for (long row = 0; row < rows.count(); row++) {
            MemorySegment.copy(segment, row * pitch, staged, row * rows.bytes(), rows.bytes());
        }
        return new HostMemory(new Region.Host(staged), rows.bytes(), staging::free, null);
    }

    /**
     * Memory that a copy writes rows of.
     *
     * @param rows at least one, not empty, inside the segment
     * @throws UnsupportedFeatureException if it belongs to a confined arena
     * @throws IllegalArgumentException if it is read-only
     */
    static HostMemory destination(MemorySegment segment, long pitch, Rows rows, Device device) {
        checkAlive(segment);
        checkWritable(segment);
        if (!segment.isAccessibleBy(STRANGER)) {
            throw new UnsupportedFeatureException(
                    "a copy cannot write to a confined arena, since another thread does it: " + segment
                            + "; use a shared or automatic arena or an array");
        }
        return of(segment, pitch, rows, device);
    }

    /**
     * Memory that recorded copies read rows of, at each replay. That of a host buffer is used in place, and the buffer counted
     * while a replay is enqueued; that of a pin is not, since the pin may be gone by then.
     *
     * @throws UnsupportedFeatureException if it belongs to a confined arena
     */
    static HostMemory recorded(MemorySegment segment, long pitch, Rows rows, Device device) {
        checkAlive(segment);
        if (!segment.isAccessibleBy(STRANGER)) {
            throw new UnsupportedFeatureException(
                    "a recording cannot use a confined arena, since other threads replay it: " + segment
                            + "; use a shared or automatic arena or an array");
        }
        long span = rows.span(pitch);
        PinnedMemory.InBuffer inBuffer = device.pinned().findInBuffer(segment, span);
        return inBuffer == null
                ? new HostMemory(new Region.Host(segment.asSlice(0, span)), pitch, null, null)
                : new HostMemory(inBuffer.region(), pitch, null, inBuffer.allocation());
    }

    /** Memory that recorded copies write rows of; the terms are those of {@link #recorded}, and it must not be read-only. */
    static HostMemory recordedDestination(MemorySegment segment, long pitch, Rows rows, Device device) {
        checkWritable(segment);
        return recorded(segment, pitch, rows, device);
    }

    private static void checkWritable(MemorySegment segment) {
        if (segment.isReadOnly()) {
            throw new IllegalArgumentException("the destination of a copy must not be read-only: " + segment);
        }
    }

    /** Gives back what was made or counted, for a copy that will not be. */
    void release() {
        if (lease != null) {
            lease.release();
        }
    }

    private static void checkAlive(MemorySegment segment) {
        if (!segment.scope().isAlive()) {
            throw new IllegalArgumentException("the arena of the memory was closed: " + segment);
        }
    }

    private static void checkOwner(MemorySegment segment) {
        if (!segment.isAccessibleBy(Thread.currentThread())) {
            throw new WrongThreadException(
                    "memory of a confined arena can be copied only by its own thread: " + segment);
        }
    }
}
