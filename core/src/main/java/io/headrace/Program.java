package io.headrace;

import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.spi.NativeKernel;
import io.headrace.spi.NativeProgram;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Source kernels, compiled for one device by {@link Device#compile}. Lives until it is closed, or with the runtime.
 *
 * <p>Closing never waits: launches that were enqueued before still run, and the program is unloaded after them. Safe for use from
 * any thread.
 */
public final class Program implements AutoCloseable {

    private final Device device;
    private final NativeProgram code;
    private final String sources;
    private final ConcurrentHashMap<String, Kernel> kernels = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** One until the close, and one for each operation. */
    private final AtomicInteger uses = new AtomicInteger(1);

    private final Counted use = new Use();

    Program(Device device, NativeProgram code, String sources) {
        this.device = device;
        this.code = code;
        this.sources = sources;
    }

    /** The device that runs it. */
    public Device device() {
        return device;
    }

    /**
     * A kernel of this program; the same object for the same name.
     *
     * @throws IllegalArgumentException if there is none of that name
     * @throws ClosedException if the program was closed
     */
    public Kernel kernel(String name) {
        use.retain();
        try {
            Kernel known = kernels.get(name);
            return known == null ? find(name) : known;
        } finally {
            use.release();
        }
    }

    private Kernel find(String name) {
        NativeKernel kernel = code.kernel(name);
        if (kernel == null) {
            List<String> names = code.kernelNames();
            throw new IllegalArgumentException(
                    "the program has no such kernel: kernel=" + name + " program=" + sources + " device=" + device.id()
                            + (names.isEmpty()
                                    ? "; a kernel in C++ needs extern \"C\" to be found by its name"
                                    : " kernels=" + names.stream().sorted().toList()));
        }
        Kernel made = new Kernel(this, kernel);
        Kernel first = kernels.putIfAbsent(name, made);
        return first == null ? made : first;
    }

    /** Whether the program was closed. */
    public boolean isClosed() {
        return closed.get();
    }

    /** Closes the program. Returns at once; launches in flight run to their end. Closing again has no effect. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            use.release();
        }
    }

    @Override
    public String toString() {
        return "Program[" + sources + " device=" + device.id() + (isClosed() ? " closed]" : "]");
    }

    NativeProgram code() {
        return code;
    }

    /** What each operation that runs one of its kernels counts. */
    Counted use() {
        return use;
    }

    private final class Use implements Counted {

        @Override
        public void retain() {
            device.runtime().checkOpen();
            for (int seen = uses.get(); !closed.get() && seen > 0; seen = uses.get()) {
                if (uses.compareAndSet(seen, seen + 1)) {
                    return;
                }
            }
            throw closedException();
        }

        private HeadraceException closedException() {
            return new ClosedException("the program was closed: program=" + sources + " device=" + device.id()
                    + "; close it after the last launch was enqueued");
        }

        @Override
        public void release() {
            if (uses.decrementAndGet() == 0) {
                device.programs().unloadSoon(Program.this);
            }
        }
    }
}
