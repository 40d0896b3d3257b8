package io.headrace.opencl;

import io.headrace.error.CompilationException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.Source;
import io.headrace.spi.NativeBlock;
import io.headrace.spi.NativeProgram;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Makes programs of OpenCL C and of SPIR-V, by the device's own compiler. Safe for use from any thread. */
final class ProgramCompiler {

    private static final int CL_DEVICE_COMPILER_AVAILABLE = 0x1028;
    private static final int CL_DEVICE_IL_VERSION = 0x105B;
    private static final int CL_PROGRAM_BUILD_LOG = 0x1183;

    /** By this the compiler keeps what kernels' parameters are. */
    private static final String DESCRIBE = "-cl-kernel-arg-info";

    private final ClContext context;
    private final ClApi api;
    private final Set<Source.Kind> kinds = EnumSet.noneOf(Source.Kind.class);

    ProgramCompiler(ClContext context) {
        this.context = context;
        this.api = context.api();
        if (context.number(CL_DEVICE_COMPILER_AVAILABLE) != 0) {
            kinds.add(Source.Kind.OPENCL_C);
        }
        if (api.hasIntermediateLanguage() && context.info(CL_DEVICE_IL_VERSION).contains("SPIR-V")) {
            kinds.add(Source.Kind.SPIR_V);
        }
    }

    /** In which forms the device takes programs. */
    Set<Source.Kind> kinds() {
        return kinds;
    }

    /** See {@link io.headrace.spi.DriverDevice#compile}. */
    NativeProgram compile(List<Source> sources) {
        for (Source source : sources) {
            if (kinds.contains(source.kind())) {
                return source.kind() == Source.Kind.OPENCL_C ? fromText(source) : fromIntermediate(source);
            }
        }
        throw new UnsupportedFeatureException(
                "device=" + context.id() + " can run none of these programs: given=" + sources + " runs=" + kinds);
    }

    private NativeProgram fromText(Source source) {
        try (NativeBlock text = NativeBlock.of(source.text());
                NativeBlock pointer = new NativeBlock(Long.BYTES)) {
            pointer.setLong(0, text.address());
            return build(
                    source,
                    context.make(
                            "clCreateProgramWithSource source=" + source.name(),
                            code -> api.createProgramWithSource(context.handle(), 1, pointer.address(), 0, code)));
        }
    }

    private NativeProgram fromIntermediate(Source source) {
        byte[] bytes = source.bytes();
        try (NativeBlock module = NativeBlock.of(bytes);
                NativeBlock code = new NativeBlock(Long.BYTES)) {
            long program = api.createProgramWithIL(context.handle(), module.address(), bytes.length, code.address());
            int result = code.getInt(0);
            if (result == ClErrors.INVALID_VALUE || result == ClErrors.INVALID_BINARY) {
                throw new CompilationException(
                        source.name(),
                        context.id(),
                        source.options(),
                        "clCreateProgramWithIL gave code=" + result + " codeName=" + ClErrors.name(result));
            }
            context.check("clCreateProgramWithIL source=" + source.name(), result);
            return build(source, program);
        }
    }

    private NativeProgram build(Source source, long program) {
        List<String> options = new ArrayList<>(source.options());
        if (!options.contains(DESCRIBE)) {
            options.add(DESCRIBE);
        }
        try (NativeBlock device = new NativeBlock(Long.BYTES);
                NativeBlock text = NativeBlock.of(String.join(" ", options))) {
            device.setLong(0, context.device().handle());
            int code = api.buildProgram(program, 1, device.address(), text.address(), 0, 0);
            SignalHandlers.replaceThoseForOneSignal();
            if (code == ClErrors.SUCCESS) {
                return new ClProgram(context, program);
            }
            String log = ClInfo.text((bytes, out, size) -> api.getProgramBuildInfo(
                    program, context.device().handle(), CL_PROGRAM_BUILD_LOG, bytes, out, size));
            api.releaseProgram(program);
            throw new CompilationException(
                    source.name(),
                    context.id(),
                    options,
                    log.isEmpty() ? "clBuildProgram gave code=" + code + " codeName=" + ClErrors.name(code) : log);
        }
    }
}
