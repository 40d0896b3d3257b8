package io.headrace.stress.process;

import io.headrace.Headrace;
import io.headrace.I64;
import io.headrace.Stream;
import io.headrace.kernel.Range;
import java.util.Arrays;

/** Computes something on the device and prints the result. */
final class SumProgram {

    private SumProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        long[] squares = new long[1_000];
        try (Headrace headrace = Headrace.open();
                I64 x = headrace.device().i64(squares.length);
                Stream stream = headrace.device().stream()) {
            stream.launch(Range.of(squares.length), i -> x.set(i, i * i))
                    .copy(x, squares)
                    .await();
        }
        System.out.println("sum=" + Arrays.stream(squares).sum());
    }
}
