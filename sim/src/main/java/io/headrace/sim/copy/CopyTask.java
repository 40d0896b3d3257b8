package io.headrace.sim.copy;

import io.headrace.copy.CopyMeans;
import io.headrace.copy.CopyParts;
import io.headrace.copy.CopyRoute;
import io.headrace.copy.CopyUnit;
import io.headrace.copy.EngineQueue;
import io.headrace.sim.Channel;
import io.headrace.sim.Network;
import io.headrace.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;

/** A copy under way: its steps one after the other, the parts of a step at the same time. */
final class CopyTask {

    /**
     * A step of the way.
     *
     * @param bank whose engines make it
     * @param unit which of them are to
     * @param near a bit for each engine that is recommended for this step
     * @param channels what it goes over
     * @param latencyNanos how long it takes until bytes flow
     */
    record Leg(EngineBank bank, CopyUnit.OnEngines unit, long near, List<Channel> channels, long latencyNanos) {}

    private final VirtualTime time;
    private final Network network;
    private final Assumptions assumptions;
    private final Pair ends;
    private final long bytes;
    private final CopyRoute route;
    private final List<Leg> legs;
    private final List<CopyRecord.Part> done = new ArrayList<>();
    private int legsBegun;
    private int legsEnded;
    private int partsLeft;

    CopyTask(
            VirtualTime time,
            Network network,
            Assumptions assumptions,
            Pair ends,
            long bytes,
            CopyRoute route,
            List<Leg> legs) {
        this.time = time;
        this.network = network;
        this.assumptions = assumptions;
        this.ends = ends;
        this.bytes = bytes;
        this.route = route;
        this.legs = legs;
    }

    /** Begins the first step, or the next one. */
    void goOn() {
        int number = legsBegun++;
        Leg leg = legs.get(number);
        leg.bank().take(leg.unit(), means -> deal(number, leg, means));
    }

    /** Whether all steps have ended. */
    boolean isDone() {
        return legsEnded == legs.size();
    }

    CopyRecord record() {
        return new CopyRecord(ends, bytes, route.kind(), route.why(), done);
    }

    private void deal(int number, Leg leg, List<CopyMeans.OnEngine> means) {
        List<CopyParts.Part> parts = CopyParts.of(bytes, means.size());
        partsLeft = parts.size();
        for (int i = 0; i < means.size(); i++) {
            EngineQueue queue = means.get(i).queue();
            if (i < parts.size()) {
                long part = parts.get(i).bytes();
                leg.bank().begin(queue.engine(), () -> move(number, leg, queue, part));
            } else {
                leg.bank().give(queue);
            }
        }
    }

    private void move(int number, Leg leg, EngineQueue queue, long part) {
        boolean far = (leg.near() >>> queue.engine() & 1) == 0;
        long speed = far ? assumptions.farBytesPerSecond() : assumptions.engineBytesPerSecond();
        long started = time.nanos();
        time.after(
                leg.latencyNanos(),
                () -> network.send(leg.channels(), part, speed, () -> end(number, leg, queue, far, part, started)));
    }

    private void end(int number, Leg leg, EngineQueue queue, boolean far, long part, long started) {
        CopyRecord.Part record =
                new CopyRecord.Part(number, queue.node(), queue.engine(), far, part, started, time.nanos());
        done.add(record);
        leg.bank().end(queue.engine(), ends.to(), record);
        leg.bank().give(queue);
        partsLeft--;
        if (partsLeft == 0) {
            legsEnded++;
            if (!isDone()) {
                goOn();
            }
        }
    }
}
