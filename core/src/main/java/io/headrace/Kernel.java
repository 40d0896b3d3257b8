package io.headrace;

import io.headrace.spi.KernelArguments;
import io.headrace.spi.NativeKernel;
import java.util.List;

/** A kernel of a {@link Program}; see {@link Operations#launch(Kernel, io.headrace.kernel.Range, Object...)}. Lives as long as the program. */
public final class Kernel {

    private final Program program;
    private final NativeKernel code;
    private final boolean checked;

    /** The layout of its parameters; where the driver cannot tell, that of the last launch, which is likely to be used again. */
    private volatile KernelArguments.Layout layout;

    Kernel(Program program, NativeKernel code) {
        this.program = program;
        this.code = code;
        List<Integer> sizes = code.parameterSizes();
        this.checked = sizes != null;
        this.layout = sizes == null
                ? new KernelArguments.Layout()
                : new KernelArguments.Layout(
                        sizes.stream().mapToInt(Integer::intValue).toArray());
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

    /** Whether the driver knows the parameters, so that arguments can be checked. */
    boolean isChecked() {
        return checked;
    }

    KernelArguments.Layout layout() {
        return layout;
    }

    void layout(KernelArguments.Layout latest) {
        layout = latest;
    }
}
