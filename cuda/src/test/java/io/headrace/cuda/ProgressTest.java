package io.headrace.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.cuda.standin.StandIn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressTest {

    @AfterEach
    void putBack() {
        StandIn.get().configure("memory-operations", 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void whatWasReachedMayStillBeAskedFor(long memoryOperations) throws Exception {
        StandIn.get().calm();
        StandIn.get().configure("memory-operations", memoryOperations);
        CudaContext context =
                CudaContext.of(CudaLibrary.load(StandIn.get().cuda().toString()), 0);
        context.enter();
        QueueStream stream = new QueueStream(context, 0);
        try {
            Progress progress = stream.progress();
            assertThat(progress.mayBeBeyond(0)).isFalse();
            assertThat(progress.mark(5)).isEqualTo(CudaErrors.SUCCESS);
            Gpu.eventually("the mark is reached", () -> progress.reached() == 5);
            assertThat(progress.mayBeBeyond(4))
                    .as("who asked did not take all that was reached")
                    .isTrue();
            assertThat(progress.mayBeBeyond(5)).isFalse();
            assertThat(progress.reached()).isEqualTo(5);
        } finally {
            stream.close();
        }
    }
}
