package io.headrace.cuda;

import io.headrace.spi.NativeBlock;
import io.headrace.spi.NativeLibrary;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** CUDA's compiler for C++, a library of the toolkit. Its functions give NVRTC's result codes; pointers are addresses. */
final class Nvrtc {

    static final int SUCCESS = 0;

    /** Newest first. The number is the major version of CUDA, and for 11 that of the first of a row that can take each other's place. */
    private static final List<String> NAMES = List.of(
            "libnvrtc.so.13",
            "libnvrtc.so.12",
            "libnvrtc.so.11.2",
            "libnvrtc.so.11.1",
            "libnvrtc.so.11.0",
            "libnvrtc.so");

    private static final List<String> FOLDER_VARIABLES = List.of("CUDA_HOME", "CUDA_PATH");
    private static final Path TOOLKITS = Path.of("/usr/local");
    private static final List<String> FOLDERS_IN_TOOLKIT = List.of("lib64", "lib");

    private static final ConcurrentHashMap<String, Found> LOADED = new ConcurrentHashMap<>();

    private static final MethodHandle J_CALL = shape(ValueLayout.JAVA_LONG);
    private static final MethodHandle JJ_CALL = shape(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final MethodHandle JIJ_CALL =
            shape(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG);
    private static final MethodHandle JJJIJJ_CALL = shape(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);

    private final NativeLibrary library;
    private final MemorySegment version;
    private final MemorySegment createProgram;
    private final MemorySegment compileProgram;
    private final MemorySegment destroyProgram;
    private final MemorySegment getProgramLogSize;
    private final MemorySegment getProgramLog;
    private final MemorySegment getPtxSize;
    private final MemorySegment getPtx;
    private final MemorySegment getCubinSize;
    private final MemorySegment getCubin;

    private Nvrtc(NativeLibrary library) {
        this.library = library;
        version = library.find("nvrtcVersion");
        createProgram = library.find("nvrtcCreateProgram");
        compileProgram = library.find("nvrtcCompileProgram");
        destroyProgram = library.find("nvrtcDestroyProgram");
        getProgramLogSize = library.find("nvrtcGetProgramLogSize");
        getProgramLog = library.find("nvrtcGetProgramLog");
        getPtxSize = library.find("nvrtcGetPTXSize");
        getPtx = library.find("nvrtcGetPTX");
        getCubinSize = library.find("nvrtcGetCUBINSize");
        getCubin = library.find("nvrtcGetCUBIN");
    }

    /**
     * What came of looking for NVRTC.
     *
     * @param nvrtc the library; {@code null} if there is none
     * @param version its version, as people write it; empty if there is none
     * @param text what was found, or why nothing was, for listings and messages
     */
    record Found(@Nullable Nvrtc nvrtc, String version, String text) {}

    /**
     * Loads NVRTC, once for each name.
     *
     * @param path which library; empty: the newest of the system or of the toolkits in their usual folders
     */
    static Found load(String path) {
        return LOADED.computeIfAbsent(path, Nvrtc::find);
    }

    private static Found find(String path) {
        NativeLibrary library;
        try {
            library = NativeLibrary.open(path.isEmpty() ? candidates() : List.of(path));
        } catch (NativeLibrary.UnloadableException e) {
            String reason = path.isEmpty() ? "no " + NAMES.getFirst() + " nor an older one" : e.getMessage();
            return new Found(null, "", "no NVRTC (" + reason + "; programs in CUDA C++ need it, PTX and cubin do not)");
        }
        Nvrtc nvrtc = new Nvrtc(library);
        for (MemorySegment function : List.of(
                nvrtc.version,
                nvrtc.createProgram,
                nvrtc.compileProgram,
                nvrtc.destroyProgram,
                nvrtc.getProgramLogSize,
                nvrtc.getProgramLog,
                nvrtc.getPtxSize,
                nvrtc.getPtx)) {
            if (function.address() == 0) {
                return new Found(null, "", "no NVRTC (" + library.name() + " lacks functions that it needs)");
            }
        }
        String version = nvrtc.version();
        return new Found(nvrtc, version, "NVRTC " + version + " (" + library.name() + ")");
    }

    private static List<String> candidates() {
        List<String> candidates = new ArrayList<>();
        List<Path> folders = folders();
        for (String name : NAMES) {
            candidates.add(name);
            folders.stream()
                    .map(folder -> folder.resolve(name))
                    .filter(Files::exists)
                    .map(Path::toString)
                    .forEach(candidates::add);
        }
        return candidates;
    }

    private static List<Path> folders() {
        Stream<Path> named = FOLDER_VARIABLES.stream()
                .map(System::getenv)
                .filter(folder -> folder != null && !folder.isBlank())
                .map(Path::of);
        List<Path> toolkits = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(TOOLKITS, "cuda*")) {
            found.forEach(toolkits::add);
        } catch (IOException | RuntimeException none) {
            // There is no such folder, or it is not to be read.
        }
        toolkits.sort(Comparator.reverseOrder());
        return Stream.concat(named, toolkits.stream())
                .flatMap(toolkit -> FOLDERS_IN_TOOLKIT.stream().map(toolkit::resolve))
                .toList();
    }

    private static MethodHandle shape(MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments));
    }

    private String version() {
        int[] numbers = new int[2];
        try (NativeBlock out = new NativeBlock(2 * Integer.BYTES)) {
            if (call(version, out.address(), out.address() + Integer.BYTES) == SUCCESS) {
                numbers[0] = out.getInt(0);
                numbers[1] = out.getInt(Integer.BYTES);
            }
        }
        return numbers[0] + "." + numbers[1];
    }

    boolean makesCubin() {
        return getCubin.address() != 0 && getCubinSize.address() != 0;
    }

    int createProgram(long out, long text, long name) {
        try {
            return (int) JJJIJJ_CALL.invokeExact(createProgram, out, text, name, 0, 0L, 0L);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int compileProgram(long program, int count, long options) {
        try {
            return (int) JIJ_CALL.invokeExact(compileProgram, program, count, options);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** The argument is the address of the program's word. */
    int destroyProgram(long program) {
        try {
            return (int) J_CALL.invokeExact(destroyProgram, program);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int getProgramLogSize(long program, long out) {
        return call(getProgramLogSize, program, out);
    }

    int getProgramLog(long program, long out) {
        return call(getProgramLog, program, out);
    }

    int getPtxSize(long program, long out) {
        return call(getPtxSize, program, out);
    }

    int getPtx(long program, long out) {
        return call(getPtx, program, out);
    }

    int getCubinSize(long program, long out) {
        return call(getCubinSize, program, out);
    }

    int getCubin(long program, long out) {
        return call(getCubin, program, out);
    }

    private static int call(MemorySegment function, long first, long second) {
        try {
            return (int) JJ_CALL.invokeExact(function, first, second);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    private static AssertionError impossible(Throwable e) {
        return new AssertionError("a native call throws nothing", e);
    }

    @Override
    public String toString() {
        return library.name();
    }
}
