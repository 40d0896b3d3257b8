package io.headrace.opencl;

import io.headrace.spi.LibraryLoader;
import io.headrace.spi.LibraryLoader.UnusableException;
import io.headrace.spi.NativeBlock;
import io.headrace.spi.NativeLibrary;
import java.util.ArrayList;
import java.util.List;

/**
 * OpenCL as this process has loaded it: the loader's library and the devices of all platforms. Loaded once for each name, and kept:
 * it cannot be undone.
 *
 * @param api its functions
 * @param devices the devices that can be used, platform by platform
 * @param others what cannot be used and why, for listings
 */
record ClLibrary(ClApi api, List<ClDeviceId> devices, List<String> others) {

    /** What is loaded where nobody names another library. The name without a number belongs to development packages. */
    static final List<String> NAMES = List.of("libOpenCL.so.1");

    /** Fills, markers with wait lists and descriptions of kernels' parameters are as old. */
    static final int MINIMUM_VERSION = 12;

    private static final long CL_DEVICE_TYPE_ALL = 0xFFFF_FFFFL;
    private static final int CL_PLATFORM_NAME = 0x902;
    private static final int CL_DEVICE_AVAILABLE = 0x1027;
    private static final int CL_DEVICE_NAME = 0x102B;
    private static final int CL_DEVICE_VERSION = 0x102F;

    private static final LibraryLoader<ClLibrary> LOADER = new LibraryLoader<>(
            NAMES,
            "no OpenCL",
            "install OpenCL's loader (ocl-icd-libopencl1 on Debian) and your device's driver for it",
            library -> SignalHandlers.keep(() -> start(library)));

    /**
     * Loads OpenCL, or gives what was loaded before.
     *
     * @param path which library; empty: the system's
     */
    static ClLibrary load(String path) throws UnusableException {
        return LOADER.load(path);
    }

    private static ClLibrary start(NativeLibrary library) throws UnusableException {
        ClApi api = new ClApi(library);
        if (!api.missing().isEmpty()) {
            throw new UnusableException("library=" + library.name() + " lacks functions=" + api.missing()
                    + "; install a loader for OpenCL " + ClDeviceId.text(MINIMUM_VERSION) + " or newer");
        }
        List<ClDeviceId> devices = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (long platform : handles("clGetPlatformIDs", api::getPlatformIDs)) {
            String name = ClInfo.text(
                    (bytes, out, size) -> api.getPlatformInfo(platform, CL_PLATFORM_NAME, bytes, out, size));
            for (long device : handles(
                    "clGetDeviceIDs",
                    (count, out, number) -> api.getDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, out, number))) {
                look(api, platform, name, device, devices, others);
            }
        }
        if (devices.isEmpty()) {
            throw new UnusableException(
                    others.isEmpty()
                            ? "OpenCL shows no device: library=" + library.name()
                                    + "; install a driver for yours (pocl-opencl-icd on Debian: the processor) and see"
                                    + " /etc/OpenCL/vendors"
                            : "no OpenCL device can be used: " + String.join("; ", others));
        }
        return new ClLibrary(api, List.copyOf(devices), List.copyOf(others));
    }

    private static void look(
            ClApi api, long platform, String platformName, long device, List<ClDeviceId> devices, List<String> others) {
        String name = ClInfo.text((bytes, out, size) -> api.getDeviceInfo(device, CL_DEVICE_NAME, bytes, out, size));
        int version = ClDeviceId.version(
                ClInfo.text((bytes, out, size) -> api.getDeviceInfo(device, CL_DEVICE_VERSION, bytes, out, size)));
        if (version < MINIMUM_VERSION) {
            others.add(name + " knows OpenCL " + ClDeviceId.text(version) + " only, least="
                    + ClDeviceId.text(MINIMUM_VERSION));
        } else if (ClInfo.number((bytes, out, size) -> api.getDeviceInfo(device, CL_DEVICE_AVAILABLE, bytes, out, size))
                == 0) {
            others.add(name + " is not available");
        } else {
            devices.add(new ClDeviceId(devices.size(), device, platform, platformName, name, version));
        }
    }

    @FunctionalInterface
    private interface Listing {

        int list(int count, long out, long number);
    }

    private static long[] handles(String operation, Listing listing) throws UnusableException {
        try (NativeBlock number = new NativeBlock(Long.BYTES)) {
            int code = listing.list(0, 0, number.address());
            if (code == ClErrors.PLATFORM_NOT_FOUND || code == ClErrors.DEVICE_NOT_FOUND) {
                return new long[0];
            }
            check(operation, code);
            int count = number.getInt(0);
            if (count == 0) {
                return new long[0];
            }
            try (NativeBlock out = new NativeBlock((long) count * Long.BYTES)) {
                check(operation, listing.list(count, out.address(), number.address()));
                long[] handles = new long[Math.min(count, number.getInt(0))];
                for (int i = 0; i < handles.length; i++) {
                    handles[i] = out.getLong((long) i * Long.BYTES);
                }
                return handles;
            }
        }
    }

    private static void check(String operation, int code) throws UnusableException {
        if (code != ClErrors.SUCCESS) {
            throw new UnusableException("OpenCL could not be started: operation=" + operation + " code=" + code
                    + " codeName=" + ClErrors.name(code) + "; see the installed drivers in /etc/OpenCL/vendors");
        }
    }
}
