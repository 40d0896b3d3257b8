package io.headrace.cuda;

import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import io.headrace.spi.LibraryLoader;
import io.headrace.spi.LibraryLoader.UnusableException;
import io.headrace.spi.NativeLibrary;
import java.util.List;

/**
 * The CUDA driver as this process has loaded it. Loaded and initialised once for each name, and kept: neither can be undone.
 *
 * @param api its functions
 * @param version the newest CUDA that it knows, as 1,000 times the major and 10 times the minor number
 * @param deviceCount how many devices it shows
 */
record CudaLibrary(CudaApi api, int version, int deviceCount) {

    /** What is loaded where nobody names another library. The name without a number belongs to toolkits, and may be a stub. */
    static final List<String> NAMES = List.of("libcuda.so.1");

    /** Stream-ordered memory, and the form of stream memory operations that needs no module parameter, are as old. */
    static final int MINIMUM_VERSION = 11_020;

    private static final LibraryLoader<CudaLibrary> LOADER =
            new LibraryLoader<>(NAMES, "no NVIDIA driver", "install NVIDIA's driver for your GPU", CudaLibrary::start);

    /**
     * Loads the driver, or gives what was loaded before.
     *
     * @param path which library; empty: the system's
     */
    static CudaLibrary load(String path) throws UnusableException {
        return LOADER.load(path);
    }

    private static CudaLibrary start(NativeLibrary library) throws UnusableException {
        CudaApi api = new CudaApi(library);
        if (!api.missing().isEmpty()) {
            throw new UnusableException("library=" + library.name() + " lacks functions=" + api.missing()
                    + "; install a driver for CUDA " + text(MINIMUM_VERSION) + " or newer");
        }
        NativeMemory out = NativeMemory.allocate(Long.BYTES, Long.BYTES);
        try {
            check(api, "cuInit", api.init(0));
            check(api, "cuDriverGetVersion", api.driverGetVersion(out.address()));
            int version = Words.getIntPlain(out.address());
            if (version < MINIMUM_VERSION) {
                throw new UnusableException("the NVIDIA driver is too old: cuda=" + text(version) + " least="
                        + text(MINIMUM_VERSION) + "; install a newer one");
            }
            check(api, "cuDeviceGetCount", api.deviceGetCount(out.address()));
            int count = Words.getIntPlain(out.address());
            if (count == 0) {
                throw new UnusableException("the NVIDIA driver shows no device; see CUDA_VISIBLE_DEVICES");
            }
            return new CudaLibrary(api, version, count);
        } finally {
            out.free();
        }
    }

    private static void check(CudaApi api, String operation, int code) throws UnusableException {
        if (code != CudaErrors.SUCCESS) {
            throw new UnusableException("the NVIDIA driver could not be started: operation=" + operation + " code="
                    + code + " codeName=" + CudaErrors.name(api, code) + "; see nvidia-smi and the system's log");
        }
    }

    /** A version as people write it. */
    static String text(int version) {
        return version / 1_000 + "." + version % 1_000 / 10;
    }
}
