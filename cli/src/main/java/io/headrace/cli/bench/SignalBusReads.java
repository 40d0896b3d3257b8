package io.headrace.cli.bench;

import io.headrace.signal.Condition;
import io.headrace.signal.DeviceClock;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalBus;
import io.headrace.signal.SignalPool;
import io.headrace.signal.Signals;
import io.headrace.signal.WaitHint;
import io.headrace.tck.simulation.BusDelays;
import io.headrace.tck.simulation.SimulatedBus;
import java.util.List;
import java.util.Map;

/**
 * How often the host asks a signal's memory that is behind a bus. Counted on the conformance suite's simulated bus, since a
 * read takes a microsecond on real ones: nothing is timed.
 */
final class SignalBusReads implements Bench {

    private interface Use {
        void run() throws InterruptedException;
    }

    @Override
    public String name() {
        return "busreads";
    }

    @Override
    public String about() {
        return "reads over a simulated bus for a look at a signal in a device's memory";
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure("device_reads_load", "", "reads over a simulated bus for a load of a signal behind it"),
                new Figure(
                        "device_reads_load_without_copy",
                        "",
                        "the same if the host keeps no copies of what a load needs of the slot"),
                new Figure("device_reads_wait_any_1", "", "the same for a wait for any of 1 signal, satisfied at once"),
                new Figure("device_reads_timestamps", "", "the same for both times of a dispatch"));
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        SimulatedBus bus = new SimulatedBus(SignalBus.Kind.PCIE);
        SimulatedBus withoutCopies = new SimulatedBus(SignalBus.Kind.PCIE, BusDelays.NONE, false);
        try (SignalPool pool = new SignalPool(0, 0)) {
            Signal signal = pool.createBatch(1, 1, bus.memory()).get(0);
            Signal bare = pool.createBatch(1, 1, withoutCopies.memory()).get(0);
            signal.stampDispatch(1, 2);
            Signal[] one = {signal};
            return Map.of(
                    "device_reads_load",
                    reads(bus, signal::loadAcquire),
                    "device_reads_load_without_copy",
                    reads(withoutCopies, bare::loadAcquire),
                    "device_reads_wait_any_1",
                    reads(bus, () -> Signals.awaitAny(one, Condition.EQ, 1, 0, WaitHint.ADAPTIVE)),
                    "device_reads_timestamps",
                    reads(bus, () -> signal.dispatchTimes(DeviceClock.host())));
        }
    }

    private static double reads(SimulatedBus bus, Use use) throws InterruptedException {
        long before = bus.counts().reads();
        use.run();
        return bus.counts().reads() - before;
    }
}
