package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.Trace;
import io.headrace.config.Knob;
import io.headrace.config.TimeSource;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Range;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** What records of operations cost, while there is no trace and while there is one. */
final class TraceBench implements Bench {

    private static final HeadraceOptions OPTIONS =
            HeadraceOptions.defaults().with(Knob.NUM_QUEUES, 4).with(Knob.TRACE_RECORDS, 1 << 18);

    private static final Range ONE_ITEM = Range.of(1);
    private static final int QUESTIONS = 1_000_000;
    private static final int LAUNCHES = 100_000;
    private static final int BATCHES = 200;

    @Override
    public String name() {
        return "trace";
    }

    @Override
    public String about() {
        return "records of operations: their host time, and a launch with and without them";
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure(
                        "off_ns",
                        "ns",
                        "what each operation does while there is no trace: it asks whether there is one"),
                new Figure(
                        "on_ns", "ns", "what a record adds to a launch, from the call to its end; all on one thread"),
                new Figure("clock_ns", "ns", "a reading of the clock; a record takes three"),
                new Figure(
                        "on_host_ns",
                        "ns",
                        "what a record adds less the readings at start and end, which a device may tell instead"),
                new Figure("launch_ns_off", "ns", "a launch of many on one stream, without a trace"),
                new Figure("launch_ns_on", "ns", "the same with a trace, whose records a thread takes meanwhile"),
                new Figure("launch_added_ns", "ns", "the difference of both in one round"));
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        Map<String, Double> values = new HashMap<>();
        // The environment may name a device of another driver.
        HeadraceOptions onCallers =
                OPTIONS.with(Knob.NUM_QUEUES, 1).with(Knob.DEVICE, "").drivers(new CallersDriver());
        try (Headrace headrace = Headrace.open(onCallers);
                Stream stream = headrace.device().stream()) {
            int questions = effort.repetitions(QUESTIONS);
            int launches = effort.repetitions(LAUNCHES);
            values.putAll(Rounds.medians(effort, samples -> {
                samples.add("off_ns", askedNanos(headrace, questions));
                double off = launchedNanos(stream, launches);
                double on = tracedNanos(headrace, stream, launches) - off;
                double clock = clockNanos(questions);
                samples.add("on_ns", on);
                samples.add("clock_ns", clock);
                samples.add("on_host_ns", on - 2 * clock);
            }));
        }
        try (Headrace headrace = Headrace.open(OPTIONS)) {
            Device device = DispatchBench.device(headrace);
            int batches = effort.repetitions(BATCHES);
            values.putAll(Rounds.medians(effort, samples -> {
                double off = pipelined(device, batches);
                RecordCount count = new RecordCount();
                double on;
                try (Trace trace = headrace.trace(count)) {
                    on = pipelined(device, batches);
                }
                samples.add("launch_ns_off", off);
                samples.add("launch_ns_on", on);
                samples.add("launch_added_ns", on - off);
            }));
        }
        return values;
    }

    private static double askedNanos(Headrace headrace, int questions) {
        int yes = 0;
        long start = System.nanoTime();
        for (int i = 0; i < questions; i++) {
            if (headrace.isTracing()) {
                yes++;
            }
        }
        long nanos = System.nanoTime() - start;
        if (yes > 0) {
            throw new IllegalStateException("a trace is there that nobody has begun: seen=" + yes);
        }
        return (double) nanos / questions;
    }

    private static double clockNanos(int readings) {
        long first = TimeSource.SYSTEM.nanos();
        long last = first;
        for (int i = 0; i < readings; i++) {
            last = TimeSource.SYSTEM.nanos();
        }
        return (double) (last - first) / readings;
    }

    private static double tracedNanos(Headrace headrace, Stream stream, int launches) throws InterruptedException {
        RecordCount count = new RecordCount();
        CountDownLatch measured = new CountDownLatch(1);
        double nanos;
        try (Trace trace = headrace.trace(count.after(measured))) {
            nanos = launchedNanos(stream, launches);
            measured.countDown();
        }
        count.check(launches);
        return nanos;
    }

    private static double launchedNanos(Stream stream, int launches) throws InterruptedException {
        Word ran = new Word();
        Kernel1D kernel = ignored -> ran.setPlain(ran.getPlain() + 1);
        long start = System.nanoTime();
        for (int i = 0; i < launches; i++) {
            stream.launch(ONE_ITEM, kernel);
        }
        stream.await();
        long nanos = System.nanoTime() - start;
        if (ran.getPlain() != launches) {
            throw new IllegalStateException("not every launch ran: launches=" + launches + " ran=" + ran.getPlain());
        }
        return (double) nanos / launches;
    }

    private static double pipelined(Device device, int batches) throws InterruptedException {
        try (Launches launches = new Launches(device)) {
            return launches.pipelined(batches);
        }
    }
}
