package io.headrace.cuda;

import io.headrace.error.DeviceFailureException;
import io.headrace.error.HeadraceException;
import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import io.headrace.spi.NativeText;
import java.util.Set;

/** CUDA's result codes. */
final class CudaErrors {

    static final int SUCCESS = 0;
    static final int OUT_OF_MEMORY = 2;
    static final int INVALID_CONTEXT = 201;
    static final int INVALID_HANDLE = 400;
    static final int NOT_READY = 600;
    static final int ALREADY_REGISTERED = 712;

    /** After these a context answers every call with the same code: the device is lost for this process. */
    private static final Set<Integer> STICKY = Set.of(
            4, // deinitialized
            214, // uncorrectable ECC error
            220, // uncorrectable NVLink error
            226, // contained memory error
            700, // illegal address
            702, // launch timeout
            709, // context destroyed
            710, // assert
            714, // hardware stack error
            715, // illegal instruction
            716, // misaligned address
            717, // invalid address space
            718, // invalid program counter
            719, // launch failure
            721); // tensor memory leak

    private CudaErrors() {}

    static boolean isSticky(int code) {
        return STICKY.contains(code);
    }

    /** What to throw for a code. Not for the fast path. */
    static HeadraceException exception(CudaApi api, String operation, String device, int code) {
        String name = name(api, code);
        if (code == OUT_OF_MEMORY) {
            return new OutOfDeviceMemoryException("the device has not enough memory: operation=" + operation
                    + " device=" + device + " code=" + code + " codeName=" + name
                    + "; close buffers that are no longer needed, or work in smaller parts");
        }
        return new DeviceFailureException(operation, device, code, name, isSticky(code));
    }

    /** CUDA's name for a code. */
    static String name(CudaApi api, int code) {
        if (code == CudaApi.NOT_SUPPORTED) {
            return "CUDA_ERROR_NOT_SUPPORTED"; // given for functions that the library lacks, too
        }
        NativeMemory out = NativeMemory.allocate(Long.BYTES, Long.BYTES);
        try {
            return api.getErrorName(code, out.address()) == SUCCESS
                    ? NativeText.at(Words.getLongPlain(out.address()))
                    : "unknown to this driver";
        } finally {
            out.free();
        }
    }
}
