package io.headrace.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A program that a device can run, made by {@link DriverDevice#compile}. All methods may be called from any thread. */
public interface NativeProgram {

    /** A kernel; {@code null} if the program has none of that name. */
    @Nullable
    NativeKernel kernel(String name);

    /** The names of its kernels; empty if the driver cannot tell. */
    default List<String> kernelNames() {
        return List.of();
    }

    /**
     * Unloads it. Called once, when no launch of its kernels is in flight or can be enqueued any more; on a thread that may
     * block for a while.
     */
    void close();
}
