package io.headrace.stress.process;

import io.headrace.Headrace;
import io.headrace.error.HeadraceException;
import io.headrace.error.InvalidSignalException;
import io.headrace.error.SharingException;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalBatch;
import io.headrace.signal.Signals;
import io.headrace.signal.WaitHint;
import io.headrace.stress.Crew;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;

/** The other side of signals that two processes share: what it does is its first argument, the file its second. */
final class SharingProgram {

    private static final long LIMIT_NANOS = Child.LIMIT.toNanos();

    private SharingProgram() {}

    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[1]);
        try (Headrace headrace = Headrace.open()) {
            switch (arguments[0]) {
                case "answer" -> answer(headrace, file, Integer.parseInt(arguments[2]));
                case "add" -> add(headrace, file, Integer.parseInt(arguments[2]));
                case "each" -> each(headrace, file);
                case "attach" -> attach(headrace, file);
                case "keep" -> keep(headrace, file);
                case "churn" -> churn(headrace, file, Integer.parseInt(arguments[2]));
                case "cut" -> cut(headrace, file);
                case "share" -> share(headrace, file);
                case "rounds" -> rounds(headrace, file, Integer.parseInt(arguments[2]));
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        }
    }

    /** Answers the value of number 0, as it comes, with its negative in number 1. */
    private static void answer(Headrace headrace, Path file, int rounds) throws InterruptedException {
        try (SignalBatch batch = headrace.attachSignals(file)) {
            for (long round = 1; round <= rounds; round++) {
                expect(batch.get(0), Condition.NE, round - 1);
                long asked = batch.get(0).loadAcquire();
                if (asked != round) {
                    System.out.println("asked=" + asked + " in round " + round);
                }
                batch.get(1).storeRelease(-asked);
            }
        }
        System.out.println("done");
    }

    /** Adds to number 2 as soon as number 0 is 1, and says so in number 1. */
    private static void add(Headrace headrace, Path file, int times) throws InterruptedException {
        try (SignalBatch batch = headrace.attachSignals(file)) {
            batch.get(1).storeRelease(1);
            expect(batch.get(0), Condition.EQ, 1);
            for (int i = 0; i < times; i++) {
                batch.get(2).addAcqRel(1);
                batch.get(3).xorAcqRel(1L << 40 | 1);
                long seen = batch.get(4).loadAcquire();
                while (true) {
                    long found = batch.get(4).compareAndSetAcqRel(seen, seen + 3);
                    if (found == seen) {
                        break;
                    }
                    seen = found;
                }
            }
        }
        System.out.println("done");
    }

    /** Waits in each way that there is, on one signal a way. */
    private static void each(Headrace headrace, Path file) throws Exception {
        try (SignalBatch batch = headrace.attachSignals(file)) {
            Signal[] all = {batch.get(1), batch.get(2)};
            long[] handles = {batch.get(3).handle(), batch.get(4).handle()};
            CompletableFuture<Long> future = batch.get(5).future(Condition.EQ, 6);
            batch.get(6).onChange(Condition.EQ, 7, value -> {
                batch.get(0).addAcqRel(100);
                return false;
            });
            batch.get(7).storeRelease(1);
            boolean met = Signals.awaitAll(all, Condition.GTE, 2, LIMIT_NANOS, WaitHint.BLOCK, null);
            int index = Signals.awaitAny(handles, Condition.LT, 0, LIMIT_NANOS, WaitHint.BLOCK)
                    .index();
            long observed = future.get(Child.LIMIT.toSeconds(), TimeUnit.SECONDS);
            expect(batch.get(0), Condition.EQ, 100);
            System.out.println("all=" + met + " any=" + index + " future=" + observed);
        }
    }

    /** Says what attaching gives. */
    private static void attach(Headrace headrace, Path file) {
        try (SignalBatch batch = headrace.attachSignals(file)) {
            System.out.println("attached " + batch.size());
        } catch (HeadraceException refused) {
            System.out.println(refused.getClass().getSimpleName() + ": " + refused.getMessage());
        }
    }

    /** Attaches, and waits for something that does not come. */
    private static void keep(Headrace headrace, Path file) throws InterruptedException {
        SignalBatch batch = headrace.attachSignals(file);
        batch.get(0).addAcqRel(1);
        batch.get(1).await(Condition.EQ, -1);
    }

    /** Shares three signals, with 7 in each, until it is told to close them, by an 8 in number 0; ends after a 9 in number 1. */
    private static void share(Headrace headrace, Path file) throws InterruptedException {
        SignalBatch batch = headrace.shareSignals(file, 3, 7);
        System.out.println("shared " + ProcessHandle.current().pid());
        expect(batch.get(0), Condition.EQ, 8);
        Signal last = batch.get(1);
        batch.get(0).close();
        batch.get(2).close();
        System.out.println("closed two");
        expect(last, Condition.EQ, 9);
        last.close();
        System.out.println("closed all");
        Thread.sleep(Child.LIMIT);
    }

    /** Threads attach and close, and use what others have attached or closed: any use of what is not mapped would end it. */
    private static void churn(Headrace headrace, Path file, int rounds) throws InterruptedException {
        int threads = 4;
        AtomicReferenceArray<SignalBatch> shown = new AtomicReferenceArray<>(threads);
        AtomicLong used = new AtomicLong();
        Crew.all(threads, number -> {
            Random random = new Random(number);
            for (int round = 0; round < rounds / threads; round++) {
                SignalBatch mine = headrace.attachSignals(file);
                shown.set(number, mine);
                for (int i = 0; i < 20; i++) {
                    SignalBatch others = shown.get(random.nextInt(threads));
                    if (others != null && use(others, others.get(random.nextInt(others.size())), random)) {
                        used.incrementAndGet();
                    }
                }
                mine.close();
            }
        });
        System.out.println("done " + (used.get() > 0));
    }

    private static boolean use(SignalBatch batch, Signal signal, Random random) throws InterruptedException {
        try {
            switch (random.nextInt(6)) {
                case 0 -> signal.addAcqRel(1);
                case 1 -> signal.loadAcquire();
                case 2 -> signal.await(Condition.EQ, -1, Duration.ofNanos(random.nextInt(200_000)));
                case 3 -> Signals.resolve(signal.handle()).storeRelease(5);
                case 4 -> signal.onChange(Condition.NE, 0, value -> true);
                default -> batch.isOwnerGone();
            }
            return true;
        } catch (InvalidSignalException closed) {
            return false;
        }
    }

    /** Shares, cuts the file, and says what using and closing the signals gives. */
    private static void cut(Headrace headrace, Path file) throws Exception {
        SignalBatch batch = headrace.shareSignals(file, 100, 0);
        CompletableFuture<Long> future = batch.get(1).future(Condition.EQ, 5);
        Files.write(file, new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
        for (int round = 0; round < 2_000; round++) {
            try {
                batch.get(round % 100).addAcqRel(1);
                System.out.println("added");
            } catch (SharingException cut) {
                // As it should be.
            }
        }
        Thread.sleep(100);
        batch.close();
        // Completed by a thread of its own.
        boolean failed =
                future.handle((value, failure) -> failure != null).get(Child.LIMIT.toSeconds(), TimeUnit.SECONDS);
        System.out.println("closed " + failed);
    }

    /** Attaches and closes again and again, and says what the process has at times. */
    private static void rounds(Headrace headrace, Path file, int rounds) throws Exception {
        for (int sample = 0; sample < RoundsProgram.SAMPLES; sample++) {
            for (int round = 0; round < rounds / RoundsProgram.SAMPLES; round++) {
                SignalBatch batch = headrace.attachSignals(file);
                batch.get(round % batch.size()).addAcqRel(1);
                batch.get(0).await(Condition.EQ, -1, Duration.ofNanos(round % 2));
                batch.close();
            }
            System.gc();
            System.gc();
            System.out.println(RoundsProgram.resources() + " " + mappings(file));
        }
    }

    private static long mappings(Path file) throws Exception {
        Path maps = Path.of("/proc/self/maps");
        if (!Files.exists(maps)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(maps)) {
            return lines.filter(line -> line.contains(file.toString())).count();
        }
    }

    private static void expect(Signal signal, Condition condition, long value) throws InterruptedException {
        if (!signal.await(condition, value, Child.LIMIT)) {
            throw new IllegalStateException("not in time: " + condition + " " + value + " " + signal);
        }
    }
}
