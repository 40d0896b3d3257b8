package io.headrace.cli.check;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;

/**
 * Keeps what tests print and what the library logs meanwhile, most of it about failures that tests make on purpose, until
 * somebody asks for it. The close puts everything back as it was.
 */
final class HeldOutput implements AutoCloseable {

    private final Logger library = Logger.getLogger("io.headrace");
    private final boolean logged = library.getUseParentHandlers();
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private final PrintStream during = new PrintStream(held, true, StandardCharsets.UTF_8);
    private final StreamHandler handler = new StreamHandler(during, new SimpleFormatter());

    HeldOutput() {
        handler.setLevel(Level.ALL);
        library.addHandler(handler);
        library.setUseParentHandlers(false);
        System.setOut(during);
        System.setErr(during);
    }

    /** What came since the last call. */
    String take() {
        handler.flush();
        synchronized (held) {
            String text = held.toString(StandardCharsets.UTF_8);
            held.reset();
            return text;
        }
    }

    @Override
    public void close() {
        System.setErr(err);
        System.setOut(out);
        library.setUseParentHandlers(logged);
        library.removeHandler(handler);
    }
}
