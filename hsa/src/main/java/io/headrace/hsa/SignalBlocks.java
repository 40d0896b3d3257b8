package io.headrace.hsa;

import io.headrace.error.ResourcesExhaustedException;
import io.headrace.signal.SignalMemory;
import io.headrace.spi.NativeBlock;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Memory for batches of signals that all GPUs reach at the host's address: kernels and packets may use the slots as they are. It is the
 * host's fine-grained memory, since it is the host that looks at most signals, and what is not written often costs a GPU no more there.
 * Blocks live as long as the process, and are used again. Safe for use from any thread.
 */
final class SignalBlocks implements SignalMemory {

    private final HsaApi api;
    private final HsaPool pool;
    private final AgentList gpus;

    /** All blocks there are. */
    private final HostRanges all = new HostRanges();

    /** Those that nobody has, by their size. Guarded by itself. */
    private final Map<Long, ArrayDeque<Long>> free = new HashMap<>();

    SignalBlocks(HsaApi api, HsaPool pool, AgentList gpus) {
        this.api = api;
        this.pool = pool;
        this.gpus = gpus;
    }

    @Override
    public long take(long bytes) {
        synchronized (free) {
            ArrayDeque<Long> again = free.get(bytes);
            Long address = again == null ? null : again.poll();
            if (address != null) {
                return address;
            }
        }
        return allocate(bytes);
    }

    private long allocate(long bytes) {
        try (NativeBlock out = new NativeBlock(Long.BYTES)) {
            int code = pool.allocate(api, bytes, out.address());
            long address = out.getLong(0);
            if (code == HsaErrors.SUCCESS) {
                code = api.agentsAllowAccess(gpus.count(), gpus.address(), 0, address);
                if (code == HsaErrors.SUCCESS) {
                    all.add(new HostRanges.Range(address, bytes, address));
                    return address;
                }
                api.memoryPoolFree(address);
            }
            throw new ResourcesExhaustedException("there is no memory for more signals: bytes=" + bytes + " code="
                    + HsaErrors.hex(code) + " codeName=" + HsaErrors.name(api, code)
                    + "; close batches that are no longer needed");
        }
    }

    @Override
    public void giveBack(long address, long bytes) {
        synchronized (free) {
            free.computeIfAbsent(bytes, size -> new ArrayDeque<>()).push(address);
        }
    }

    /** Whether some memory is in one of the blocks. */
    boolean covers(long address, long bytes) {
        return all.find(address, bytes) != null;
    }
}
