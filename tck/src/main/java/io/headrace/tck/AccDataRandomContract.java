package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.acc.AsyncQueues;
import io.headrace.acc.DataEnvironment;
import io.headrace.tck.fault.Faults;
import io.headrace.tck.fault.FaultyDriver;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The present table under many threads, and against a plain model of it. */
abstract class AccDataRandomContract extends DriverContract {

    private static final int THREADS = 4;
    private static final int STEPS = 4_000;
    private static final int REGIONS = 1_500;

    @Test
    void randomStepsOfSeveralThreadsGiveWhatAModelGives() throws Exception {
        RandomGenerator random = Seed.random("randomStepsOfSeveralThreadsGiveWhatAModelGives");
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)));
        AsyncQueues acc = AsyncQueues.of(device);
        acc.data();
        int before = faults.liveMemory();
        List<Task<Boolean>> tasks = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            // One of them works synchronously, the others each on a queue of their own.
            int number = thread == 0 ? AsyncQueues.SYNC : thread;
            AccDataModel model = new AccDataModel(acc, number, new Random(random.nextLong()));
            tasks.add(Task.run(() -> model.run(STEPS)));
        }
        for (Task<Boolean> task : tasks) {
            task.join();
        }
        assertThat(acc.awaitAll(LIMIT)).isTrue();
        Eventually.isTrue("the memory is freed", () -> faults.liveMemory() == before);
    }

    @Test
    void readersSeeWhatStaysAndNeverWhatWasNeverThereWhileWritersChangeItsNeighbours() throws Exception {
        RandomGenerator random =
                Seed.random("readersSeeWhatStaysAndNeverWhatWasNeverThereWhileWritersChangeItsNeighbours");
        DataEnvironment data = AsyncQueues.of(device()).data();
        MemorySegment array = MemorySegment.ofArray(new int[3_000]);
        List<MemorySegment> wholes = List.of(array, Arena.global().allocate(12_000, 4));
        for (MemorySegment whole : wholes) {
            for (int i = 1; i < 1_000; i += 3) {
                data.create(element(whole, i), 0);
            }
        }
        AtomicBoolean stop = new AtomicBoolean();
        List<Task<Boolean>> readers = new ArrayList<>();
        for (int reader = 0; reader < 2; reader++) {
            RandomGenerator own = new Random(random.nextLong());
            readers.add(Task.run(() -> {
                while (!stop.get()) {
                    MemorySegment whole = wholes.get(own.nextInt(2));
                    int i = 3 * own.nextInt(333) + 1;
                    assertThat(data.present(element(whole, i))).isTrue();
                    assertThat(data.i32(element(whole, i)).length()).isEqualTo(1);
                    assertThat(data.present(element(whole, i + 1))).isFalse();
                    assertThat(data.present(whole.asSlice(4L * i, 8))).isFalse();
                }
            }));
        }
        List<Task<Boolean>> writers = new ArrayList<>();
        for (int writer = 0; writer < 2; writer++) {
            MemorySegment whole = wholes.get(writer);
            RandomGenerator own = new Random(random.nextLong());
            writers.add(Task.run(() -> {
                for (int step = 0; step < 3_000; step++) {
                    MemorySegment neighbour = element(whole, 3 * own.nextInt(333));
                    data.create(neighbour, 0);
                    assertThat(data.present(neighbour)).isTrue();
                    data.delete(neighbour, 0);
                    assertThat(data.present(neighbour)).isFalse();
                }
            }));
        }
        for (Task<Boolean> writer : writers) {
            writer.join();
        }
        stop.set(true);
        for (Task<Boolean> reader : readers) {
            reader.join();
        }
    }

    private static MemorySegment element(MemorySegment whole, int index) {
        return whole.asSlice(4L * index, 4);
    }

    @Test
    void threadsThatEnterAndExitTheSameRangesLoseNoCount() throws Exception {
        RandomGenerator random = Seed.random("threadsThatEnterAndExitTheSameRangesLoseNoCount");
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)));
        AsyncQueues acc = AsyncQueues.of(device);
        DataEnvironment data = acc.data();
        int before = faults.liveMemory();
        MemorySegment host = MemorySegment.ofArray(new int[8]);
        List<MemorySegment> ranges = List.of(host.asSlice(0, 8), host.asSlice(8, 8), host.asSlice(16, 16));
        List<Task<Boolean>> tasks = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            RandomGenerator own = new Random(random.nextLong());
            int number = thread;
            tasks.add(Task.run(() -> {
                for (int step = 0; step < REGIONS; step++) {
                    MemorySegment range = ranges.get(own.nextInt(ranges.size()));
                    if (own.nextBoolean()) {
                        data.copyIn(range, number);
                        assertThat(data.present(range)).isTrue();
                        data.copyOut(range, number);
                    } else {
                        try (var region = data.region(number).copy(range).enter()) {
                            assertThat(region).isNotNull();
                            assertThat(data.present(range)).isTrue();
                        }
                    }
                }
            }));
        }
        for (Task<Boolean> task : tasks) {
            task.join();
        }
        assertThat(ranges).noneMatch(data::present);
        assertThat(acc.awaitAll(LIMIT)).isTrue();
        Eventually.isTrue("the memory is freed", () -> faults.liveMemory() == before);
    }
}
