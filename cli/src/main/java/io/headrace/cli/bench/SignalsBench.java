package io.headrace.cli.bench;

import io.headrace.Headrace;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.LongStream;

/** What loads of signals cost, by object and by handle, however many batches there are; and whether they stay right. */
final class SignalsBench implements Bench {

    private static final int BATCHES = 300;
    private static final int MEMBERS = 40;
    private static final int LOADS = 300_000;
    private static final Duration STRESS = Duration.ofSeconds(5);

    private final Duration stress;
    private final Bench waits = new SignalWaits();
    private final Bench busReads = new SignalBusReads();

    /** The bench with the time that its description names. */
    SignalsBench() {
        this(STRESS);
    }

    SignalsBench(Duration stress) {
        this.stress = stress;
    }

    @Override
    public String name() {
        return "signals";
    }

    @Override
    public String about() {
        return "loads of signals by object and by handle, and 5 s of them while 300 batches come and go";
    }

    @Override
    public List<Figure> figures() {
        List<Figure> figures = new ArrayList<>(List.of(
                new Figure("load_ns", "ns", "a load through a signal object"),
                new Figure("resolve_load_ns_1_batch", "ns", "the same by handle, beside 1 batch of signals"),
                new Figure("resolve_load_ns_300_batches", "ns", "the same beside 300 batches"),
                new Figure("resolve_load_ns_300_batches_2_threads", "ns", "the same for each thread while two do it"),
                new Figure("resolve_load_ns_random", "ns", "a random member of the 300, by handle"),
                new Figure(
                        "resolve_load_ns_random_dependent", "ns", "the same, when what is loaded says which is next"),
                new Figure("stress_loads", "", "loads by handle in 5 s, while batches are destroyed and made anew"),
                new Figure("stress_loads_undisturbed", "", "the same while none is"),
                new Figure("stress_recreations", "", "batches destroyed and made anew in these 5 s"),
                new Figure("stress_mismatches", "", "loads that gave another signal's value")));
        figures.addAll(waits.figures());
        figures.addAll(busReads.figures());
        return figures;
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        int loads = effort.repetitions(LOADS);
        try (Headrace headrace = Headrace.open();
                Signal signal = headrace.signal(0)) {
            Map<String, Double> values =
                    new HashMap<>(Rounds.medians(effort, samples -> addLoads(headrace, signal, loads, samples)));
            Samples samples = new Samples();
            new SignalStress(headrace.device(), BATCHES).run(stress, samples);
            values.putAll(samples.medians());
            values.putAll(waits.run(effort));
            values.putAll(busReads.run(effort));
            return values;
        }
    }

    private static void addLoads(Headrace headrace, Signal signal, int loads, Samples samples)
            throws InterruptedException {
        List<SignalBatch> batches = new ArrayList<>();
        try {
            batches.add(headrace.device().signals(MEMBERS, 0));
            long handle = signal.handle();
            IntConsumer byHandle = ignored -> SignalLoads.byHandle(handle, loads);
            samples.add("load_ns", nanos(1, ignored -> SignalLoads.byObject(signal, loads), loads));
            samples.add("resolve_load_ns_1_batch", nanos(1, byHandle, loads));
            while (batches.size() < BATCHES) {
                batches.add(headrace.device().signals(MEMBERS, 0));
            }
            samples.add("resolve_load_ns_300_batches", nanos(1, byHandle, loads));
            samples.add("resolve_load_ns_300_batches_2_threads", nanos(2, byHandle, loads));
            long[] members = batches.stream()
                    .flatMapToLong(batch -> LongStream.range(0, MEMBERS)
                            .map(i -> batch.get((int) i).handle()))
                    .toArray();
            samples.add("resolve_load_ns_random", nanos(1, ignored -> SignalLoads.random(members, loads), loads));
            samples.add(
                    "resolve_load_ns_random_dependent",
                    nanos(1, ignored -> SignalLoads.randomDependent(members, loads), loads));
        } finally {
            batches.forEach(SignalBatch::close);
        }
    }

    private static double nanos(int threads, IntConsumer task, int loads) throws InterruptedException {
        return (double) Together.nanos(threads, task) / loads;
    }
}
