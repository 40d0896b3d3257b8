package io.headrace;

import io.headrace.error.ClosedException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** What others keep for a device: one object of each kind. Safe for use from any thread; holds no lock while making one. */
final class Companions {

    private final ConcurrentMap<Class<?>, Object> all = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** The object of a kind; made if there is none. Of two threads that make one at once both get the same. */
    <T> T get(Class<T> kind, Device device, Function<? super Device, ? extends T> make) {
        Object known = all.get(kind);
        if (known == null) {
            T made = make.apply(device);
            Object other = all.putIfAbsent(kind, made);
            known = other == null ? made : other;
        }
        // After it was put: either this sees that the end has come, or the end sees the object.
        if (closed) {
            throw new ClosedException(
                    "the runtime was closed with its last handle; open it again with Headrace.open()");
        }
        return kind.cast(known);
    }

    /** Closes those that can be closed; tries all. There will be no others. */
    void close(Consumer<Throwable> failures) {
        closed = true;
        for (Object companion : all.values()) {
            if (companion instanceof AutoCloseable closeable) {
                try {
                    closeable.close();
                } catch (Exception | Error e) {
                    failures.accept(e);
                }
            }
        }
    }
}
