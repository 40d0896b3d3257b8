package io.headrace.hsa;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.I32;
import io.headrace.Program;
import io.headrace.Stream;
import io.headrace.hsa.CodeObjectWriter.Parameter;
import io.headrace.kernel.Range;
import io.headrace.kernel.Source;
import org.junit.jupiter.api.Test;

class ExitTest {

    private static final int CODE = 7;
    private static final int ROUNDS = 5;

    /** Ends while kernels and copies are with the GPU. */
    static final class BusyProgram {

        private BusyProgram() {}

        public static void main(String[] arguments) throws InterruptedException {
            StandIn standIn = StandIn.get();
            Source source = Source.hsaCodeObject(new CodeObjectWriter()
                    .kernel("spin_ns", standIn.function("kernel_spin_ns"), Parameter.value(8))
                    .bytes());
            HsaRuntime hsa = new HsaRuntime();
            Program program = hsa.device().compile(source);
            for (int i = 0; i < 8; i++) {
                Stream stream = hsa.device().stream();
                I32 x = hsa.device().i32(1 << 20);
                I32 y = hsa.device().i32(1 << 20);
                for (int round = 0; round < 20; round++) {
                    stream.fill(x, round)
                            .launch(program.kernel("spin_ns"), Range.of(1), 1_000_000L * i)
                            .copy(x, y)
                            .copy(y, new int[1 << 20]);
                }
            }
            Thread.sleep(20);
            System.exit(CODE);
        }
    }

    @Test
    void aProcessEndsWithItsCodeWhateverTheGpuIsDoing() throws Exception {
        Hsa.require();
        for (int round = 0; round < ROUNDS; round++) {
            ChildProcess child = ChildProcess.run(
                    BusyProgram.class,
                    "-D" + StandIn.BUILT + "=" + StandIn.get().library());
            assertThat(child.code()).as("round=" + round + " " + child.output()).isEqualTo(CODE);
        }
    }
}
