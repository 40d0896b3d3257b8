package io.headrace.hsa;

import io.headrace.error.DeviceFailureException;
import io.headrace.error.HeadraceException;
import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.spi.NativeBlock;
import io.headrace.spi.NativeText;

/** ROCr's status codes. */
final class HsaErrors {

    static final int SUCCESS = 0;
    static final int ERROR = 0x1000;
    static final int INVALID_ARGUMENT = 0x1001;
    static final int INVALID_ALLOCATION = 0x1003;
    static final int INVALID_QUEUE_CREATION = 0x1002;
    static final int OUT_OF_RESOURCES = 0x1008;

    private HsaErrors() {}

    /** What to throw for a code that a call gave. The device can be used further: what takes it away is told otherwise. */
    static HeadraceException exception(HsaApi api, String operation, String device, int code) {
        if (code == OUT_OF_RESOURCES) {
            return new ResourcesExhaustedException("ROCr has no more of what this needs: operation=" + operation
                    + " device=" + device + " code=" + hex(code) + " codeName=" + name(api, code)
                    + "; close what is no longer needed");
        }
        return new DeviceFailureException(operation, device, code, name(api, code), false);
    }

    /** Whether a code of an allocation says that there is no memory. */
    static boolean isOutOfMemory(int code) {
        return code == OUT_OF_RESOURCES || code == INVALID_ALLOCATION;
    }

    /** What to throw where memory was wanted and there is none. */
    static OutOfDeviceMemoryException outOfMemory(String where, long bytes, long allocated, long total) {
        return new OutOfDeviceMemoryException(where + " has not enough memory: bytes=" + bytes + " allocated="
                + allocated + " total=" + total
                + "; close buffers that are no longer needed, or work in smaller parts; a closed one is freed when the"
                + " work enqueued before its close has ended");
    }

    /** The name of a code in ROCr's own words. */
    static String name(HsaApi api, int code) {
        String text = text(api, code);
        int colon = text.indexOf(':');
        return colon < 0 ? text : text.substring(0, colon);
    }

    /** What ROCr says about a code: its name and a sentence. */
    static String text(HsaApi api, int code) {
        try (NativeBlock out = new NativeBlock(Long.BYTES)) {
            return api.statusString(code, out.address()) == SUCCESS ? NativeText.at(out.getLong(0)) : hex(code);
        }
    }

    static String hex(int code) {
        return "0x" + Integer.toHexString(code);
    }
}
