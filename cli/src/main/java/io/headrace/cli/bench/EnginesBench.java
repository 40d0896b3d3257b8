package io.headrace.cli.bench;

import io.headrace.copy.CopyEngines;
import io.headrace.copy.EngineKind;
import io.headrace.copy.EngineSetup;
import io.headrace.topology.EngineClass;
import io.headrace.topology.Engines;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * What it costs to take a queue of a copy engine and to give it back, on a node with the most engines that are
 * known.
 */
final class EnginesBench implements Bench {

    private static final Engines ENGINES = new Engines(2, 14);
    private static final int QUEUES = 8;
    private static final int PAIRS = 100_000;

    @Override
    public String name() {
        return "engines";
    }

    @Override
    public String about() {
        return "taking one of the 112 queues of 14 copy engines and giving it back";
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure(
                        "engine_allocate_free_ns", "ns", "take any queue of the class and give it back, by one thread"),
                new Figure("engine_allocate_free_2_threads_ns", "ns", "the same for each thread while two do it"),
                new Figure(
                        "engine_by_id_allocate_free_ns",
                        "ns",
                        "take a queue of one engine, each in turn, by one thread"));
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        int pairs = effort.repetitions(PAIRS);
        CopyEngines engines = new CopyEngines(EngineSetup.of(0, ENGINES, QUEUES));
        IntConsumer any = ignored -> allocateAndFree(engines, pairs);
        IntConsumer byId = ignored -> allocateAndFreeById(engines, pairs);
        Map<String, Double> medians = Rounds.medians(effort, samples -> {
            samples.add("engine_allocate_free_ns", (double) Together.nanos(1, any) / pairs);
            samples.add("engine_by_id_allocate_free_ns", (double) Together.nanos(1, byId) / pairs);
            samples.add("engine_allocate_free_2_threads_ns", (double) Together.nanos(2, any) / pairs);
        });
        int free = engines.free(EngineClass.XGMI);
        if (free != ENGINES.xgmi() * QUEUES) {
            throw new IllegalStateException("queues are still taken after all were given back: free=" + free);
        }
        return medians;
    }

    private static void allocateAndFree(CopyEngines engines, int pairs) {
        for (int i = 0; i < pairs; i++) {
            engines.free(engines.allocate(EngineKind.XGMI, 0));
        }
    }

    private static void allocateAndFreeById(CopyEngines engines, int pairs) {
        for (int i = 0; i < pairs; i++) {
            engines.free(engines.allocate(EngineKind.BY_ENGINE, ENGINES.pcie() + i % ENGINES.xgmi()));
        }
    }
}
