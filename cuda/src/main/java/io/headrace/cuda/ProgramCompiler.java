package io.headrace.cuda;

import io.headrace.error.CompilationException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.Source;
import io.headrace.spi.NativeBlock;
import io.headrace.spi.NativeProgram;
import io.headrace.spi.NativeText;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes programs of sources: CUDA C++ by NVRTC, once for each source; PTX and cubin by the driver itself. Safe for use from any thread. */
final class ProgramCompiler {

    private static final int CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75;
    private static final int CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76;
    private static final int CU_JIT_ERROR_LOG_BUFFER = 5;
    private static final int CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6;
    private static final int LOG_BYTES = 16_384;

    private static final int INVALID_IMAGE = 200;
    private static final int NO_BINARY_FOR_GPU = 209;
    private static final int UNSUPPORTED_PTX_VERSION = 222;
    private static final int INVALID_PTX = 218;

    private final CudaContext context;
    private final String nvrtcPath;
    private final ImageCache cache;
    private final String architecture;

    ProgramCompiler(CudaContext context, String nvrtcPath, boolean files) {
        this.context = context;
        this.nvrtcPath = nvrtcPath;
        cache = ImageCache.of(files);
        architecture = context.attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) + ""
                + context.attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    }

    /** The device cannot run a source; the message says why. */
    private static final class UnusableException extends Exception {

        private static final long serialVersionUID = 1;

        UnusableException(String message) {
            super(message);
        }
    }

    /** See {@link io.headrace.spi.DriverDevice#compile}. */
    NativeProgram compile(List<Source> sources) {
        List<String> reasons = new ArrayList<>();
        for (Source source : sources) {
            try {
                return switch (source.kind()) {
                    case CUDA_C -> fromText(source);
                    case PTX, CUBIN -> load(source, withZero(source.bytes()));
                    default -> throw new UnusableException("a CUDA device does not take this kind");
                };
            } catch (UnusableException e) {
                reasons.add(source + ": " + e.getMessage());
            }
        }
        throw new UnsupportedFeatureException(
                "device=" + context.id() + " can run none of these programs: " + String.join("; ", reasons));
    }

    /** The driver wants text to end so, and does not mind behind code. */
    private static byte[] withZero(byte[] bytes) {
        return Arrays.copyOf(bytes, bytes.length + 1);
    }

    private NativeProgram fromText(Source source) throws UnusableException {
        Nvrtc.Found found = Nvrtc.load(nvrtcPath);
        Nvrtc nvrtc = found.nvrtc();
        if (nvrtc == null) {
            throw new UnusableException(found.text());
        }
        List<String> options = options(source, nvrtc);
        String key = String.join(
                "\n",
                "nvrtc=" + found.version(),
                "driver=" + context.library().version(),
                "architecture=" + architecture,
                "options=" + options,
                "source=" + source.hash());
        byte[] image = cache.get(key, () -> compile(nvrtc, source, options));
        return load(source, image);
    }

    private List<String> options(Source source, Nvrtc nvrtc) {
        List<String> options = new ArrayList<>(source.options());
        if (options.stream()
                .noneMatch(option -> option.startsWith("-arch") || option.startsWith("--gpu-architecture"))) {
            options.add("--gpu-architecture=" + (nvrtc.makesCubin() ? "sm_" : "compute_") + architecture);
        }
        return options;
    }

    private byte[] compile(Nvrtc nvrtc, Source source, List<String> options) {
        try (NativeBlock out = new NativeBlock(2 * Long.BYTES);
                NativeBlock text = NativeBlock.of(source.text());
                NativeBlock name = NativeBlock.of(source.name())) {
            check(nvrtc.createProgram(out.address(), text.address(), name.address()), source, options);
            long program = out.getLong(0);
            try {
                if (compile(nvrtc, program, options) != Nvrtc.SUCCESS) {
                    throw new CompilationException(source.name(), context.id(), options, log(nvrtc, program, out));
                }
                boolean cubin = nvrtc.makesCubin() && options.stream().noneMatch(option -> option.contains("compute_"));
                long size = out.address() + Long.BYTES;
                check(cubin ? nvrtc.getCubinSize(program, size) : nvrtc.getPtxSize(program, size), source, options);
                try (NativeBlock image = new NativeBlock(out.getLong(Long.BYTES))) {
                    long target = image.address();
                    check(cubin ? nvrtc.getCubin(program, target) : nvrtc.getPtx(program, target), source, options);
                    return image.segment().toArray(ValueLayout.JAVA_BYTE);
                }
            } finally {
                nvrtc.destroyProgram(out.address());
            }
        }
    }

    private static int compile(Nvrtc nvrtc, long program, List<String> options) {
        List<NativeBlock> texts = options.stream().map(NativeBlock::of).toList();
        try (NativeBlock pointers = new NativeBlock((long) options.size() * Long.BYTES)) {
            for (int i = 0; i < texts.size(); i++) {
                pointers.setLong((long) i * Long.BYTES, texts.get(i).address());
            }
            return nvrtc.compileProgram(program, texts.size(), pointers.address());
        } finally {
            texts.forEach(NativeBlock::close);
        }
    }

    private static String log(Nvrtc nvrtc, long program, NativeBlock out) {
        if (nvrtc.getProgramLogSize(program, out.address() + Long.BYTES) != Nvrtc.SUCCESS) {
            return "";
        }
        try (NativeBlock log = new NativeBlock(out.getLong(Long.BYTES) + 1)) {
            return nvrtc.getProgramLog(program, log.address()) == Nvrtc.SUCCESS ? NativeText.at(log.address()) : "";
        }
    }

    private void check(int code, Source source, List<String> options) {
        if (code != Nvrtc.SUCCESS) {
            throw new CompilationException(source.name(), context.id(), options, "NVRTC gave code=" + code);
        }
    }

    private NativeProgram load(Source source, byte[] image) throws UnusableException {
        context.enter();
        try (NativeBlock out = new NativeBlock(Long.BYTES);
                NativeBlock code = NativeBlock.of(image);
                NativeBlock log = new NativeBlock(LOG_BYTES);
                NativeBlock options = new NativeBlock(2 * Integer.BYTES);
                NativeBlock values = new NativeBlock(2 * Long.BYTES)) {
            options.setInt(0, CU_JIT_ERROR_LOG_BUFFER);
            options.setInt(Integer.BYTES, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
            values.setLong(0, log.address());
            values.setLong(Long.BYTES, LOG_BYTES - 1);
            int result = context.api()
                    .moduleLoadDataEx(out.address(), code.address(), 2, options.address(), values.address());
            if (result == CudaErrors.SUCCESS) {
                return new CudaProgram(context, out.getLong(0));
            }
            boolean isText = source.kind() != Source.Kind.CUBIN;
            if (result == INVALID_PTX || (result == INVALID_IMAGE && isText)) {
                throw new CompilationException(
                        source.name(), context.id(), source.options(), NativeText.at(log.address()));
            }
            if (result == INVALID_IMAGE || result == NO_BINARY_FOR_GPU || result == UNSUPPORTED_PTX_VERSION) {
                throw new UnusableException("it is not for this device or driver: codeName="
                        + CudaErrors.name(context.api(), result) + " architecture=sm_" + architecture);
            }
            throw context.exception("load program=" + source.name(), result);
        }
    }
}
