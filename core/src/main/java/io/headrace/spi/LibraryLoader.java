package io.headrace.spi;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Loads a driver's library and starts it: once for each name, for the life of the process, since neither can be undone. What could not be loaded is
 * tried again by the next call. For drivers; safe for use from any thread.
 *
 * @param <T> what the driver makes of the library
 */
public final class LibraryLoader<T> {

    private final List<String> names;
    private final String missing;
    private final String remedy;
    private final Starter<T> starter;
    private final ConcurrentHashMap<String, T> loaded = new ConcurrentHashMap<>();

    /**
     * A loader that has loaded nothing.
     *
     * @param names the library's names where nobody names another one
     * @param missing what to say of a library that cannot be loaded, before the system's reason
     * @param remedy what to do then
     * @param starter what to do with the library that was loaded
     */
    public LibraryLoader(List<String> names, String missing, String remedy, Starter<T> starter) {
        this.names = names;
        this.missing = missing;
        this.remedy = remedy;
        this.starter = starter;
    }

    /** Starts a library. */
    @FunctionalInterface
    public interface Starter<T> {

        /** Gives what the driver needs. */
        T start(NativeLibrary library) throws UnusableException;
    }

    /** A library cannot be used here; the message says why, and what to do. */
    public static final class UnusableException extends Exception {

        private static final long serialVersionUID = 1;

        /** With what to say. */
        public UnusableException(String message) {
            super(message);
        }
    }

    /**
     * Loads the library, or gives what was loaded before.
     *
     * @param path which library; empty: the usual one
     */
    public T load(String path) throws UnusableException {
        T known = loaded.get(path);
        if (known == null) {
            synchronized (loaded) {
                known = loaded.get(path);
                if (known == null) {
                    known = starter.start(open(path));
                    loaded.put(path, known);
                }
            }
        }
        return known;
    }

    private NativeLibrary open(String path) throws UnusableException {
        try {
            return NativeLibrary.open(path.isEmpty() ? names : List.of(path));
        } catch (NativeLibrary.UnloadableException e) {
            throw new UnusableException(missing + ": " + e.getMessage() + "; " + remedy);
        }
    }
}
