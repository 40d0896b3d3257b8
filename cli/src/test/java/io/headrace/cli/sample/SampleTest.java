package io.headrace.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SampleTest {

    /** If a sum changes, so did the picture that all machines draw: look at it before writing the new sum down. */
    @ParameterizedTest
    @CsvSource({"DAWN, 2520530479", "NOON, 1396628242", "DUSK, 3141270765", "NIGHT, 406252991"})
    void everyMachineDrawsTheSamePicture(Sample sample, long sum) {
        CRC32 crc = new CRC32();
        crc.update(sample.draw(400, 300));

        assertThat(crc.getValue()).isEqualTo(sum);
    }

    @ParameterizedTest
    @EnumSource
    void anySizeCanBeDrawn(Sample sample) {
        assertThat(sample.draw(1, 1)).hasSize(3);
        assertThat(sample.draw(1, 7)).hasSize(21);
        assertThat(sample.draw(200, 2)).hasSize(1200);
    }

    @Test
    void theTimesOfDayDiffer() {
        assertThat(Arrays.stream(Sample.values()).map(sample -> Arrays.hashCode(sample.draw(40, 30))))
                .doesNotHaveDuplicates();
    }
}
