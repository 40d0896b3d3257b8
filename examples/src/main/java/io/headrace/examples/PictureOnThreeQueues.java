package io.headrace.examples;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.U8;
import io.headrace.acc.AsyncQueues;
import io.headrace.kernel.Range;
import java.lang.foreign.MemorySegment;

/**
 * A picture is inverted in blocks of rows on three numbered queues, as OpenACC tutorials do it: while one block is computed, the
 * next one goes up and the one before comes down. In C one would write
 *
 * <pre>
 * for (int block = 0; block &lt; blocks; block++) {
 *   #pragma acc update device(picture[begin:size]) async(block % 3)
 *   #pragma acc parallel loop async(block % 3)
 *   for (...) picture[i] = 255 - picture[i];
 *   #pragma acc update self(picture[begin:size]) async(block % 3)
 * }
 * #pragma acc wait
 * </pre>
 */
public final class PictureOnThreeQueues {

    private static final int QUEUES = 3;

    private PictureOnThreeQueues() {}

    /** Inverts a picture of 4,000 x 3,000 bytes in 24 blocks, and checks it. */
    public static void main(String[] args) throws InterruptedException {
        System.out.println("picture: wrong pixels = " + wrong(4_000, 3_000, 24));
    }

    /** Inverts a picture, and counts the bytes that differ from what plain Java gives. */
    static long wrong(int width, int height, int blocks) throws InterruptedException {
        byte[] picture = new byte[width * height];
        for (int i = 0; i < picture.length; i++) {
            picture[i] = (byte) (i * 31 + i / width);
        }
        byte[] inverted = picture.clone();
        try (Headrace headrace = Headrace.open()) {
            invert(headrace.device(), inverted, width, blocks);
        }
        long wrong = 0;
        for (int i = 0; i < picture.length; i++) {
            wrong += inverted[i] == (byte) (255 - picture[i]) ? 0 : 1;
        }
        return wrong;
    }

    private static void invert(Device device, byte[] picture, int width, int blocks) throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device);
        MemorySegment host = MemorySegment.ofArray(picture);
        int rows = picture.length / width;
        try (U8 pixels = device.u8(picture.length)) {
            for (int block = 0; block < blocks; block++) {
                int begin = (int) ((long) rows * block / blocks) * width;
                int size = (int) ((long) rows * (block + 1) / blocks) * width - begin;
                MemorySegment hostPart = host.asSlice(begin, size);
                U8 part = pixels.elements(begin, size);
                acc.queue(block % QUEUES)
                        .copy(hostPart, part)
                        .launch(Range.of(size), i -> part.set(i, (byte) (255 - part.get(i))))
                        .copy(part, hostPart);
            }
            acc.awaitAll();
        }
    }
}
