package io.headrace.cuda;

import io.headrace.spi.NativeBlock;
import java.util.ArrayList;
import java.util.List;

/** Which devices reach each other's memory, in words for listings. Opens no device. */
final class PeerText {

    private PeerText() {}

    /** Begins with a comma; empty if there is one device only, or the driver cannot tell. */
    static String of(CudaLibrary library) {
        int count = library.deviceCount();
        if (count < 2) {
            return "";
        }
        List<String> pairs = new ArrayList<>();
        try (NativeBlock out = new NativeBlock(Long.BYTES)) {
            for (int a = 0; a < count; a++) {
                for (int b = a + 1; b < count; b++) {
                    if (reaches(library.api(), a, b, out) && reaches(library.api(), b, a, out)) {
                        pairs.add(a + "-" + b);
                    }
                }
            }
        }
        if (pairs.isEmpty()) {
            return ", no peers";
        }
        return pairs.size() == count * (count - 1) / 2 ? ", all peers of each other" : ", peers=" + pairs;
    }

    private static boolean reaches(CudaApi api, int from, int to, NativeBlock out) {
        if (api.deviceGet(out.address(), from) != CudaErrors.SUCCESS) {
            return false;
        }
        int device = out.getInt(0);
        if (api.deviceGet(out.address(), to) != CudaErrors.SUCCESS) {
            return false;
        }
        int peer = out.getInt(0);
        return api.deviceCanAccessPeer(out.address(), device, peer) == CudaErrors.SUCCESS && out.getInt(0) != 0;
    }
}
