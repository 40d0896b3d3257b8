package io.headrace;

import io.headrace.config.Knob;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.memory.NativeMemory;
import io.headrace.spi.Region;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Host memory as one side of a copy (rule 6). Memory that any thread may touch is left to the driver, which reads or writes
 * it by ordinary Java copies at the stream's place. Memory of a confined arena is read before the call returns.
 *
 * @param region what the driver gets
 * @param staging memory that was made for it; {@code null} if none was needed
 */
record HostMemory(Region.Host region, @Nullable NativeMemory staging) {

    private static final long STAGING_ALIGNMENT = 64;

    /** A thread that owns no arena, and never runs. */
    private static final Thread STRANGER = Thread.ofPlatform().unstarted(() -> {});

    /**
     * Memory that a copy reads.
     *
     * @param maxStagedBytes how much may be read at once
     * @throws UnsupportedFeatureException if it belongs to a confined arena and is larger than that
     */
    static HostMemory source(MemorySegment segment, long maxStagedBytes) {
        checkAlive(segment);
        if (segment.isAccessibleBy(STRANGER)) {
            return new HostMemory(new Region.Host(segment), null);
        }
        checkOwner(segment);
        if (segment.byteSize() > maxStagedBytes) {
            throw new UnsupportedFeatureException("memory of a confined arena is read before the call returns, up to "
                    + Knob.MAX_STAGED_BYTES.variable() + "=" + maxStagedBytes + ": bytes=" + segment.byteSize()
                    + "; use a shared or automatic arena or an array, copy smaller slices, or raise the limit");
        }
        NativeMemory staging = NativeMemory.allocate(segment.byteSize(), STAGING_ALIGNMENT);
        MemorySegment staged = staging.segment();
        staged.copyFrom(segment);
        return new HostMemory(new Region.Host(staged), staging);
    }

    /**
     * Memory that a copy reads later, any number of times.
     *
     * @throws UnsupportedFeatureException if it belongs to a confined arena
     */
    static HostMemory lastingSource(MemorySegment segment) {
        checkAlive(segment);
        if (!segment.isAccessibleBy(STRANGER)) {
            throw new UnsupportedFeatureException(
                    "a recording cannot read a confined arena, since other threads replay it: " + segment
                            + "; use a shared or automatic arena or an array");
        }
        return new HostMemory(new Region.Host(segment), null);
    }

    /**
     * Memory that a copy writes.
     *
     * @throws UnsupportedFeatureException if it belongs to a confined arena
     * @throws IllegalArgumentException if it is read-only
     */
    static HostMemory destination(MemorySegment segment) {
        checkAlive(segment);
        if (segment.isReadOnly()) {
            throw new IllegalArgumentException("the destination of a copy must not be read-only: " + segment);
        }
        if (!segment.isAccessibleBy(STRANGER)) {
            throw new UnsupportedFeatureException(
                    "a copy cannot write to a confined arena, since another thread does it: " + segment
                            + "; use a shared or automatic arena or an array");
        }
        return new HostMemory(new Region.Host(segment), null);
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
