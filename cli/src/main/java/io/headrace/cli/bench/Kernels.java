package io.headrace.cli.bench;

import io.headrace.F32;
import io.headrace.Stream;
import io.headrace.kernel.Kernel1D;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/**
 * Kernels that exist as often as one likes: each copy of the class that has them is another class with other lambdas, whose
 * kernels share nothing with those of the rest but the library.
 */
interface Kernels {

    /** How many kinds {@link #launch} knows. */
    int KINDS = 10;

    /** {@code y = a * x + y}. */
    Kernel1D saxpy(float a, F32 x, F32 y);

    /** Launches a kernel of some kind, over all of the views. */
    void launch(int kind, Stream stream, F32 x, F32 y);

    /** A new copy. */
    static Kernels copy() {
        try (InputStream in = KernelsTemplate.class.getResourceAsStream("KernelsTemplate.class")) {
            if (in == null) {
                throw new IOException("no class file: class=" + KernelsTemplate.class.getName());
            }
            MethodHandles.Lookup copy = MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), true);
            return (Kernels) copy.lookupClass().getDeclaredConstructor().newInstance();
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("the bench's kernels could not be copied", e);
        }
    }
}
