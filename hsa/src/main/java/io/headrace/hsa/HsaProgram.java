package io.headrace.hsa;

import io.headrace.spi.NativeKernel;
import io.headrace.spi.NativeProgram;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A code object that is loaded, in an executable of its own. */
final class HsaProgram implements NativeProgram {

    private final HsaContext context;
    private final long executable;
    private final Map<String, HsaKernel> kernels;

    /** Takes the executable over. */
    HsaProgram(HsaContext context, long executable, Map<String, HsaKernel> kernels) {
        this.context = context;
        this.executable = executable;
        this.kernels = Map.copyOf(kernels);
    }

    @Override
    public @Nullable NativeKernel kernel(String name) {
        return kernels.get(name);
    }

    @Override
    public List<String> kernelNames() {
        return kernels.keySet().stream().sorted().toList();
    }

    @Override
    public void close() {
        context.check("hsa_executable_destroy", context.api().executableDestroy(executable));
    }
}
