package io.headrace.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SourceTest {

    @Test
    void aSourceKeepsWhatItWasMadeOf() {
        Source source = Source.cudaC("kernel").withName("k.cu").withOptions("-G", "--fmad=false");
        assertThat(source.kind()).isEqualTo(Source.Kind.CUDA_C);
        assertThat(source.name()).isEqualTo("k.cu");
        assertThat(source.options()).containsExactly("-G", "--fmad=false");
        assertThat(source.text()).isEqualTo("kernel");
        assertThat(source.bytes()).isEqualTo("kernel".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whoeverChangesTheirBytesDoesNotChangeTheSource() {
        byte[] bytes = {1, 2, 3};
        Source source = Source.cubin(bytes);
        bytes[0] = 9;
        source.bytes()[1] = 9;
        assertThat(source.bytes()).containsExactly(1, 2, 3);
    }

    @Test
    void theHashTellsSourcesApartByAllThatMatters() {
        Source source = Source.cudaC("kernel");
        assertThat(source.hash()).hasSize(64).isEqualTo(Source.cudaC("kernel").hash());
        assertThat(source).isEqualTo(Source.cudaC("kernel")).hasSameHashCodeAs(Source.cudaC("kernel"));
        assertThat(source.hash())
                .isNotEqualTo(Source.openclC("kernel").hash())
                .isNotEqualTo(Source.cudaC("kernel2").hash())
                .isNotEqualTo(source.withName("other").hash())
                .isNotEqualTo(source.withOptions("-G").hash());
        assertThat(source.withOptions("-a", "-b").hash())
                .isNotEqualTo(source.withOptions("-a-b").hash())
                .isNotEqualTo(source.withOptions("-b", "-a").hash());
        assertThat(source.withName("a").withOptions("b").hash())
                .isNotEqualTo(source.withName("ab").hash());
    }

    @Test
    void theHashStaysTheSameFromOneVersionToTheNext() {
        assertThat(Source.cudaC("kernel").hash())
                .isEqualTo("82e38fa1561ebf0818ef4a7ab7f8c189ec530ba660af811ff2f740a6d97497d4");
    }

    @Test
    void ptxFromAFileMayEndWithAZero() {
        byte[] file = ".version 9.0\0\0".getBytes(StandardCharsets.UTF_8);
        assertThat(Source.ptx(file)).isEqualTo(Source.ptx(".version 9.0"));
    }

    @Test
    void whatIsNoProgramIsRefused() {
        assertThatThrownBy(() -> Source.cudaC(" ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Source.openclC("a\0b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Source.ptx(new byte[2])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Source.spirV(new byte[0])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Source.cudaC("x").withName("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Source.cudaC("x").withOptions("a", "")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aKindThatNothingCompilesTakesNoOptions() {
        assertThatThrownBy(() -> Source.cubin(new byte[1]).withOptions("-G"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("CUBIN")
                .hasMessageContaining("-G");
        assertThat(Source.cubin(new byte[1]).withOptions().options()).isEmpty();
    }

    @Test
    void aBinaryHasNoText() {
        assertThatThrownBy(Source.hsaCodeObject(new byte[1])::text).isInstanceOf(IllegalStateException.class);
    }
}
