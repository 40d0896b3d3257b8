package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.cli.CommandFailure;
import io.headrace.config.Knob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What it costs to get a kernel to run and to learn that it has, next to what Java's own means need for that. */
final class DispatchBench implements Bench {

    private static final HeadraceOptions OPTIONS = HeadraceOptions.defaults().with(Knob.NUM_QUEUES, 4);

    /** Waits park at once. The queues' own threads wait as ever. */
    private static final HeadraceOptions PARKING = OPTIONS.with(Knob.STREAM_BUSYWAIT, 0);

    private static final Duration IDLE = Duration.ofMillis(1);
    private static final double MEDIAN = 50;
    private static final double HIGH = 99;

    /** Repetitions in a round. */
    private static final int TRIPS = 10_000;

    private static final int BATCHES = 50;
    private static final int PIPELINED = 50_000;
    private static final int FAST = 2_000;
    private static final int SLOW = 400;
    private static final int AFTER_IDLE = 30;

    @Override
    public String name() {
        return "dispatch";
    }

    @Override
    public String about() {
        return "launching a kernel that only counts, and waiting for it";
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure("launch_pipelined_ns", "ns", "a launch of many on one stream, the ring never full"),
                new Figure("launch_pipelined_full_ns", "ns", "the same into a ring that is full"),
                new Figure(
                        "launch_recorded_ns", "ns", "a launch in a recording of 100 that is replayed again and again"),
                new Figure("ping_pong_ns", "ns", "a word from one thread to another and back, to judge the others by"),
                new Figure("launch_await_us_p50", "us", "a launch and its await, median"),
                new Figure("launch_await_us_p99", "us", "the same, 99 of 100"),
                new Figure("four_queues_us_p50", "us", "the same over four queues in turn, median"),
                new Figure("after_idle_us_p50", "us", "the first one after 1 ms in which nothing happened, median"),
                new Figure("launch_await_park_us_p50", "us", "a launch and its await that parks at once, median"),
                new Figure(
                        "bare_handover_us_p50", "us", "two threads that wait like the library and do nothing, median"),
                new Figure("executor_submit_get_us_p50", "us", "submit and get on an executor of one thread, median"),
                new Figure("executor_submit_get_us_p99", "us", "the same, 99 of 100"),
                new Figure("executor_after_idle_us_p50", "us", "the first one after 1 ms in which nothing happened"));
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        try (HandOver handOver = new HandOver(busyNanos());
                ExecutorCalls executor = new ExecutorCalls()) {
            return Rounds.medians(effort, samples -> {
                samples.add("ping_pong_ns", PingPong.nanos(effort.repetitions(TRIPS)));
                launch(effort, samples);
                samples.add(
                        "bare_handover_us_p50",
                        Latencies.of(effort.repetitions(FAST), handOver::run).micros(MEDIAN));
                submit(effort, samples, executor);
                launchAndPark(effort, samples);
            });
        }
    }

    private static long busyNanos() {
        try (Headrace headrace = Headrace.open(OPTIONS)) {
            return TimeUnit.MICROSECONDS.toNanos(headrace.settings().number(Knob.STREAM_BUSYWAIT));
        }
    }

    private static void launch(Effort effort, Samples samples) throws InterruptedException {
        try (Headrace headrace = Headrace.open(OPTIONS);
                Launches launches = new Launches(device(headrace))) {
            samples.add("launch_pipelined_ns", launches.pipelined(effort.repetitions(BATCHES)));
            samples.add("launch_pipelined_full_ns", launches.pipelinedIntoFullRing(effort.repetitions(PIPELINED)));
            samples.add("launch_recorded_ns", launches.recorded(effort.repetitions(BATCHES)));
            Latencies oneByOne = launches.oneByOne(effort.repetitions(FAST));
            samples.add("launch_await_us_p50", oneByOne.micros(MEDIAN));
            samples.add("launch_await_us_p99", oneByOne.micros(HIGH));
            samples.add(
                    "four_queues_us_p50",
                    launches.overFourQueues(effort.repetitions(FAST)).micros(MEDIAN));
            samples.add(
                    "after_idle_us_p50",
                    launches.afterIdle(effort.repetitions(AFTER_IDLE), DispatchBench::idle)
                            .micros(MEDIAN));
        }
    }

    private static void submit(Effort effort, Samples samples, ExecutorCalls executor) throws InterruptedException {
        Latencies calls = Latencies.of(effort.repetitions(SLOW), executor::submitAndGet);
        samples.add("executor_submit_get_us_p50", calls.micros(MEDIAN));
        samples.add("executor_submit_get_us_p99", calls.micros(HIGH));
        samples.add(
                "executor_after_idle_us_p50",
                Latencies.of(effort.repetitions(AFTER_IDLE), DispatchBench::idle, executor::submitAndGet)
                        .micros(MEDIAN));
    }

    /** The process has one runtime at a time, so that this one is opened after the other is closed. */
    private static void launchAndPark(Effort effort, Samples samples) throws InterruptedException {
        try (Headrace headrace = Headrace.open(PARKING);
                Launches launches = new Launches(device(headrace))) {
            samples.add(
                    "launch_await_park_us_p50",
                    launches.oneByOne(effort.repetitions(SLOW)).micros(MEDIAN));
        }
    }

    static Device device(Headrace headrace) {
        Device device = headrace.device();
        if (!device.info().javaKernels()) {
            throw new CommandFailure("this bench launches Java kernels, which the device does not run: device="
                    + device.id() + "; choose another by " + Knob.DEVICE.variable() + ", for example host:0");
        }
        return device;
    }

    private static void idle() throws InterruptedException {
        Thread.sleep(IDLE);
    }
}
