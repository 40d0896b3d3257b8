package io.headrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequentialEdgesTest {

    private final SequentialEdges sequential = new SequentialEdges();

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "1, 2", "3, 2", "2, 3", "4, 1", "1, 5", "5, 5", "64, 1", "1, 64", "31, 17"})
    void smallPicturesAreAsDefined(int width, int height) {
        Picture picture = Pictures.random(new Random(width * 100L + height), width, height);

        assertThat(edges(picture)).isEqualTo(Pictures.edgesByDefinition(picture));
    }

    @Test
    void randomPicturesAreAsDefined() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            Picture picture = Pictures.random(random, 1 + random.nextInt(40), 1 + random.nextInt(40));

            assertThat(edges(picture)).as("seed=%s picture=%s", seed, i).isEqualTo(Pictures.edgesByDefinition(picture));
        }
    }

    @Test
    void aFlatPictureHasNoEdges() {
        assertThat(edges(new Picture(20, 10, new byte[600]))).containsOnly(0);
    }

    @Test
    void aStepIsAnEdge() {
        byte[] bgr = new byte[3 * 20 * 10];
        for (int y = 0; y < 10; y++) {
            Arrays.fill(bgr, 3 * (20 * y + 10), 3 * 20 * (y + 1), (byte) 255);
        }

        byte[] edges = edges(new Picture(20, 10, bgr));

        assertThat(edges[5 * 20 + 2]).isZero();
        assertThat(edges[5 * 20 + 10] & 255).isEqualTo(255);
        assertThat(edges[5 * 20 + 17]).isZero();
    }

    private byte[] edges(Picture picture) {
        EdgeJob job = EdgeJob.of(picture);
        sequential.compute(job);
        return job.edges();
    }
}
