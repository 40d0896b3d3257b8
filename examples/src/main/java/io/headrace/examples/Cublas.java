package io.headrace.examples;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The four functions of NVIDIA's cuBLAS that {@link CublasProduct} calls. Each wants its device's context to be current, as it
 * is in a native call.
 */
final class Cublas {

    /** What is looked for, the newest first: by the system's loader, then in the toolkit's folders. */
    static final List<String> NAMES = List.of("libcublas.so.13", "libcublas.so.12", "libcublas.so.11");

    private static final int CUBLAS_STATUS_SUCCESS = 0;
    private static final int CUBLAS_OP_N = 0;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong HANDLE = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfLong DEVICE_POINTER = ValueLayout.JAVA_LONG;
    private static final MemoryLayout HOST_POINTER = ValueLayout.ADDRESS;

    private final String name;
    private final MethodHandle create;
    private final MethodHandle setStream;
    private final MethodHandle sgemm;
    private final MethodHandle destroy;

    private Cublas(String name, SymbolLookup library) {
        this.name = name;
        create = function(library, "cublasCreate_v2", HOST_POINTER);
        setStream = function(library, "cublasSetStream_v2", HANDLE, ValueLayout.JAVA_LONG);
        sgemm = function(
                library,
                "cublasSgemm_v2",
                HANDLE,
                INT,
                INT,
                INT,
                INT,
                INT,
                HOST_POINTER,
                DEVICE_POINTER,
                INT,
                DEVICE_POINTER,
                INT,
                HOST_POINTER,
                DEVICE_POINTER,
                INT);
        destroy = function(library, "cublasDestroy_v2", HANDLE);
    }

    private static MethodHandle function(SymbolLookup library, String function, MemoryLayout... parameters) {
        return Linker.nativeLinker()
                .downcallHandle(library.findOrThrow(function), FunctionDescriptor.of(INT, parameters));
    }

    /** The newest version there is; it stays loaded. */
    static Optional<Cublas> find() {
        for (String name : NAMES) {
            for (String place : Stream.concat(Stream.of(name), inToolkits(name)).toList()) {
                try {
                    return Optional.of(new Cublas(place, SymbolLookup.libraryLookup(place, Arena.global())));
                } catch (IllegalArgumentException notThere) {
                    // The next place.
                }
            }
        }
        return Optional.empty();
    }

    private static Stream<String> inToolkits(String name) {
        Stream<String> named = Stream.of("CUDA_HOME", "CUDA_PATH")
                .map(System::getenv)
                .filter(folder -> folder != null && !folder.isBlank());
        return Stream.concat(named, Stream.of("/usr/local/cuda"))
                .map(folder -> Path.of(folder, "lib64", name))
                .filter(Files::exists)
                .map(Path::toString);
    }

    /** The file that was loaded. */
    String name() {
        return name;
    }

    /** A handle for the device whose context is current. */
    long create() throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment handle = arena.allocate(HANDLE);
            check("cublasCreate", (int) create.invokeExact(handle));
            return handle.get(HANDLE, 0);
        }
    }

    /**
     * Enqueues the product of two square matrices of 32-bit floats, all given by their addresses in the device's memory, row
     * by row.
     *
     * @param stream the CUDA stream it goes to
     */
    void product(long handle, long stream, int n, long a, long b, long c) throws Throwable {
        check("cublasSetStream", (int) setStream.invokeExact(handle, stream));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment one = arena.allocateFrom(ValueLayout.JAVA_FLOAT, 1);
            MemorySegment zero = arena.allocateFrom(ValueLayout.JAVA_FLOAT, 0);
            // cuBLAS goes by columns, so it sees every matrix transposed: and the transpose of a * b is that of b times
            // that of a.
            check("cublasSgemm", (int)
                    sgemm.invokeExact(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, one, b, n, a, n, zero, c, n));
        }
    }

    /** Ends a handle. */
    void destroy(long handle) throws Throwable {
        check("cublasDestroy", (int) destroy.invokeExact(handle));
    }

    private static void check(String function, int status) {
        if (status != CUBLAS_STATUS_SUCCESS) {
            throw new IllegalStateException(function + " failed: cublasStatus_t=" + status);
        }
    }
}
