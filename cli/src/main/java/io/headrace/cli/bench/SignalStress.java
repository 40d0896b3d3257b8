package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.error.InvalidSignalException;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalBatch;
import io.headrace.signal.Signals;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;

/**
 * Threads resolve and load members of living batches by their handles, while another one destroys batches and makes new ones,
 * in the same memory. The value of each signal says which batch it is of and which member it is.
 */
final class SignalStress {

    private static final int MEMBERS = 16;
    private static final int SLOT_BYTES = 128;
    private static final int SLICES = 5;

    /** What a new signal has until its own value is stored. */
    private static final long NEW = -1;

    /** Loads between two looks at whether it is over. */
    private static final int LOADS_AT_ONCE = 1_000;

    private final Device device;
    private final Way way;
    private final int loaders = Math.max(2, Runtime.getRuntime().availableProcessors() - 1);
    private final AtomicReferenceArray<Life> places;
    private final SplittableRandom random = new SplittableRandom(1);
    private long generation;
    private long recreations;
    private volatile boolean over;

    SignalStress(Device device, int batches) {
        this(device, batches, new Way());
    }

    SignalStress(Device device, int batches, Way way) {
        this.device = device;
        this.way = way;
        this.places = new AtomicReferenceArray<>(batches);
    }

    /** How a signal is found and loaded; what is checked. */
    static class Way {

        Signal resolve(long handle) {
            return Signals.resolve(handle);
        }

        long load(Signal signal) {
            return signal.loadAcquire();
        }
    }

    /** What the thread does beside those that load. */
    private enum Work {
        /** Nothing. */
        NONE,
        /** Something of its own. */
        OTHER,
        /** It destroys batches and makes new ones. */
        RECREATION
    }

    /** A batch, and what its signals' values are. */
    private static final class Life {

        private final SignalBatch batch;
        private final long generation;
        private final long handle;
        private volatile boolean ended;

        Life(SignalBatch batch, long generation) {
            this.batch = batch;
            this.generation = generation;
            this.handle = batch.get(0).handle();
            for (int member = 0; member < MEMBERS; member++) {
                batch.get(member).storeRelease(value(generation, member));
            }
        }

        void end() {
            ended = true;
            batch.close();
        }

        /** Whether a load of a member gave what it may give. */
        boolean check(int member, Way way) {
            try {
                Signal signal = way.resolve(handle + (long) member * SLOT_BYTES);
                // What is resolved before the end is a signal of this batch; what is resolved later may be of a later
                // one, which may have no values of its own yet.
                boolean mine = !ended;
                long value = way.load(signal);
                return mine
                        ? value == value(generation, member)
                        : value == NEW || value % MEMBERS == member && value >= value(generation, member);
            } catch (InvalidSignalException destroyed) {
                return ended;
            }
        }

        private static long value(long generation, int member) {
            return generation * MEMBERS + member;
        }
    }

    /** Loads for so long while batches come and go, and in turn for less while they stay. */
    void run(Duration time, Samples samples) throws InterruptedException {
        for (int place = 0; place < places.length(); place++) {
            places.set(place, create());
        }
        long slice = time.toNanos() / SLICES;
        Count disturbed = new Count();
        Count undisturbed = new Count();
        Count besideOthers = new Count();
        try {
            for (int i = 0; i < SLICES; i++) {
                load(slice / 2, Work.NONE, undisturbed);
                load(slice, Work.RECREATION, disturbed);
                load(slice / 4, Work.OTHER, besideOthers);
            }
        } finally {
            for (int place = 0; place < places.length(); place++) {
                places.get(place).end();
            }
        }
        samples.add("stress_loads", (double) disturbed.loads);
        samples.add("stress_loads_undisturbed", 2.0 * undisturbed.loads);
        samples.add("stress_loads_beside_other_work", 4.0 * besideOthers.loads);
        samples.add("stress_recreations", (double) recreations);
        samples.add("stress_mismatches", (double)
                (disturbed.mismatches + undisturbed.mismatches + besideOthers.mismatches));
    }

    private static final class Count {

        private long loads;
        private long mismatches;

        synchronized void add(long more, long wrong) {
            loads += more;
            mismatches += wrong;
        }
    }

    private void load(long nanos, Work work, Count count) throws InterruptedException {
        over = false;
        IntConsumer task = number -> {
            if (number == loaders) {
                work(nanos, work);
            } else {
                loadUntilOver(number, count);
            }
        };
        Together.nanos(loaders + 1, task);
    }

    private void loadUntilOver(int number, Count count) {
        SplittableRandom mine = new SplittableRandom(number);
        long loads = 0;
        long mismatches = 0;
        for (; !over; loads += LOADS_AT_ONCE) {
            for (int i = 0; i < LOADS_AT_ONCE; i++) {
                long next = mine.nextLong();
                Life life = places.get(SignalLoads.place(next, places.length()));
                if (!life.check((int) next & (MEMBERS - 1), way)) {
                    mismatches++;
                }
            }
        }
        count.add(loads, mismatches);
    }

    private void work(long nanos, Work work) {
        long start = System.nanoTime();
        try {
            while (System.nanoTime() - start < nanos) {
                switch (work) {
                    case NONE -> pause();
                    case OTHER -> Thread.onSpinWait();
                    case RECREATION -> recreateOne();
                }
            }
        } finally {
            over = true;
        }
    }

    private void recreateOne() {
        int place = random.nextInt(places.length());
        Life old = places.getAndSet(place, create());
        old.end();
        recreations++;
    }

    private Life create() {
        return new Life(device.signals(MEMBERS, NEW), ++generation);
    }

    private static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            throw new IllegalStateException("a bench was interrupted", e);
        }
    }
}
