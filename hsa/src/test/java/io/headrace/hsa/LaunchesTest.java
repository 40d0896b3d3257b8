package io.headrace.hsa;

import static io.headrace.hsa.HsaRuntime.finish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.I64;
import io.headrace.Program;
import io.headrace.Stream;
import io.headrace.error.CompilationException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.hsa.CodeObjectWriter.Parameter;
import io.headrace.kernel.LaunchOptions;
import io.headrace.kernel.Range;
import io.headrace.kernel.Source;
import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import io.headrace.spi.NativeBlock;
import org.junit.jupiter.api.Test;

class LaunchesTest {

    private static Source tell() {
        Hsa.require();
        long function = StandIn.get().function("kernel_tell");
        return Source.hsaCodeObject(new CodeObjectWriter()
                .kernelWithGroupMemory("tell", function, 48, Parameter.pointer())
                .bytes());
    }

    @Test
    void aPacketHasWholeGroupsAndTheMemoryOfEach() throws InterruptedException {
        try (HsaRuntime hsa = new HsaRuntime();
                Program program = hsa.device().compile(tell());
                I64 told = hsa.device().i64(8);
                Stream stream = hsa.device().stream()) {
            long[] back = new long[8];
            stream.launch(program.kernel("tell"), Range.of(100, 30, 2).group(32, 4, 1), told);
            finish(stream.copy(told, back));
            assertThat(back).containsExactly(128, 32, 2, 32, 4, 1, 48, 3);
            stream.launch(program.kernel("tell"), Range.of(1_000), told);
            finish(stream.copy(told, back));
            assertThat(back).containsExactly(1_024, 1, 1, 256, 1, 1, 48, 1);
            stream.launch(
                    program.kernel("tell"),
                    Range.of(1_000).group(1_000),
                    LaunchOptions.defaults().withSharedMemory(100),
                    told);
            finish(stream.copy(told, back));
            assertThat(back).containsExactly(1_000, 1, 1, 1_000, 1, 1, 148, 1);
        }
    }

    @Test
    void aGroupGetsNoMoreMemoryThanThereIs() {
        try (HsaRuntime hsa = new HsaRuntime();
                Program program = hsa.device().compile(tell());
                I64 told = hsa.device().i64(8);
                Stream stream = hsa.device().stream()) {
            LaunchOptions most = LaunchOptions.defaults().withSharedMemory(65_536 - 48 + 1);
            assertThatThrownBy(() ->
                            stream.launch(program.kernel("tell"), Range.of(1).group(1), most, told))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("kernel=tell", "limit=" + (65_536 - 48));
        }
    }

    @Test
    void moreItemsThanOneDispatchHasAreRefused() {
        try (HsaRuntime hsa = new HsaRuntime();
                Program program = hsa.device().compile(tell());
                I64 told = hsa.device().i64(8);
                Stream stream = hsa.device().stream()) {
            for (long items : new long[] {1L << 32, (1L << 32) - 1, Long.MAX_VALUE}) {
                assertThatThrownBy(() -> stream.launch(program.kernel("tell"), Range.of(items), told))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContainingAll("kernel=tell", "range=", "in parts");
            }
        }
    }

    @Test
    void codeOfAnotherArchitectureIsNotTakenAndWhatIsNoCodeObjectIsAnError() {
        try (HsaRuntime hsa = new HsaRuntime()) {
            int gfx1030 = 0x36;
            Source other = Source.hsaCodeObject(
                    new CodeObjectWriter(gfx1030).empty("empty").bytes());
            assertThatThrownBy(() -> hsa.device().compile(other.withName("other.hsaco")))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContainingAll("other.hsaco", "gfx900", "HSA_STATUS_ERROR");
            hsa.device().compile(other, tell()).close();
            assertThatThrownBy(() -> hsa.device().compile(Source.hsaCodeObject(new byte[100])))
                    .isInstanceOf(CompilationException.class)
                    .hasMessageContaining("no ELF file");
        }
    }

    @Test
    void compilersOwnParametersAreFilledIn() {
        LaunchShape shape = new LaunchShape(2, 96, 20, 1, 32, 5, 1, 148);
        NativeMemory memory = NativeMemory.allocate(64, 64);
        try {
            long at = memory.address();
            try (NativeBlock zeros = new NativeBlock(64)) {
                memory.segment().copyFrom(zeros.segment());
            }
            new KernelParameter(0, 4, KernelParameter.Kind.BLOCK_COUNT_X).write(at, shape, 48, 7);
            new KernelParameter(4, 4, KernelParameter.Kind.BLOCK_COUNT_Y).write(at, shape, 48, 7);
            new KernelParameter(8, 2, KernelParameter.Kind.GROUP_SIZE_X).write(at, shape, 48, 7);
            new KernelParameter(10, 2, KernelParameter.Kind.GROUP_SIZE_Y).write(at, shape, 48, 7);
            new KernelParameter(12, 2, KernelParameter.Kind.REMAINDER).write(at, shape, 48, 7);
            new KernelParameter(14, 2, KernelParameter.Kind.GRID_DIMENSIONS).write(at, shape, 48, 7);
            new KernelParameter(16, 4, KernelParameter.Kind.DYNAMIC_LDS_SIZE).write(at, shape, 48, 7);
            new KernelParameter(20, 4, KernelParameter.Kind.GROUP_MEMORY).write(at, shape, 48, 7);
            new KernelParameter(24, 8, KernelParameter.Kind.QUEUE_POINTER).write(at, shape, 48, 7);
            assertThat(Words.getLongPlain(at)).isEqualTo(3 | 4L << 32);
            assertThat(Words.getLongPlain(at + 8)).isEqualTo(32 | 5L << 16 | 2L << 48);
            assertThat(Words.getLongPlain(at + 16)).isEqualTo(100 | 48L << 32);
            assertThat(Words.getLongPlain(at + 24)).isEqualTo(7);
        } finally {
            memory.free();
        }
    }
}
