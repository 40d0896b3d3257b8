package io.headrace;

import io.headrace.error.UnsupportedFeatureException;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.Region;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What host memory a device uses in place: ranges that do not overlap, by their addresses. */
final class PinnedMemory {

    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final String device;
    private final DriverDevice driver;
    private final ConcurrentSkipListMap<Long, PinnedRange> ranges = new ConcurrentSkipListMap<>();

    PinnedMemory(String device, DriverDevice driver) {
        this.device = device;
        this.driver = driver;
    }

    /** The block of a host buffer is there. */
    void add(HostBlock block, Allocation allocation) {
        ranges.put(block.address(), new PinnedRange.OfBuffer(block, allocation));
    }

    /** The block of a host buffer is about to go. */
    void remove(HostBlock block) {
        ranges.remove(block.address());
    }

    /** What was pinned is pinned no more. */
    void remove(PinnedPages pages) {
        ranges.remove(pages.address(), pages);
    }

    /**
     * Memory as the device sees it, if it is pinned, and counted until the lease is given back; else {@code null}.
     *
     * @param bytes how many bytes from the segment's beginning on will be used
     * @throws io.headrace.error.ClosedException if it belongs to a buffer that was closed
     */
    @Nullable
    InPlace find(MemorySegment segment, long bytes) {
        long address = segment.address();
        PinnedRange range = rangeOf(segment, bytes);
        if (range == null) {
            return null;
        }
        Lease lease = range.use();
        return lease == null ? null : new InPlace(new Region.Pinned(range.memory(), address - range.address()), lease);
    }

    /** Memory of a host buffer, not counted; {@code null} if it belongs to none. */
    @Nullable
    InBuffer findInBuffer(MemorySegment segment, long bytes) {
        return rangeOf(segment, bytes) instanceof PinnedRange.OfBuffer buffer
                ? new InBuffer(
                        new Region.Pinned(buffer.memory(), segment.address() - buffer.address()), buffer.allocation())
                : null;
    }

    private @Nullable PinnedRange rangeOf(MemorySegment segment, long bytes) {
        if (ranges.isEmpty() || !segment.isNative()) {
            return null;
        }
        long address = segment.address();
        Map.Entry<Long, PinnedRange> below = ranges.floorEntry(address);
        if (below == null) {
            return null;
        }
        PinnedRange range = below.getValue();
        return range.covers(address, bytes) && segment.scope().equals(range.scope()) ? range : null;
    }

    /** Pins memory, or shares in what is pinned already. */
    Pin pin(MemorySegment segment) {
        if (!segment.isNative() || !segment.scope().equals(Arena.global().scope())) {
            throw new UnsupportedFeatureException(
                    "only memory of the global scope can be pinned, since any other may end"
                            + " while the device uses it: memory=" + segment + " device=" + device
                            + "; use device.hostBuffer(bytes), Arena.global(), or memory of your own by"
                            + " MemorySegment.ofAddress(address).reinterpret(bytes); or copy without a pin");
        }
        long address = segment.address();
        long bytes = segment.byteSize();
        if (bytes == 0) {
            return new Pin(segment, null);
        }
        if (address <= 0 || bytes > Long.MAX_VALUE - address) {
            throw new IllegalArgumentException("memory to pin needs an address above 0 and an end within 2^63: address="
                    + address + " bytes=" + bytes);
        }
        while (true) {
            PinnedPages pages = new PinnedPages(this, address, bytes);
            PinnedRange other = addUnlessOverlapping(pages);
            if (other == null) {
                return new Pin(segment, pinned(pages));
            }
            if (!(other instanceof PinnedPages shared && shared.covers(address, bytes))) {
                throw new IllegalArgumentException(
                        "the memory overlaps other pinned memory without lying in it: address="
                                + address + " bytes=" + bytes + " pinnedAddress=" + other.address() + " pinnedBytes="
                                + other.bytes() + " device=" + device
                                + "; pin the whole once, or close the other pin first");
            }
            Lease lease = shared.use();
            if (lease != null) {
                return new Pin(segment, lease);
            }
            // Another thread is about to pin or to unpin it, and in the middle of the driver's call.
            LockSupport.parkNanos(this, PAUSE_NANOS);
        }
    }

    private Lease pinned(PinnedPages pages) {
        boolean done = false;
        try {
            pages.memory(driver.pin(pages.address(), pages.bytes()));
            done = true;
            return pages;
        } finally {
            if (!done) {
                remove(pages);
            }
        }
    }

    private synchronized @Nullable PinnedRange addUnlessOverlapping(PinnedPages pages) {
        Map.Entry<Long, PinnedRange> before = ranges.lowerEntry(pages.address() + pages.bytes());
        if (before != null && before.getKey() + before.getValue().bytes() > pages.address()) {
            return before.getValue();
        }
        ranges.put(pages.address(), pages);
        return null;
    }

    /** Ends all pinning. Called when the device runs nothing any more and never will. */
    void unpinAll() {
        for (PinnedRange range : ranges.values()) {
            if (range instanceof PinnedPages pages) {
                pages.unpin();
            }
        }
    }

    /**
     * Memory that is used in place.
     *
     * @param region what the driver gets
     * @param lease ends the use
     */
    record InPlace(Region.Pinned region, Lease lease) {}

    /**
     * Memory of a host buffer.
     *
     * @param region what the driver gets
     * @param allocation the buffer, to be counted while it is used
     */
    record InBuffer(Region.Pinned region, Allocation allocation) {}
}
