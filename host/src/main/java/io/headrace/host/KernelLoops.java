package io.headrace.host;

import io.headrace.kernel.JavaKernel;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Makes copies of the loop templates.
 *
 * <p>A copy is a hidden class of the template's bytes: the same code, but with its own profile and its own compiled form. It
 * can be unloaded as soon as the kernel class it was made for is.
 */
final class KernelLoops {

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    /** By the number of dimensions, {@link JavaKernel#ANY_DIMENSIONS} included. */
    private static final Class<?>[] TEMPLATES = {HostGroup.class, Loop1D.class, Loop2D.class, Loop3D.class};

    private static final AtomicReferenceArray<byte[]> BYTES = new AtomicReferenceArray<>(TEMPLATES.length);

    private KernelLoops() {}

    /** A fresh copy of the loop for kernels of so many dimensions. */
    static KernelLoop copy(int dimensions) {
        try {
            MethodHandles.Lookup copy = LOOKUP.defineHiddenClass(bytes(dimensions), true);
            Object made = copy.lookupClass().getDeclaredConstructor().newInstance();
            return dimensions == JavaKernel.ANY_DIMENSIONS ? new GroupLoop((GroupPlace) made) : (KernelLoop) made;
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("the loop for kernels could not be made: dimensions=" + dimensions, e);
        }
    }

    private static byte[] bytes(int index) throws IOException {
        byte[] known = BYTES.get(index);
        if (known == null) {
            Class<?> template = TEMPLATES[index];
            try (InputStream in = template.getResourceAsStream(template.getSimpleName() + ".class")) {
                if (in == null) {
                    throw new IOException("no class file: class=" + template.getName());
                }
                known = in.readAllBytes();
            }
            BYTES.set(index, known);
        }
        return known;
    }
}
