package io.headrace.hsa;

import io.headrace.error.CompilationException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.Source;
import io.headrace.memory.Words;
import io.headrace.spi.NativeBlock;
import io.headrace.spi.NativeProgram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Loads code objects by ROCr's executables. Safe for use from any thread. */
final class ProgramLoader {

    static final Set<Source.Kind> KINDS = Set.of(Source.Kind.HSA_CODE_OBJECT);

    private static final int FULL_PROFILE = 1;
    private static final int DEFAULT_ROUNDING = 0;
    private static final int KERNEL_OBJECT = 22;
    private static final int GROUP_SIZE = 13;
    private static final int PRIVATE_SIZE = 14;
    private static final int DYNAMIC_CALL_STACK = 15;
    private static final int GROUP_MAX_SIZE = 8;
    private static final int LEAST_GROUP_MAX_SIZE = 256;
    private static final int INVALID_CODE_OBJECT = 0x1010;
    private static final int INCOMPATIBLE_ARGUMENTS = 0x100D;
    private static final int INVALID_ISA = 0x100F;
    private static final int INVALID_ISA_NAME = 0x1017;

    /** The stack of a kernel whose compiler could not tell how much it needs: what HIP gives too. */
    private static final int UNKNOWN_STACK_BYTES = 1_024;

    private final HsaContext context;
    private final HsaApi api;
    private final int mostGroupItems;
    private final int groupMemory;

    ProgramLoader(HsaContext context) {
        this.context = context;
        api = context.api();
        mostGroupItems = context.agent().number(api, GROUP_MAX_SIZE, LEAST_GROUP_MAX_SIZE);
        groupMemory = (int) context.agent()
                .pool(pool -> pool.segment() == HsaPool.GROUP)
                .map(HsaPool::bytes)
                .orElse(0L)
                .longValue();
    }

    /** See {@link io.headrace.spi.DriverDevice#compile}. */
    NativeProgram load(List<Source> sources) {
        List<String> others = new ArrayList<>();
        for (Source source : sources) {
            if (KINDS.contains(source.kind())) {
                NativeProgram loaded = load(source, others);
                if (loaded != null) {
                    return loaded;
                }
            }
        }
        throw new UnsupportedFeatureException("device=" + context.id() + " can run none of these programs: given="
                + sources + " runs=" + KINDS + " for architecture="
                + context.agent().architecture() + (others.isEmpty() ? "" : " refused=" + others));
    }

    /** Gives {@code null} if the code is for another device, and says so. */
    private @Nullable NativeProgram load(Source source, List<String> others) {
        byte[] bytes = source.bytes();
        CodeObject described;
        try {
            described = CodeObject.read(bytes);
        } catch (IllegalArgumentException e) {
            throw new CompilationException(
                    source.name(), context.id(), source.options(), String.valueOf(e.getMessage()), e);
        }
        long executable = context.result(
                "hsa_executable_create_alt", out -> api.executableCreate(FULL_PROFILE, DEFAULT_ROUNDING, 0, out));
        try {
            int code = loadInto(executable, bytes);
            if (code == INVALID_ISA
                    || code == INVALID_ISA_NAME
                    || code == INCOMPATIBLE_ARGUMENTS
                    || code == INVALID_CODE_OBJECT) {
                others.add(source.name() + ": " + HsaErrors.text(api, code));
                api.executableDestroy(executable);
                return null;
            }
            context.check("load code object=" + source.name(), code);
            context.check("hsa_executable_freeze source=" + source.name(), api.executableFreeze(executable, 0));
            Map<String, HsaKernel> kernels = new LinkedHashMap<>();
            for (KernelDescription kernel : described.kernels()) {
                kernels.put(kernel.name(), kernel(executable, kernel));
            }
            return new HsaProgram(context, executable, kernels);
        } catch (RuntimeException e) {
            api.executableDestroy(executable);
            throw e;
        }
    }

    private int loadInto(long executable, byte[] bytes) {
        try (NativeBlock code = NativeBlock.of(bytes);
                NativeBlock out = new NativeBlock(Long.BYTES)) {
            int result = api.codeObjectReaderCreate(code.address(), bytes.length, out.address());
            if (result != HsaErrors.SUCCESS) {
                return result;
            }
            long reader = out.getLong(0);
            try {
                return api.executableLoad(executable, context.agent().handle(), reader, 0, out.address());
            } finally {
                api.codeObjectReaderDestroy(reader);
            }
        }
    }

    private HsaKernel kernel(long executable, KernelDescription kernel) {
        long symbol;
        try (NativeBlock name = NativeBlock.of(kernel.symbol());
                NativeBlock agent = new NativeBlock(Long.BYTES)) {
            agent.setLong(0, context.agent().handle());
            symbol = context.result(
                    "find kernel=" + kernel.name(),
                    out -> api.executableGetSymbol(executable, name.address(), agent.address(), out));
        }
        int privateBytes = number(symbol, PRIVATE_SIZE);
        boolean unknownStack = (number(symbol, DYNAMIC_CALL_STACK) & 0xff) != 0;
        return new HsaKernel(
                context,
                kernel,
                context.result(
                        "kernel object of " + kernel.name(), out -> api.symbolGetInfo(symbol, KERNEL_OBJECT, out)),
                number(symbol, GROUP_SIZE),
                unknownStack ? privateBytes + UNKNOWN_STACK_BYTES : privateBytes,
                mostGroupItems,
                groupMemory);
    }

    private int number(long symbol, int what) {
        try (NativeBlock out = new NativeBlock(Long.BYTES)) {
            context.check("hsa_executable_symbol_get_info", api.symbolGetInfo(symbol, what, out.address()));
            return Words.getIntPlain(out.address());
        }
    }
}
