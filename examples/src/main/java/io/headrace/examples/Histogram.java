package io.headrace.examples;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.U8;
import io.headrace.kernel.Range;
import java.util.Arrays;
import java.util.Random;

/**
 * How often each byte value occurs. Each group counts its part in memory of its own, then adds its counts to everybody's by
 * atomic additions: 256 for a group instead of one for each byte. How many groups there are does not matter to the result, so
 * the device's default is taken.
 */
public final class Histogram {

    private static final int VALUES = 256;

    private Histogram() {}

    /** Counts three million bytes and compares the counts with plain Java's. */
    public static void main(String[] args) throws InterruptedException {
        byte[] data = new byte[3_000_000];
        new Random(1).nextBytes(data);
        System.out.println(
                "histogram: same as in plain Java = " + Arrays.equals(counts(data), countsInPlainJava(data)));
    }

    static int[] counts(byte[] data) throws InterruptedException {
        int[] result = new int[VALUES];
        try (Headrace headrace = Headrace.open()) {
            Device device = headrace.device();
            try (U8 bytes = device.u8(data.length);
                    I32 counts = device.i32(VALUES);
                    Stream stream = device.stream()) {
                stream.copy(data, bytes)
                        .launch(device.inGroups(Range.of(data.length)), group -> {
                            int[] own = group.ints(VALUES);
                            // Between phases a group is one thread, so it may count without atomics.
                            for (int i = 0; i < group.size(); i++) {
                                own[bytes.get(group.globalX(i))]++;
                            }
                            group.forEach(VALUES, value -> counts.getAndAdd(value, own[value]));
                        })
                        .copy(counts, result)
                        .await();
            }
        }
        return result;
    }

    static int[] countsInPlainJava(byte[] data) {
        int[] counts = new int[VALUES];
        for (byte value : data) {
            counts[Byte.toUnsignedInt(value)]++;
        }
        return counts;
    }
}
