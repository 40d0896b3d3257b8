package io.headrace.cli.bench;

import io.headrace.Headrace;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** What loads of signals cost, by object and by handle, however many batches there are; beside the same lookup in C. */
final class SignalLookups implements Bench {

    private static final int BATCHES = 300;
    private static final int MEMBERS = 40;
    private static final int LOADS = 1_000_000;

    /** Threads that begin together load so many times more: until the system has given each a processor takes milliseconds. */
    private static final int LONGER = 8;

    private static final int MANY_THREADS = 8;
    private static final int PROCESSORS_FOR_MANY = 16;

    private static final long PAGE_BYTES = 4096;
    private static final long SLOTS_OF_A_PAGE = 32;

    /** So many loads. */
    private interface Loop {

        void run(int loads);
    }

    @Override
    public String name() {
        return "lookups";
    }

    @Override
    public String about() {
        return "loads of signals by object and by handle";
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure("load_ns", "ns", "a load through a signal object"),
                new Figure("resolve_load_ns_1_batch", "ns", "the same by handle, beside 1 batch of signals"),
                new Figure("resolve_load_ns_300_batches", "ns", "the same beside 300 batches"),
                new Figure("resolve_load_ns_300_batches_2_threads", "ns", "the same for each thread while two do it"),
                Figure.optional(
                        "resolve_load_ns_300_batches_8_threads",
                        "ns",
                        "the same while eight do it, where there are 16 processors"),
                new Figure("resolve_load_ns_random", "ns", "a random member of the 300, by handle"),
                new Figure(
                        "resolve_load_ns_random_dependent", "ns", "the same, when what is loaded says which is next"),
                Figure.optional("native_radix_ns", "ns", "the load by handle beside 300 batches, in C"),
                Figure.optional("native_radix_ns_2_threads", "ns", "the same for each thread while two do it, in C"),
                Figure.optional("native_radix_ns_8_threads", "ns", "the same while eight do it, in C"),
                Figure.optional("native_radix_ns_random", "ns", "the random one in C"),
                Figure.optional("native_radix_ns_random_dependent", "ns", "the random dependent one in C"),
                Figure.optional("resolve_load_to_native_ratio", "", "the load by handle divided by that in C"));
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        int loads = effort.repetitions(LOADS);
        NativeWalk inC = NativeWalk.compile();
        try (Headrace headrace = Headrace.open();
                Signal signal = headrace.signal(0)) {
            return Rounds.medians(effort, samples -> add(headrace, signal, inC, loads, samples));
        } finally {
            if (inC != null) {
                inC.close();
            }
        }
    }

    private static void add(Headrace headrace, Signal signal, @Nullable NativeWalk inC, int loads, Samples samples)
            throws InterruptedException {
        List<SignalBatch> batches = new ArrayList<>();
        try {
            batches.add(headrace.device().signals(MEMBERS, 0));
            long handle = signal.handle();
            Loop byHandle = n -> SignalLoads.byHandle(handle, n);
            samples.add("load_ns", nanos(1, n -> SignalLoads.byObject(signal, n), loads));
            samples.add("resolve_load_ns_1_batch", nanos(1, byHandle, loads));
            while (batches.size() < BATCHES) {
                batches.add(headrace.device().signals(MEMBERS, 0));
            }
            double beside300 = nanos(1, byHandle, loads);
            samples.add("resolve_load_ns_300_batches", beside300);
            samples.add("resolve_load_ns_300_batches_2_threads", nanos(2, byHandle, LONGER * loads));
            if (isForMany()) {
                samples.add("resolve_load_ns_300_batches_8_threads", nanos(MANY_THREADS, byHandle, LONGER * loads));
            }
            long[] members = batches.stream()
                    .flatMapToLong(batch -> LongStream.range(0, MEMBERS)
                            .map(i -> batch.get((int) i).handle()))
                    .toArray();
            samples.add("resolve_load_ns_random", warm(n -> SignalLoads.random(members, n), loads));
            samples.add("resolve_load_ns_random_dependent", warm(n -> SignalLoads.randomDependent(members, n), loads));
            if (inC != null) {
                addNative(inC, handle, members, loads, beside300, samples);
            }
        } finally {
            batches.forEach(SignalBatch::close);
        }
    }

    private static void addNative(
            NativeWalk inC, long handle, long[] members, int loads, double inJava, Samples samples)
            throws InterruptedException {
        try (NativeWalk.Pages pages = inC.pages(members)) {
            pages.add(handle & -PAGE_BYTES, SLOTS_OF_A_PAGE);
            for (int first = 0; first < members.length; first += MEMBERS) {
                pages.add(members[first], MEMBERS);
            }
            Loop one = n -> pages.one(handle, n);
            double nanos = nanos(1, one, loads);
            samples.add("native_radix_ns", nanos);
            samples.add("native_radix_ns_2_threads", nanos(2, one, LONGER * loads));
            if (isForMany()) {
                samples.add("native_radix_ns_8_threads", nanos(MANY_THREADS, one, LONGER * loads));
            }
            samples.add("native_radix_ns_random", warm(pages::random, loads));
            samples.add("native_radix_ns_random_dependent", warm(pages::randomDependent, loads));
            samples.add("resolve_load_to_native_ratio", inJava / nanos);
        }
    }

    private static boolean isForMany() {
        return Runtime.getRuntime().availableProcessors() >= PROCESSORS_FOR_MANY;
    }

    /** Loads are timed after others, by the same thread: new signals may still be in the caches of another processor. */
    private static double warm(Loop loop, int loads) {
        loop.run(loads);
        long start = System.nanoTime();
        loop.run(loads);
        return (double) (System.nanoTime() - start) / loads;
    }

    private static double nanos(int threads, Loop loop, int loads) throws InterruptedException {
        return (double) Together.nanos(threads, ignored -> loop.run(loads)) / loads;
    }
}
