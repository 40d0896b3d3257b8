package io.headrace.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.cuda.standin.StandIn;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CopiesTest {

    @Test
    void whatGoesUpComesDownAgain() throws InterruptedException {
        StandIn standIn = StandIn.get();
        try (Headrace headrace = Headrace.open(HeadraceOptions.defaults()
                .drivers(new CudaDriver(standIn.cuda().toString(), standIn.nvrtc().toString())))) {
            Device device = headrace.device();
            int[] back = new int[4];
            try (I32 x = device.i32(4);
                    Stream stream = device.stream()) {
                stream.copy(new int[] {1, 2, 3, 4}, x).copy(x, back);
                assertThat(stream.await(Duration.ofSeconds(10))).isTrue();
            }
            assertThat(back).containsExactly(1, 2, 3, 4);
        }
    }
}
