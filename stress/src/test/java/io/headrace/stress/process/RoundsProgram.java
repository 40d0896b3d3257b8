package io.headrace.stress.process;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Headrace;
import io.headrace.I64;
import io.headrace.Stream;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Opens and closes the runtime many times, and says four times what the process has then. */
final class RoundsProgram {

    static final int SAMPLES = 4;

    private RoundsProgram() {}

    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        for (int sample = 0; sample < SAMPLES; sample++) {
            for (int round = 0; round < rounds / SAMPLES; round++) {
                round(round);
            }
            settle();
            System.out.println(resources());
        }
    }

    private static void round(int round) throws InterruptedException {
        long[] host = new long[4_096];
        try (Headrace headrace = Headrace.open()) {
            Device device = headrace.device();
            Signal signal = headrace.signal(0);
            Event event = device.event();
            I64 data = device.i64(host.length);
            List<Stream> streams = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                Stream stream = device.stream();
                streams.add(stream);
                stream.copy(host, data)
                        .launch(Range.of(host.length), x -> data.set(x, x))
                        .hostCall(() -> {})
                        .waitFor(signal, Condition.EQ, 1)
                        .record(event)
                        .copy(data, host);
                device.stream().waitFor(event).launch(Range.of(1), x -> {}).close();
                stream.whenDone().thenRun(() -> {});
            }
            signal.storeRelease(1);
            // Closed before the work has ended, after it, or not at all.
            switch (round % 3) {
                case 0 -> streams.forEach(Stream::close);
                case 1 -> {
                    for (Stream stream : streams) {
                        stream.await();
                        stream.close();
                    }
                    signal.close();
                    data.close();
                }
                default -> data.close();
            }
        }
    }

    /** Threads, open files and resident kilobytes. */
    static String resources() throws IOException {
        return threads() + " " + files() + " " + residentKilobytes();
    }

    /** Gives ended threads time to go, and the collector reason to run. */
    private static void settle() throws InterruptedException {
        for (int i = 0; i < 2_000 && headraceThreads() > 0; i++) {
            Thread.sleep(Duration.ofMillis(5));
        }
        System.gc();
        System.gc();
    }

    private static long headraceThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("headrace"))
                .count();
    }

    /** Those of Java; on Linux those of the whole process, the virtual machine's too. */
    private static long threads() throws IOException {
        return status("Threads", Thread.getAllStackTraces().size());
    }

    private static long residentKilobytes() throws IOException {
        return status("VmRSS", 0);
    }

    private static long status(String name, long otherwise) throws IOException {
        Path status = Path.of("/proc/self/status");
        return !Files.exists(status)
                ? otherwise
                : Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith(name + ":"))
                        .map(line -> line.replaceAll("\\D", ""))
                        .mapToLong(Long::parseLong)
                        .findFirst()
                        .orElse(otherwise);
    }

    private static long files() {
        String[] open = Path.of("/proc/self/fd").toFile().list();
        return open == null ? 0 : open.length;
    }
}
