package io.headrace.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Kernel1D;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

class KernelLoopsTest {

    @Test
    void eachKernelClassHasALoopOfItsOwn() {
        Kernel1D one = ignored -> {};
        Kernel1D two = ignored -> {};
        assertThat(HostKernel.of(one).loop().getClass())
                .isNotEqualTo(HostKernel.of(two).loop().getClass());
        assertThat(HostKernel.of(one).loop().getClass().isHidden()).isTrue();
    }

    @Test
    void kernelsOfOneClassShareTheirLoopWhateverTheyCaptured() {
        assertThat(HostKernel.of(adding(1))).isSameAs(HostKernel.of(adding(2)));
    }

    @Test
    void aLoopGoesWithTheClassLoaderOfItsKernel() throws Exception {
        WeakReference<Class<?>> loop = loopOfAKernelThatIsForgotten();
        Eventually.await("loop is unloaded", () -> {
            System.gc();
            return loop.get() == null;
        });
    }

    private static WeakReference<Class<?>> loopOfAKernelThatIsForgotten() throws ReflectiveOperationException {
        Class<?> type = new OtherLoader().loadClass(ForgottenKernel.class.getName());
        assertThat(type).isNotSameAs(ForgottenKernel.class);
        JavaKernel kernel = (JavaKernel) type.getDeclaredConstructor().newInstance();
        KernelLoop loop = HostKernel.of(kernel).loop();
        loop.run(kernel, new Grid(100_000, 1, 1), 0, 100_000);
        return new WeakReference<>(loop.getClass());
    }

    private static Kernel1D adding(long n) {
        return x -> Math.addExact(x, n);
    }

    /** Loaded by a loader of its own, as a plug-in's kernels would be. */
    public static final class ForgottenKernel implements Kernel1D {
        private static long sum;

        /** Made by reflection. */
        public ForgottenKernel() {}

        @Override
        public void run(long x) {
            sum += x;
        }
    }

    private static final class OtherLoader extends ClassLoader {
        OtherLoader() {
            super(KernelLoopsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(ForgottenKernel.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
