package io.headrace.hsa;

import io.headrace.error.UnsupportedFeatureException;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.NativeBlock;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Host memory of others that is pinned, so that all GPUs read and write it in place: at an address that may be another one than the host's.
 * Safe for use from any thread.
 */
final class HostPins {

    private static final long PAGE_BYTES = 4_096;

    private final HsaContext context;
    private final HsaApi api;
    private final AgentList gpus;
    private final HostRanges reachable;
    private final ReentrantLock forGood = new ReentrantLock();

    HostPins(HsaContext context, AgentList gpus, HostRanges reachable) {
        this.context = context;
        this.gpus = gpus;
        this.reachable = reachable;
        api = context.api();
    }

    /** Pins memory until the block is freed. */
    DeviceMemory pin(long address, long bytes) {
        context.loss().throwIfLost();
        reachable.add(lock(address, bytes));
        return new Pin(this, address, bytes);
    }

    private HostRanges.Range lock(long address, long bytes) {
        try (NativeBlock out = new NativeBlock(Long.BYTES)) {
            int code = api.memoryLock(address, bytes, gpus.address(), gpus.count(), out.address());
            if (code != HsaErrors.SUCCESS) {
                throw new UnsupportedFeatureException("this memory cannot be pinned: address=0x"
                        + Long.toHexString(address) + " bytes=" + bytes + " code=" + HsaErrors.hex(code)
                        + " codeName=" + HsaErrors.name(api, code)
                        + "; use device.hostBuffer, or copy it without pinning");
            }
            return new HostRanges.Range(address, bytes, out.getLong(0));
        }
    }

    /**
     * The address by which GPUs reach host memory; what they do not reach yet is pinned, whole pages, for the life of the process. For memory that
     * is never unmapped: that of signals.
     */
    long reach(long address, long bytes) {
        if (context.library().signals().covers(address, bytes)) {
            return address;
        }
        HostRanges.Range range = reachable.find(address, bytes);
        if (range == null) {
            forGood.lock();
            try {
                range = reachable.find(address, bytes);
                if (range == null) {
                    long begin = address & -PAGE_BYTES;
                    long end = (address + bytes + PAGE_BYTES - 1) & -PAGE_BYTES;
                    range = lock(begin, end - begin);
                    reachable.add(range);
                }
            } finally {
                forGood.unlock();
            }
        }
        return Objects.requireNonNull(range).reach(address);
    }

    /** The address by which GPUs reach a part of memory that is pinned. */
    long reachPinned(DeviceMemory block, long offset) {
        HostRanges.Range range = reachable.find(block.address(), block.bytes());
        if (range == null) {
            throw new IllegalStateException(
                    "not pinned: address=0x" + Long.toHexString(block.address()) + " bytes=" + block.bytes());
        }
        return range.reach(block.address() + offset);
    }

    private void unpin(long address) {
        reachable.remove(address);
        if (context.loss().cause() == null) {
            context.check("hsa_amd_memory_unlock", api.memoryUnlock(address));
        }
    }

    private record Pin(HostPins pins, long address, long bytes) implements DeviceMemory {

        @Override
        public boolean hostAccessible() {
            return true;
        }

        @Override
        public void free() {
            pins.unpin(address);
        }
    }
}
