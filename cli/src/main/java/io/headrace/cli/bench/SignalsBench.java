package io.headrace.cli.bench;

import io.headrace.Headrace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What signals cost, by object and by handle; whether loads stay right while batches come and go; and waits. */
final class SignalsBench implements Bench {

    private static final int BATCHES = 300;
    private static final Duration STRESS = Duration.ofSeconds(5);

    private final Duration stress;
    private final Bench lookups = new SignalLookups();
    private final Bench waits = new SignalWaits();
    private final Bench wakes = new SignalWakes();
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
        return "loads of signals by object and by handle, and 5 s of them while 300 batches come and go; waits";
    }

    @Override
    public List<Figure> figures() {
        List<Figure> figures = new ArrayList<>(lookups.figures());
        figures.addAll(List.of(
                new Figure("stress_loads", "", "loads by handle in 5 s, while batches are destroyed and made anew"),
                new Figure("stress_loads_undisturbed", "", "the same while none is"),
                new Figure(
                        "stress_loads_beside_other_work",
                        "",
                        "the same while another thread only takes processor time"),
                new Figure("stress_recreations", "", "batches destroyed and made anew in these 5 s"),
                new Figure("stress_mismatches", "", "loads that gave another signal's value")));
        figures.addAll(waits.figures());
        figures.addAll(wakes.figures());
        figures.addAll(busReads.figures());
        return figures;
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        Map<String, Double> values = new HashMap<>(lookups.run(effort));
        Samples samples = new Samples();
        try (Headrace headrace = Headrace.open()) {
            new SignalStress(headrace.device(), BATCHES).run(stress, samples);
        }
        values.putAll(samples.medians());
        values.putAll(waits.run(effort));
        values.putAll(wakes.run(effort));
        values.putAll(busReads.run(effort));
        return values;
    }
}
