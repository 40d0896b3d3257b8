package io.headrace.hsa;

import io.headrace.memory.Words;

/** What a program that is given an HSA queue may write there. */
final class NativePackets {

    private static final int BARRIER_AND_IN_ORDER = 3 | 1 << 8 | 2 << 9 | 2 << 11;

    private NativePackets() {}

    /** Writes a barrier that waits until a signal is 0. */
    static void barrier(HsaApi api, long queue, long signal) {
        long index = api.queueAddWriteIndex(queue, 1);
        int size = Words.getIntPlain(queue + 24);
        long at = Words.getLongPlain(queue + 8) + (index & (size - 1)) * AqlRing.PACKET_BYTES;
        for (long offset = 8; offset < AqlRing.PACKET_BYTES; offset += Long.BYTES) {
            Words.setLongPlain(at + offset, 0);
        }
        Words.setIntPlain(at + 4, 0);
        Words.setLongPlain(at + 8, signal);
        Words.setIntRelease(at, BARRIER_AND_IN_ORDER);
        api.signalStoreRelease(Words.getLongPlain(queue + 16), index);
    }
}
