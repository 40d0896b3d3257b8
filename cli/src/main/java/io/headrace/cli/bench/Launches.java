package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.Queues;
import io.headrace.Recording;
import io.headrace.Stream;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Range;
import io.headrace.queue.QueuePolicy;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Launches of a kernel that only counts that it ran. Each measurement checks the count at its end. */
final class Launches implements AutoCloseable {

    private static final Range ONE_ITEM = Range.of(1);
    private static final int QUEUES = 4;

    /** How many launches a recording has. */
    private static final int RECORDED = 100;

    private final Device device;
    private final Stream stream;

    /** Written by kernels only, which run one after the other since they are of one stream. */
    private final Word ran = new Word();

    private final Kernel1D kernel = counting(ran);
    private long expected;

    Launches(Device device) {
        this.device = device;
        this.stream = device.stream();
    }

    /** Captures the word alone: what the caller writes must not be on a line that kernels read. */
    private static Kernel1D counting(Word ran) {
        return ignored -> ran.setPlain(ran.getPlain() + 1);
    }

    /** One launch, and the wait until it has ended. */
    void launchAndAwait() throws InterruptedException {
        launch();
        stream.await();
    }

    private void launch() {
        stream.launch(ONE_ITEM, kernel);
        expected++;
    }

    /**
     * Launches one after the other without waiting for them, but after every half ring, so that there is always room.
     *
     * @return nanoseconds a launch, from the first call to the last one's end
     */
    double pipelined(int batches) throws InterruptedException {
        int batch = device.queues().entries().getFirst().size() / 2;
        long start = System.nanoTime();
        for (int i = 0; i < batches; i++) {
            for (int j = 0; j < batch; j++) {
                launch();
            }
            stream.await();
        }
        long nanos = System.nanoTime() - start;
        checkCount();
        return (double) nanos / ((long) batches * batch);
    }

    /**
     * Launches one after the other into a ring that was filled before.
     *
     * @return nanoseconds a launch, from the first call to the last one's end, those that filled the ring included
     */
    double pipelinedIntoFullRing(int launches) throws InterruptedException {
        AtomicBoolean go = new AtomicBoolean();
        stream.launch(ONE_ITEM, ignored -> {
            while (!go.get()) {
                Thread.onSpinWait();
            }
        });
        long before = expected;
        while (stream.offerLaunch(ONE_ITEM, kernel)) {
            expected++;
        }
        long start = System.nanoTime();
        go.set(true);
        for (int i = 0; i < launches; i++) {
            launch();
        }
        stream.await();
        long nanos = System.nanoTime() - start;
        checkCount();
        return (double) nanos / (expected - before);
    }

    /**
     * The same launches as {@link #pipelined}, in recordings of {@value #RECORDED} that are replayed one after the other.
     *
     * @return nanoseconds a launch, from the first call to the last one's end
     */
    double recorded(int batches) throws InterruptedException {
        Recording recording = device.record(recorder -> {
            for (int i = 0; i < RECORDED; i++) {
                recorder.launch(ONE_ITEM, kernel);
            }
        });
        int batch = device.queues().entries().getFirst().size() / 2;
        long start = System.nanoTime();
        for (int i = 0; i < batches; i++) {
            for (int j = 0; j < batch; j++) {
                stream.replay(recording);
            }
            stream.await();
        }
        long nanos = System.nanoTime() - start;
        long launches = (long) batches * batch * RECORDED;
        expected += launches;
        checkCount();
        return (double) nanos / launches;
    }

    /** One launch and its await, over and over. */
    Latencies oneByOne(int launches) throws InterruptedException {
        Latencies latencies = Latencies.of(launches, this::launchAndAwait);
        checkCount();
        return latencies;
    }

    /** The same, each after a while in which nothing happens. */
    Latencies afterIdle(int launches, Latencies.Action idle) throws InterruptedException {
        Latencies latencies = Latencies.of(launches, idle, this::launchAndAwait);
        checkCount();
        return latencies;
    }

    /** The same, each on the next of four queues. */
    Latencies overFourQueues(int launches) throws InterruptedException {
        QueuePolicy policy = device.policy();
        device.policy(QueuePolicy.ROUND_ROBIN);
        try {
            for (int i = 0; i < QUEUES; i++) {
                launchAndAwait();
            }
            Queues before = device.queues();
            Latencies latencies = oneByOne(launches);
            checkTurns(before, device.queues(), launches / QUEUES);
            return latencies;
        } finally {
            device.policy(policy);
        }
    }

    /** All four queues must have had their turn each time. */
    private static void checkTurns(Queues before, Queues after, long each) {
        List<Long> turns = after.entries().stream()
                .map(entry ->
                        entry.operations() - before.entries().get(entry.index()).operations())
                .toList();
        if (turns.size() != QUEUES || turns.stream().anyMatch(turn -> turn < each)) {
            throw new IllegalStateException("launches did not go to four queues in turn: operations=" + turns);
        }
    }

    private void checkCount() {
        if (ran.getPlain() != expected) {
            throw new IllegalStateException(
                    "not every launch ran once: launches=" + expected + " ran=" + ran.getPlain());
        }
    }

    @Override
    public void close() {
        stream.close();
    }
}
