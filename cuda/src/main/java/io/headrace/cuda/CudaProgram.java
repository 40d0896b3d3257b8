package io.headrace.cuda;

import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import io.headrace.spi.NativeKernel;
import io.headrace.spi.NativeProgram;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A CUDA module that is loaded. Safe for use from any thread. */
final class CudaProgram implements NativeProgram {

    private static final int NOT_FOUND = 500;

    private final CudaContext context;
    private final long module;
    private final ConcurrentHashMap<String, CudaKernel> kernels = new ConcurrentHashMap<>();

    CudaProgram(CudaContext context, long module) {
        this.context = context;
        this.module = module;
    }

    @Override
    public @Nullable NativeKernel kernel(String name) {
        CudaKernel known = kernels.get(name);
        return known != null ? known : find(name);
    }

    private @Nullable NativeKernel find(String name) {
        byte[] bytes = (name + "\0").getBytes(StandardCharsets.UTF_8);
        NativeMemory memory = NativeMemory.allocate(Long.BYTES + bytes.length, Long.BYTES);
        try {
            context.enter();
            long text = memory.address() + Long.BYTES;
            for (int i = 0; i < bytes.length; i++) {
                Words.ALL.set(ValueLayout.JAVA_BYTE, text + i, bytes[i]);
            }
            int code = context.api().moduleGetFunction(memory.address(), module, text);
            if (code == NOT_FOUND) {
                return null;
            }
            context.check("find kernel=" + name, code);
            CudaKernel kernel = CudaKernel.of(context, name, Words.getLongPlain(memory.address()));
            CudaKernel other = kernels.putIfAbsent(name, kernel);
            return other != null ? other : kernel;
        } finally {
            memory.free();
        }
    }

    @Override
    public void close() {
        if (context.loss().cause() == null) {
            context.enter();
            context.check("cuModuleUnload", context.api().moduleUnload(module));
        }
    }
}
