package io.headrace.hsa;

import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.LaunchOptions;
import io.headrace.kernel.Range;
import io.headrace.memory.Words;
import io.headrace.spi.KernelArguments;
import io.headrace.spi.NativeKernel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A kernel of a code object that is loaded. Immutable. */
final class HsaKernel implements NativeKernel {

    private static final int USUAL_GROUP = 256;
    private static final int USUAL_WIDTH = 32;

    /** What one dispatch has at most in each dimension. */
    private static final long MOST_ITEMS = (1L << Integer.SIZE) - 1;

    private final HsaContext context;
    private final KernelDescription description;
    private final long object;
    private final int groupBytes;
    private final int privateBytes;
    private final int mostGroupItems;
    private final int groupMemory;
    private final KernelParameter[] given;
    private final KernelParameter[] others;
    private final List<Integer> sizes;

    /** Parameters that are addresses in the group's memory. */
    private final long groupPointers;

    /**
     * A kernel.
     *
     * @param object what a packet names it by
     * @param groupBytes memory that it declares for each group
     * @param privateBytes memory of each item
     * @param mostGroupItems items that a group of the device may have
     * @param groupMemory memory that a group of the device may have
     */
    HsaKernel(
            HsaContext context,
            KernelDescription description,
            long object,
            int groupBytes,
            int privateBytes,
            int mostGroupItems,
            int groupMemory) {
        this.context = context;
        this.description = description;
        this.object = object;
        this.groupBytes = groupBytes;
        this.privateBytes = privateBytes;
        this.groupMemory = groupMemory;
        this.mostGroupItems = description.mostGroupItems() == 0
                ? mostGroupItems
                : Math.min(mostGroupItems, description.mostGroupItems());
        given = parameters(true);
        others = parameters(false);
        groupPointers = description.parameters().stream()
                .filter(parameter -> parameter.kind() == KernelParameter.Kind.GROUP_MEMORY)
                .count();
        sizes = description.parameters().stream()
                .filter(KernelParameter::isGiven)
                .map(KernelParameter::bytes)
                .toList();
    }

    private KernelParameter[] parameters(boolean isGiven) {
        return description.parameters().stream()
                .filter(parameter -> parameter.isGiven() == isGiven)
                .toArray(KernelParameter[]::new);
    }

    @Override
    public String name() {
        return description.name();
    }

    @Override
    public @Nullable List<Integer> parameterSizes() {
        return sizes;
    }

    @Override
    public int maxGroupItems() {
        return mostGroupItems;
    }

    long object() {
        return object;
    }

    int groupBytes() {
        return groupBytes;
    }

    int privateBytes() {
        return privateBytes;
    }

    int argumentBytes() {
        return description.argumentBytes();
    }

    /** Items of a group in the first dimension where nobody says. */
    int groupX(Range range) {
        int usual = Math.min(USUAL_GROUP, Integer.highestOneBit(mostGroupItems));
        return only(0, range.dimensions() == 1 ? usual : Math.min(USUAL_WIDTH, usual));
    }

    /** Items of a group in the second dimension where nobody says. */
    int groupY(Range range) {
        int usual = Math.min(USUAL_GROUP, Integer.highestOneBit(mostGroupItems));
        return only(1, range.dimensions() == 1 ? 1 : Math.max(1, usual / USUAL_WIDTH));
    }

    /** Items of a group in the third dimension where nobody says. */
    int groupZ(Range range) {
        return only(2, 1);
    }

    private int only(int dimension, int otherwise) {
        List<Integer> only = description.onlyGroup();
        return only.isEmpty() ? otherwise : only.get(dimension);
    }

    @Override
    public void check(Range range, @Nullable GroupedRange groups, LaunchOptions options) {
        int x = groups == null ? groupX(range) : groups.x();
        int y = groups == null ? groupY(range) : groups.y();
        int z = groups == null ? groupZ(range) : groups.z();
        List<Integer> only = description.onlyGroup();
        if (!only.isEmpty() && !only.equals(List.of(x, y, z))) {
            throw new IllegalArgumentException("the kernel was compiled for other groups: kernel=" + name() + " group="
                    + x + "x" + y + "x" + z + " wanted=" + only);
        }
        if (tooMany(range.x(), x) || tooMany(range.y(), y) || tooMany(range.z(), z)) {
            throw new IllegalArgumentException("a launch has at most " + MOST_ITEMS
                    + " items in each dimension, in whole groups: kernel=" + name() + " range=" + range
                    + "; launch it in parts");
        }
        if (options.cooperative() || options.hasClusters()) {
            throw new UnsupportedFeatureException(
                    "this driver has no cooperative launches, and HSA no clusters of groups: kernel=" + name()
                            + " device=" + context.id());
        }
        if (groupPointers > 1) {
            throw new UnsupportedFeatureException(
                    "a kernel can have one parameter in the group's memory, which gets what LaunchOptions.withSharedMemory"
                            + " says; divide it in the kernel: kernel=" + name() + " parameters=" + groupPointers);
        }
        if (groupPointers == 1 && options.sharedMemoryBytes() == 0) {
            throw new IllegalArgumentException("the kernel's groups need memory of their own: kernel=" + name()
                    + "; say how much by LaunchOptions.withSharedMemory");
        }
        if (options.sharedMemoryBytes() > groupMemory - groupBytes) {
            throw new IllegalArgumentException("a group of this kernel cannot have so much memory: kernel=" + name()
                    + " sharedMemoryBytes=" + options.sharedMemoryBytes() + " limit=" + (groupMemory - groupBytes)
                    + " device=" + context.id());
        }
    }

    private static boolean tooMany(long items, int group) {
        return items > MOST_ITEMS - group || Math.ceilDiv(items, group) * group > MOST_ITEMS;
    }

    /** Writes a launch's arguments to memory. */
    void writeArguments(long address, KernelArguments arguments, LaunchShape shape, long queue) {
        for (long at = 0; at < description.argumentBytes(); at += Long.BYTES) {
            Words.setLongPlain(address + at, 0);
        }
        for (int i = 0; i < given.length; i++) {
            KernelParameter parameter = given[i];
            long at = address + parameter.offset();
            switch (parameter.bytes()) {
                case Long.BYTES -> Words.ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, at, arguments.value(i));
                case Integer.BYTES -> Words.ALL.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) arguments.value(i));
                default ->
                    MemorySegment.copy(
                            MemorySegment.ofArray(arguments.words()),
                            (long) arguments.word(i) * Long.BYTES,
                            Words.ALL,
                            at,
                            parameter.bytes());
            }
        }
        for (KernelParameter parameter : others) {
            parameter.write(address, shape, groupBytes, queue);
        }
    }
}
