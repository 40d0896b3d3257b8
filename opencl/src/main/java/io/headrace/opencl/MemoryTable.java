package io.headrace.opencl;

import io.headrace.error.HeadraceException;
import io.headrace.memory.Words;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.Region;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What is at which address: OpenCL's buffers, whose addresses are made up, and pinned host memory, whose addresses are the host's own.
 * Safe for use from any thread.
 *
 * <p>Made-up addresses are beyond all that a process can have, differ between devices and are never used again, so that an address
 * that came too late hits nothing. Between two blocks is a gap that belongs to none.
 */
final class MemoryTable {

    private static final long FIRST_ADDRESS = 1L << 60;
    private static final long ALIGNMENT = 4_096;
    private static final AtomicLong NEXT = new AtomicLong(FIRST_ADDRESS);

    /** By their first addresses. */
    private final ConcurrentSkipListMap<Long, DeviceMemory> blocks = new ConcurrentSkipListMap<>();

    private final String device;

    MemoryTable(String device) {
        this.device = device;
    }

    /** An address for a block that has none. */
    static long newAddress(long bytes) {
        return NEXT.getAndAdd(((bytes + ALIGNMENT - 1) & -ALIGNMENT) + ALIGNMENT);
    }

    void add(DeviceMemory block) {
        blocks.put(block.address(), block);
    }

    void remove(DeviceMemory block) {
        blocks.remove(block.address());
    }

    /** The block that all of some memory is in; {@code null} if there is none. */
    @Nullable
    DeviceMemory find(long address, long bytes) {
        Map.Entry<Long, DeviceMemory> below = blocks.floorEntry(address);
        if (below == null || below.getValue().address() + below.getValue().bytes() - address < bytes) {
            return null;
        }
        return below.getValue();
    }

    /** The device's block that an argument or region points into; {@code null} if it is none of the device's own memory. */
    @Nullable
    ClMemory block(@Nullable DeviceMemory memory, long address) {
        if (memory instanceof ClMemory own) {
            return own;
        }
        return find(address, 0) instanceof ClMemory own ? own : null;
    }

    /**
     * Where a region is.
     *
     * @param span bytes from its first to its last
     * @throws HeadraceException if it is at an address where this device has nothing
     */
    Place place(Region region, long span) {
        return switch (region) {
            case Region.Host host -> new Place.OnHost(host.segment(), false);
            case Region.Pinned pinned -> pinned(pinned.address(), span);
            case Region.Device inside -> {
                if (inside.memory() instanceof ClMemory own) {
                    yield new Place.InDevice(own, inside.offset());
                }
                long address = inside.address();
                DeviceMemory block = find(address, span);
                if (block == null) {
                    throw new HeadraceException("the device has no memory there, or it was freed: device=" + device
                            + " address=" + address + " bytes=" + span);
                }
                yield block instanceof ClMemory own
                        ? new Place.InDevice(own, address - own.address())
                        : pinned(address, span);
            }
        };
    }

    private static Place pinned(long address, long span) {
        return new Place.OnHost(Words.ALL.asSlice(address, span), true);
    }
}
