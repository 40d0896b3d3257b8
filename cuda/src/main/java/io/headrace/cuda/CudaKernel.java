package io.headrace.cuda;

import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.LaunchOptions;
import io.headrace.kernel.Range;
import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import io.headrace.spi.NativeKernel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A kernel of a CUDA module. Safe for use from any thread. */
final class CudaKernel implements NativeKernel {

    private static final int CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0;
    private static final int CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8;
    private static final int CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95;
    private static final int CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120;

    private static final int USUAL_GROUP = 256;
    private static final int WARP = 32;
    private static final long MOST_GROUPS_X = Integer.MAX_VALUE;
    private static final long MOST_GROUPS_YZ = 65_535;

    private final CudaContext context;
    private final String name;
    private final long function;
    private final @Nullable List<Integer> parameterSizes;
    private final int maxGroupItems;
    private final int defaultGroup;

    /** How much dynamic shared memory a launch may ask for; raised on need. */
    private volatile int maxSharedBytes;

    private CudaKernel(CudaContext context, String name, long function, NativeMemory out) {
        this.context = context;
        this.name = name;
        this.function = function;
        parameterSizes = parameterSizes(out.address());
        int most = attribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, out.address());
        maxGroupItems = most > 0 ? most : Integer.MAX_VALUE;
        maxSharedBytes = attribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, out.address());
        defaultGroup = defaultGroup(out.address());
    }

    /** A kernel; the context is current. */
    static CudaKernel of(CudaContext context, String name, long function) {
        NativeMemory out = NativeMemory.allocate(2 * Long.BYTES, Long.BYTES);
        try {
            return new CudaKernel(context, name, function, out);
        } finally {
            out.free();
        }
    }

    private @Nullable List<Integer> parameterSizes(long out) {
        List<Integer> sizes = new ArrayList<>();
        while (true) {
            int code = context.api().funcGetParamInfo(function, sizes.size(), out, out + Long.BYTES);
            if (code == CudaApi.NOT_SUPPORTED) {
                return null;
            }
            if (code != CudaErrors.SUCCESS) {
                return List.copyOf(sizes); // there is no such parameter
            }
            sizes.add((int) Words.getLongPlain(out + Long.BYTES));
        }
    }

    private int attribute(int attribute, long out) {
        return context.api().funcGetAttribute(out, attribute, function) == CudaErrors.SUCCESS
                ? Words.getIntPlain(out)
                : 0;
    }

    private int defaultGroup(long out) {
        int code = context.api().occupancyMaxPotentialBlockSize(out, out + Integer.BYTES, function, 0, 0, 0);
        int best = code == CudaErrors.SUCCESS ? Words.getIntPlain(out + Integer.BYTES) : USUAL_GROUP;
        return Math.max(1, Math.min(best, maxGroupItems));
    }

    @Override
    public String name() {
        return name;
    }

    long function() {
        return function;
    }

    @Override
    public @Nullable List<Integer> parameterSizes() {
        return parameterSizes;
    }

    @Override
    public int maxGroupItems() {
        return maxGroupItems;
    }

    /** Items of a group in the first dimension where nobody says. */
    int defaultGroupX(int dimensions) {
        return dimensions == 1 ? defaultGroup : Math.min(WARP, defaultGroup);
    }

    /** Items of a group in the second dimension where nobody says. */
    int defaultGroupY(int dimensions) {
        return dimensions == 1 ? 1 : Math.max(1, defaultGroup / WARP);
    }

    /** How many groups of a size there are to so many items. */
    static long groups(long items, long size) {
        return size == 1 ? items : Math.ceilDiv(items, size); // most groups have one item in most dimensions
    }

    @Override
    public void check(Range range, @Nullable GroupedRange groups, LaunchOptions options) {
        int dimensions = range.dimensions();
        long x = groups == null ? defaultGroupX(dimensions) : groups.x();
        long y = groups == null ? defaultGroupY(dimensions) : groups.y();
        long z = groups == null ? 1 : groups.z();
        if (groups(range.x(), x) > MOST_GROUPS_X
                || groups(range.y(), y) > MOST_GROUPS_YZ
                || groups(range.z(), z) > MOST_GROUPS_YZ) {
            throw new IllegalArgumentException(
                    "too many groups for a CUDA device: range=" + range + " group=" + x + "x" + y
                            + "x" + z + " limit=" + MOST_GROUPS_X + "x" + MOST_GROUPS_YZ + "x" + MOST_GROUPS_YZ
                            + "; let each item do more, or make groups larger");
        }
        if (options.cooperative() && context.attributeIfKnown(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH) == 0) {
            throw new UnsupportedFeatureException("device=" + context.id() + " has no cooperative launches");
        }
        if (options.hasClusters() && context.attributeIfKnown(CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) == 0) {
            throw new UnsupportedFeatureException("device=" + context.id() + " has no clusters of groups");
        }
        if (options.sharedMemoryBytes() > maxSharedBytes) {
            allowShared(options.sharedMemoryBytes());
        }
    }

    private synchronized void allowShared(int bytes) {
        if (bytes <= maxSharedBytes) {
            return;
        }
        context.enter();
        int code = context.api().funcSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes);
        if (code != CudaErrors.SUCCESS) {
            throw new IllegalArgumentException(
                    "a group of this kernel cannot have so much shared memory: kernel=" + name
                            + " sharedMemoryBytes=" + bytes + " device=" + context.id() + " code=" + code + " codeName="
                            + CudaErrors.name(context.api(), code));
        }
        maxSharedBytes = bytes;
    }
}
