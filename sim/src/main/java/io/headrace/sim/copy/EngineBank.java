package io.headrace.sim.copy;

import io.headrace.copy.CopyEngines;
import io.headrace.copy.CopyMeans;
import io.headrace.copy.CopyUnit;
import io.headrace.copy.EnginePicker;
import io.headrace.copy.EngineQueue;
import io.headrace.copy.EngineSetup;
import io.headrace.sim.Server;
import io.headrace.sim.VirtualTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The copy engines of a node: their queues are the real ones, what they move moves in virtual time. */
final class EngineBank {

    /** A step of a copy that needs queues. */
    private record Asking(CopyUnit.OnEngines unit, Consumer<List<CopyMeans.OnEngine>> got) {}

    /** An engine, which serves one at a time, and what it did. */
    private static final class Engine {
        private final Server server;
        private final List<Integer> destinations = new ArrayList<>();
        private long bytes;
        private int far;

        Engine(VirtualTime time) {
            this.server = new Server(time, 1);
        }
    }

    private final VirtualTime time;
    private final CopyEngines queues;
    private final EnginePicker picker;
    private final Map<Integer, Engine> engines = new TreeMap<>();
    private ArrayDeque<Asking> line = new ArrayDeque<>();
    private long queueWaits;

    EngineBank(VirtualTime time, EngineSetup setup) {
        this.time = time;
        this.queues = new CopyEngines(setup);
        this.picker = new EnginePicker(queues);
    }

    EngineSetup setup() {
        return queues.setup();
    }

    /** Takes queues, now or as soon as there are any. */
    void take(CopyUnit.OnEngines unit, Consumer<List<CopyMeans.OnEngine>> got) {
        Asking asking = new Asking(unit, got);
        if (!tryTake(asking)) {
            queueWaits++;
            line.add(asking);
        }
    }

    private boolean tryTake(Asking asking) {
        List<CopyMeans.OnEngine> taken = new ArrayList<>();
        for (CopyMeans means : picker.pick(asking.unit(), false)) {
            if (means instanceof CopyMeans.OnEngine onEngine) {
                taken.add(onEngine);
            }
        }
        if (taken.isEmpty()) {
            return false;
        }
        asking.got().accept(taken);
        return true;
    }

    /** Gives a queue back; who waits for one tries again, in the order in which they came. */
    void give(EngineQueue queue) {
        queues.free(queue);
        ArrayDeque<Asking> waiting = line;
        line = new ArrayDeque<>();
        for (Asking asking : waiting) {
            if (!tryTake(asking)) {
                line.add(asking);
            }
        }
    }

    /** Lets an engine do something when its turn has come, until {@link #end}. */
    void begin(int engine, Runnable work) {
        engines.computeIfAbsent(engine, ignored -> new Engine(time)).server.request(work);
    }

    /** Ends what an engine did. */
    void end(int engine, int destination, CopyRecord.Part part) {
        Engine done = engines.computeIfAbsent(engine, ignored -> new Engine(time));
        done.destinations.add(destination);
        done.bytes += part.bytes();
        done.far += part.far() ? 1 : 0;
        done.server.release();
    }

    long queueWaits() {
        return queueWaits;
    }

    /** What its engines did, by their ids. */
    List<EngineUse> uses() {
        List<EngineUse> uses = new ArrayList<>();
        engines.forEach((id, engine) -> {
            Server.Use use = engine.server.use();
            uses.add(new EngineUse(
                    setup().node(),
                    id,
                    setup().engines().classOf(id),
                    engine.destinations,
                    engine.bytes,
                    engine.far,
                    use.busyNanos(),
                    use.waited(),
                    use.waitNanos(),
                    use.longestLine()));
        });
        return uses;
    }
}
