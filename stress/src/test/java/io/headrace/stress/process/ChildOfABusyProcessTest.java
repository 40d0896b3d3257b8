package io.headrace.stress.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.kernel.Range;
import io.headrace.stress.Crew;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Processes have nothing of each other's. */
class ChildOfABusyProcessTest {

    @Test
    void aChildUsesItsOwnRuntimeWhileTheParentsStreamsAreBusy() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        try (Headrace headrace = Headrace.open(HeadraceOptions.defaults().with(Knob.NUM_QUEUES, 16))) {
            BusyDevice busy = BusyDevice.start(headrace);
            try (Child child = Child.start(List.of(), SumProgram.class);
                    Child exiting = Child.start(List.of(), ExitProgram.class, "MAIN_THREAD", "9")) {
                assertThat(child.line()).isEqualTo("sum=332833500");
                assertThat(child.exitCode(Child.LIMIT)).isZero();
                assertThat(exiting.line()).isEqualTo("leaving");
                assertThat(exiting.exitCode(Child.LIMIT)).isEqualTo(9);
                assertThat(child.rest() + child.err() + exiting.rest() + exiting.err())
                        .isEmpty();
            } finally {
                busy.stop();
            }
            try (Stream stream = headrace.device().stream()) {
                stream.launch(Range.of(1), i -> ran.incrementAndGet());
                assertThat(stream.await(Crew.LIMIT)).isTrue();
            }
        }
        assertThat(ran).hasValue(1);
    }
}
