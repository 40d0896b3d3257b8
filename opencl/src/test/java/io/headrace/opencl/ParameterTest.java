package io.headrace.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParameterTest {

    private static final int GLOBAL = 0x119B;
    private static final int LOCAL = 0x119C;
    private static final int CONSTANT = 0x119D;
    private static final int PRIVATE = 0x119E;

    @ParameterizedTest
    @CsvSource({
        "char, 1", "uchar, 1", "unsigned char, 1", "short, 2", "half, 2", "int, 4", "unsigned int, 4", "float, 4",
        "long, 8", "ulong, 8", "double, 8", "float2, 8", "int3, 16", "float4, 16", "uchar16, 16", "double8, 64",
        "struct Pair, 0", "Pair2, 0", "float5, 0"
    })
    void theSizeOfANumberIsKnownByItsTypesName(String type, int bytes) {
        assertThat(Parameter.of(0, PRIVATE, type)).isEqualTo(new Parameter(0, Parameter.Kind.VALUE, bytes, type));
    }

    @Test
    void pointersAreBuffersOrGroupsOwnMemory() {
        assertThat(Parameter.of(1, GLOBAL, "struct Pair*").kind()).isEqualTo(Parameter.Kind.BUFFER);
        assertThat(Parameter.of(1, GLOBAL, "float*").bytes()).isEqualTo(8);
        assertThat(Parameter.of(2, CONSTANT, "int*").kind()).isEqualTo(Parameter.Kind.BUFFER);
        assertThat(Parameter.of(3, LOCAL, "int*").kind()).isEqualTo(Parameter.Kind.LOCAL);
    }

    @Test
    void imagesAndSamplersAreNeither() {
        assertThat(Parameter.of(0, GLOBAL, "image2d_t").kind()).isEqualTo(Parameter.Kind.OTHER);
        assertThat(Parameter.of(0, PRIVATE, "sampler_t").kind()).isEqualTo(Parameter.Kind.OTHER);
    }
}
