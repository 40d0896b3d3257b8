package io.headrace;

import io.headrace.spi.KernelArguments;
import io.headrace.spi.NativeKernel;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A kernel of a {@link Program}; see {@link Operations#launch(Kernel, io.headrace.kernel.Range, Object...)}. Lives as long as the program. */
public final class Kernel {

    private final Program program;
    private final NativeKernel code;

    /** The sizes of its parameters, 0 for one that the driver cannot tell; {@code null} if it can tell none. */
    private final int @Nullable [] sizes;

    /** The layout of its parameters; where the driver cannot tell, that of the last launch, which is likely to be used again. */
    private volatile KernelArguments.Layout layout;

    Kernel(Program program, NativeKernel code) {
        this.program = program;
        this.code = code;
        List<Integer> told = code.parameterSizes();
        int[] known =
                told == null ? null : told.stream().mapToInt(Integer::intValue).toArray();
        this.sizes = known;
        this.layout = known == null || Arrays.stream(known).anyMatch(size -> size == 0)
                ? new KernelArguments.Layout()
                : new KernelArguments.Layout(known);
    }

    /** The kernel's name in its program. */
    public String name() {
        return code.name();
    }

    /** The program it is part of. */
    public Program program() {
        return program;
    }

    /** The most items that one group may have; {@link Integer#MAX_VALUE} if that is not known. */
    public int maxGroupItems() {
        return code.maxGroupItems();
    }

    @Override
    public String toString() {
        return "Kernel[" + name() + " of " + program + "]";
    }

    NativeKernel code() {
        return code;
    }

    /** How many arguments it takes; -1 if that is not known. */
    int parameterCount() {
        return sizes == null ? -1 : sizes.length;
    }

    /** The size of an argument that it takes; 0 if that is not known. */
    int parameterSize(int index) {
        return sizes == null ? 0 : sizes[index];
    }

    KernelArguments.Layout layout() {
        return layout;
    }

    void layout(KernelArguments.Layout latest) {
        layout = latest;
    }
}
