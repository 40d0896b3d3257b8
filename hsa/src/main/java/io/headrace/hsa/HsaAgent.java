package io.headrace.hsa;

import io.headrace.memory.Words;
import io.headrace.spi.NativeBlock;
import io.headrace.spi.NativeText;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A processor that ROCr shows.
 *
 * @param handle ROCr's handle
 * @param isGpu whether it is a GPU
 * @param node the number of its node in KFD's topology, which is what it has in {@code /sys/class/kfd}; the order of agents is ROCr's
 *     affair, and some of the nodes may be hidden
 * @param name what it is sold as
 * @param architecture for instance {@code gfx90a}
 * @param pools its memory
 */
record HsaAgent(long handle, boolean isGpu, int node, String name, String architecture, List<HsaPool> pools) {

    private static final int INFO_NAME = 0;
    private static final int INFO_DEVICE = 17;
    private static final int INFO_DRIVER_NODE = 0xA004;
    private static final int INFO_PRODUCT_NAME = 0xA009;
    private static final int DEVICE_GPU = 1;
    private static final int POOL_SEGMENT = 0;
    private static final int POOL_FLAGS = 1;
    private static final int POOL_SIZE = 2;
    private static final int POOL_ALLOWED = 5;
    private static final int POOL_GRANULE = 6;
    private static final long TEXT_BYTES = 64;

    static HsaAgent read(HsaApi api, long handle) {
        String architecture = text(api, handle, INFO_NAME);
        String product = text(api, handle, INFO_PRODUCT_NAME);
        List<HsaPool> pools =
                HsaCallbacks.list((callback, data) -> api.agentIterateMemoryPools(handle, callback, data)).stream()
                        .map(pool -> readPool(api, pool))
                        .toList();
        return new HsaAgent(
                handle,
                number(api, handle, INFO_DEVICE) == DEVICE_GPU,
                number(api, handle, INFO_DRIVER_NODE),
                product.isEmpty() ? architecture : product,
                architecture,
                pools);
    }

    private static HsaPool readPool(HsaApi api, long pool) {
        return new HsaPool(
                pool,
                (int) poolNumber(api, pool, POOL_SEGMENT),
                (int) poolNumber(api, pool, POOL_FLAGS),
                poolNumber(api, pool, POOL_SIZE),
                Math.max(1, poolNumber(api, pool, POOL_GRANULE)),
                (poolNumber(api, pool, POOL_ALLOWED) & 0xff) != 0);
    }

    private static long poolNumber(HsaApi api, long pool, int what) {
        try (NativeBlock out = new NativeBlock(Long.BYTES)) {
            return api.memoryPoolGetInfo(pool, what, out.address()) == HsaErrors.SUCCESS ? out.getLong(0) : 0;
        }
    }

    private static String text(HsaApi api, long agent, int what) {
        try (NativeBlock out = new NativeBlock(TEXT_BYTES + 1)) {
            return api.agentGetInfo(agent, what, out.address()) == HsaErrors.SUCCESS
                    ? NativeText.at(out.address())
                    : "";
        }
    }

    private static int number(HsaApi api, long agent, int what) {
        return number(api, agent, what, 0);
    }

    private static int number(HsaApi api, long agent, int what, int otherwise) {
        try (NativeBlock out = new NativeBlock(Long.BYTES)) {
            return api.agentGetInfo(agent, what, out.address()) == HsaErrors.SUCCESS
                    ? Words.getIntPlain(out.address())
                    : otherwise;
        }
    }

    /** A number of 32 bits about the agent; another one if ROCr does not know the question. */
    int number(HsaApi api, int what, int otherwise) {
        return number(api, handle, what, otherwise);
    }

    /** The first of its pools that suits. */
    Optional<HsaPool> pool(Predicate<HsaPool> suits) {
        return pools.stream().filter(suits).findFirst();
    }
}
