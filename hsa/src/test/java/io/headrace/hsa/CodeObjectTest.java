package io.headrace.hsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Kernel;
import io.headrace.Program;
import io.headrace.Stream;
import io.headrace.hsa.CodeObjectWriter.Parameter;
import io.headrace.hsa.KernelParameter.Kind;
import io.headrace.kernel.Range;
import io.headrace.kernel.Source;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CodeObjectTest {

    private static final byte[] GOOD = new CodeObjectWriter()
            .empty("empty")
            .empty(
                    "sum",
                    Parameter.value(4),
                    Parameter.pointer(),
                    new Parameter("hidden_block_count_x", 4, 4),
                    new Parameter("dynamic_shared_pointer", 4, 4))
            .bytes();

    @Test
    void kernelsAreDescribedWithTheirParameters() {
        CodeObject read = CodeObject.read(GOOD);
        assertThat(read.kernels()).extracting(KernelDescription::name).containsExactly("empty", "sum");
        KernelDescription sum = read.kernels().getLast();
        assertThat(sum.symbol()).isEqualTo("sum.kd");
        assertThat(sum.argumentBytes()).isEqualTo(24);
        assertThat(sum.mostGroupItems()).isEqualTo(1_024);
        assertThat(sum.onlyGroup()).isEmpty();
        assertThat(sum.parameters())
                .containsExactly(
                        new KernelParameter(0, 4, Kind.GIVEN),
                        new KernelParameter(8, 8, Kind.GIVEN),
                        new KernelParameter(16, 4, Kind.BLOCK_COUNT_X),
                        new KernelParameter(20, 4, Kind.GROUP_MEMORY));
    }

    @Test
    void whatACompilerMakesIsDescribedWithWhatItAdds() throws IOException {
        byte[] compiled;
        try (InputStream in =
                Objects.requireNonNull(CodeObjectTest.class.getResourceAsStream("compiled-gfx900.hsaco"))) {
            compiled = in.readAllBytes();
        }
        CodeObject read = CodeObject.read(compiled);
        assertThat(read.kernels())
                .containsExactly(
                        new KernelDescription(
                                "sum",
                                "sum.kd",
                                List.of(
                                        new KernelParameter(0, 4, Kind.GIVEN),
                                        new KernelParameter(8, 8, Kind.GIVEN),
                                        new KernelParameter(16, 4, Kind.GROUP_MEMORY),
                                        new KernelParameter(24, 16, Kind.GIVEN),
                                        new KernelParameter(40, 8, Kind.GIVEN)),
                                48,
                                256,
                                List.of()),
                        new KernelDescription(
                                "fixed",
                                "fixed.kd",
                                List.of(
                                        new KernelParameter(0, 8, Kind.GIVEN),
                                        new KernelParameter(8, 8, Kind.GLOBAL_OFFSET),
                                        new KernelParameter(16, 8, Kind.GLOBAL_OFFSET),
                                        new KernelParameter(24, 8, Kind.GLOBAL_OFFSET),
                                        new KernelParameter(32, 8, Kind.NO_SERVICE),
                                        new KernelParameter(40, 8, Kind.NO_SERVICE),
                                        new KernelParameter(48, 8, Kind.NO_SERVICE),
                                        new KernelParameter(56, 8, Kind.NO_SERVICE)),
                                64,
                                128,
                                List.of(64, 2, 1)));
        Hsa.require();
        try (HsaRuntime hsa = new HsaRuntime();
                Program program = hsa.device().compile(Source.hsaCodeObject(compiled));
                Buffer buffer = hsa.device().buffer(8);
                Stream stream = hsa.device().stream()) {
            assertThatThrownBy(() -> program.kernel("none")).hasMessageContainingAll("fixed", "sum");
            Kernel fixed = program.kernel("fixed");
            assertThatThrownBy(() -> stream.launch(fixed, Range.of(64).group(64), buffer))
                    .hasMessageContaining("wanted=[64, 2, 1]");
            Kernel sum = program.kernel("sum");
            assertThatThrownBy(() -> stream.launch(sum, Range.of(1), 1, buffer, new byte[16], buffer))
                    .hasMessageContaining("withSharedMemory");
        }
    }

    @Test
    void whatIsNoCodeObjectIsRefusedWithTheReason() {
        byte[] otherMachine = GOOD.clone();
        otherMachine[18] = 62;
        assertThatThrownBy(() -> CodeObject.read(otherMachine)).hasMessageContainingAll("machine=62", "wanted=224");
        assertThatThrownBy(() -> CodeObject.read(new byte[1])).hasMessageContaining("no ELF file");
        assertThatThrownBy(() -> CodeObject.read(new byte[1_000])).hasMessageContaining("no ELF file");
        byte[] bundle = "__CLANG_OFFLOAD_BUNDLE__ and so on".getBytes(StandardCharsets.US_ASCII);
        assertThatThrownBy(() -> CodeObject.read(bundle)).hasMessageContaining("clang-offload-bundler");
        byte[] withoutNotes = GOOD.clone();
        withoutNotes[64 + 56] = 1;
        assertThatThrownBy(() -> CodeObject.read(withoutNotes)).hasMessageContaining("version 3");
    }

    @Test
    void aDamagedFileIsReadOrRefused() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            byte[] damaged = GOOD.clone();
            for (int i = 0; i < 4; i++) {
                damaged[random.nextInt(600)] = (byte) random.nextInt();
            }
            try {
                CodeObject.read(damaged);
            } catch (IllegalArgumentException refused) {
                assertThat(refused.getMessage()).as("seed=" + seed).isNotBlank();
            }
        }
    }
}
