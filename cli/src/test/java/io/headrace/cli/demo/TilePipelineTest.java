package io.headrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.cli.CommandFailure;
import io.headrace.config.Knob;
import io.headrace.error.ClosedException;
import io.headrace.kernel.Range;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TilePipelineTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final SequentialEdges sequential = new SequentialEdges();
    private Headrace headrace;
    private Device device;

    @BeforeEach
    void open() {
        headrace = Headrace.open();
        device = headrace.device();
    }

    @AfterEach
    void close() {
        headrace.close();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "3, 2", "2, 3", "1, 1100", "1100, 1", "512, 512", "513, 513", "514, 3", "515, 1027", "1024, 511"
    })
    void tilesJoinWithoutASeam(int width, int height) throws Exception {
        EdgeJob job = EdgeJob.of(Pictures.random(new Random(width * 1000L + height), width, height));

        run(0, List.of(job));

        assertThat(job.edges()).isEqualTo(expected(job));
    }

    @Test
    void randomPicturesAreRightTogether() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<EdgeJob> jobs = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            jobs.add(EdgeJob.of(Pictures.random(random, 1 + random.nextInt(1200), 1 + random.nextInt(1200))));
        }

        run(0, jobs);

        for (int i = 0; i < jobs.size(); i++) {
            assertThat(jobs.get(i).edges()).as("seed=%s picture=%s", seed, i).isEqualTo(expected(jobs.get(i)));
        }
    }

    @Test
    void eachTileHasAStream() throws Exception {
        long streams = run(0, List.of(EdgeJob.of(Pictures.random(new Random(1), 1200, 600))));

        assertThat(streams).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 1000})
    void tilesTakeTurnsOnFewerStreams(int limit) throws Exception {
        List<EdgeJob> jobs = List.of(
                EdgeJob.of(Pictures.random(new Random(1), 1900, 1200)),
                EdgeJob.of(Pictures.random(new Random(2), 600, 900)),
                EdgeJob.of(Pictures.random(new Random(3), 1, 1)));

        long streams = run(limit, jobs);

        assertThat(streams).isEqualTo(Math.min(limit, 12 + 4 + 1));
        assertThat(jobs).allSatisfy(job -> assertThat(job.edges()).isEqualTo(expected(job)));
    }

    @Test
    void manyMorePicturesThanSlotsAllEnd() throws Exception {
        List<EdgeJob> jobs = new ArrayList<>();
        for (int i = 0; i < 10 * SlotPool.CAPACITY; i++) {
            jobs.add(EdgeJob.of(Pictures.random(new Random(i), 600, 10)));
        }

        run(0, jobs);

        assertThat(jobs).allSatisfy(job -> assertThat(job.edges()).isEqualTo(expected(job)));
    }

    @Test
    void noPicturesAreNoWork() throws Exception {
        assertThat(run(0, List.of())).isZero();
    }

    @Test
    void afterARunTheDeviceIsAtRest() throws Exception {
        run(0, List.of(EdgeJob.of(Pictures.random(new Random(7), 1000, 1000))));

        assertThat(device.queues().entries()).allSatisfy(queue -> {
            assertThat(queue.users()).isZero();
            assertThat(queue.depth()).isZero();
        });
    }

    @Test
    void anInterruptEndsARun() throws Exception {
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> run(0, List.of(EdgeJob.of(Pictures.random(new Random(7), 2000, 2000)))));
    }

    @Test
    void aTileThatFailsEndsTheRun() throws Exception {
        TilePipeline pipeline = new TilePipeline(device, 0, PATIENCE);
        List<EdgeJob> jobs = List.of(
                EdgeJob.of(Pictures.random(new Random(1), 600, 600)),
                EdgeJob.of(Pictures.random(new Random(2), 600, 600)));
        pipeline.run(jobs);
        pipeline.close();

        assertThatExceptionOfType(ClosedException.class).isThrownBy(() -> pipeline.run(jobs));
    }

    @Test
    void aDeviceThatStandsStillEndsTheRun() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        headrace.close();
        headrace = Headrace.open(HeadraceOptions.defaults().with(Knob.NUM_QUEUES, "1"));
        device = headrace.device();
        List<EdgeJob> jobs = List.of(EdgeJob.of(Pictures.random(new Random(1), 600, 600)));
        try (Stream stream = device.stream();
                TilePipeline pipeline = new TilePipeline(device, 0, Duration.ofMillis(200))) {
            stream.launch(Range.of(1), item -> awaitQuietly(release));

            assertThatExceptionOfType(CommandFailure.class)
                    .isThrownBy(() -> pipeline.run(jobs))
                    .withMessageContaining("tile");
        } finally {
            release.countDown();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long run(int streams, List<EdgeJob> jobs) throws InterruptedException {
        try (TilePipeline pipeline = new TilePipeline(device, streams, PATIENCE)) {
            return pipeline.run(jobs);
        }
    }

    private byte[] expected(EdgeJob job) {
        EdgeJob expected = EdgeJob.of(job.picture());
        sequential.compute(expected);
        return expected.edges();
    }
}
