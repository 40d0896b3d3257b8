package io.headrace.opencl;

import io.headrace.error.UnsupportedFeatureException;
import io.headrace.spi.NativeBlock;
import io.headrace.spi.NativeKernel;
import io.headrace.spi.NativeProgram;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** An OpenCL program that is built. Safe for use from any thread. */
final class ClProgram implements NativeProgram {

    private static final int CL_PROGRAM_KERNEL_NAMES = 0x1168;

    private final ClContext context;
    private final long handle;
    private final ConcurrentHashMap<String, ClKernel> kernels = new ConcurrentHashMap<>();

    ClProgram(ClContext context, long handle) {
        this.context = context;
        this.handle = handle;
    }

    @Override
    public @Nullable NativeKernel kernel(String name) {
        ClKernel known = kernels.get(name);
        return known != null ? known : find(name);
    }

    private @Nullable NativeKernel find(String name) {
        ClApi api = context.api();
        long kernel;
        try (NativeBlock code = new NativeBlock(Long.BYTES);
                NativeBlock text = NativeBlock.of(name)) {
            kernel = api.createKernel(handle, text.address(), code.address());
            if (code.getInt(0) == ClErrors.INVALID_KERNEL_NAME) {
                return null;
            }
            context.check("clCreateKernel kernel=" + name, code.getInt(0));
        }
        ClKernel made;
        try {
            made = new ClKernel(context, handle, name, kernel);
        } catch (UnsupportedFeatureException e) {
            api.releaseKernel(kernel);
            throw e;
        }
        ClKernel other = kernels.putIfAbsent(name, made);
        if (other != null) {
            made.close();
            return other;
        }
        return made;
    }

    /** Makes another object of a kernel that there is. */
    static long create(ClContext context, long program, String name) {
        try (NativeBlock text = NativeBlock.of(name)) {
            return context.make(
                    "clCreateKernel kernel=" + name, code -> context.api().createKernel(program, text.address(), code));
        }
    }

    @Override
    public List<String> kernelNames() {
        String names = ClInfo.text(
                (bytes, out, size) -> context.api().getProgramInfo(handle, CL_PROGRAM_KERNEL_NAMES, bytes, out, size));
        return names.isEmpty() ? List.of() : Arrays.asList(names.split(";"));
    }

    @Override
    public void close() {
        kernels.values().forEach(ClKernel::close);
        context.check("clReleaseProgram", context.api().releaseProgram(handle));
    }
}
