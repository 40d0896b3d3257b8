package io.headrace.trace.tape;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.kernel.Kernel1D;
import org.junit.jupiter.api.Test;

class KernelNamesTest {

    private final KernelNames names = new KernelNames();

    /** A kernel with a name. */
    private static final class Blur implements Kernel1D {
        @Override
        public void run(long index) {}
    }

    @Test
    void aClassIsCalledAsInItsSource() {
        assertThat(names.of(KernelNamesTest.class)).isEqualTo("KernelNamesTest");
        assertThat(names.of(Blur.class)).isEqualTo("KernelNamesTest.Blur");
    }

    @Test
    void lambdasAreNumberedWhereTheyStandAndKeepTheirNumbers() {
        Kernel1D first = i -> {};
        Kernel1D second = i -> Thread.onSpinWait();
        assertThat(names.of(second.getClass())).isEqualTo("KernelNamesTest.lambda1");
        assertThat(names.of(first.getClass())).isEqualTo("KernelNamesTest.lambda2");
        assertThat(names.of(second.getClass())).isEqualTo("KernelNamesTest.lambda1");
    }

    @Test
    void anAnonymousClassHasTheNumberThatTheCompilerGaveIt() {
        Kernel1D kernel = new Kernel1D() {
            @Override
            public void run(long index) {}
        };
        assertThat(names.of(kernel.getClass())).isEqualTo("KernelNamesTest.1");
    }
}
