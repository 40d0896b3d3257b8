package io.headrace.examples;

import io.headrace.Headrace;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Two JVMs that wait for each other by signals: one asks for squares, the other one answers. */
public final class TwoProcesses {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final long ENOUGH = -1;

    private TwoProcesses() {}

    /** Asks for ten squares; with a file's name, answers whoever shares it. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length > 0) {
            answer(Path.of(args[0]));
        } else {
            System.out.println("sum of the squares of 1 to 10: " + sumOfSquares(10));
        }
    }

    static long sumOfSquares(int most) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("two-processes");
        try (Headrace headrace = Headrace.open();
                SignalBatch shared = headrace.shareSignals(directory.resolve("signals"), 3, 0)) {
            Process other = start(directory.resolve("signals"));
            try {
                long sum = 0;
                for (int number = 1; number <= most; number++) {
                    shared.get(0).storeRelease(number);
                    await(shared.get(2), number);
                    sum += shared.get(1).loadAcquire();
                }
                shared.get(0).storeRelease(ENOUGH);
                other.waitFor();
                return sum;
            } finally {
                other.destroy();
            }
        } finally {
            Files.delete(directory);
        }
    }

    private static void answer(Path file) throws InterruptedException {
        try (Headrace headrace = Headrace.open();
                SignalBatch shared = headrace.attachSignals(file)) {
            for (long number = 1; ; number++) {
                if (!shared.get(0).await(Condition.NE, number - 1, LIMIT)) {
                    throw new IllegalStateException("nobody asks any more: ownerGone=" + shared.isOwnerGone());
                }
                if (shared.get(0).loadAcquire() == ENOUGH) {
                    return;
                }
                shared.get(1).storeRelease(number * number);
                shared.get(2).storeRelease(number);
            }
        }
    }

    private static void await(Signal signal, long value) throws InterruptedException {
        if (!signal.await(Condition.EQ, value, LIMIT)) {
            throw new IllegalStateException("the other process does not answer: value=" + value);
        }
    }

    private static Process start(Path file) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TwoProcesses.class.getName(),
                        file.toString())
                .inheritIO()
                .start();
    }
}
