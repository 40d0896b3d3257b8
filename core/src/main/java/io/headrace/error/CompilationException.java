package io.headrace.error;

import java.util.List;

/** A program's source could not be compiled or loaded. The log tells why, in the words of what compiled it. */
public class CompilationException extends HeadraceException {

    private final String source;
    private final String device;
    private final List<String> options;
    private final String log;

    /**
     * A source that was refused.
     *
     * @param source the source's name
     * @param device for which device, for instance {@code cuda:0}
     * @param options what the compiler was given, all of it
     * @param log what the compiler said; may be empty
     */
    public CompilationException(String source, String device, List<String> options, String log) {
        super(message(source, device, options, log));
        this.source = source;
        this.device = device;
        this.options = List.copyOf(options);
        this.log = log;
    }

    /** The same, where another exception caused it. */
    public CompilationException(String source, String device, List<String> options, String log, Throwable cause) {
        super(message(source, device, options, log), cause);
        this.source = source;
        this.device = device;
        this.options = List.copyOf(options);
        this.log = log;
    }

    private static String message(String source, String device, List<String> options, String log) {
        String told = log.isBlank() ? "; the compiler left no log" : ":\n" + log.strip();
        return "a program could not be compiled: source=" + source + " device=" + device + " options=" + options + told;
    }

    /** The name of the source. */
    public String source() {
        return source;
    }

    /** The id of the device that it was compiled for. */
    public String device() {
        return device;
    }

    /** What the compiler was given. */
    public List<String> options() {
        return options;
    }

    /** What the compiler said. */
    public String log() {
        return log;
    }

    @Override
    protected HeadraceException copy(Throwable cause) {
        return new CompilationException(source, device, options, log, cause);
    }
}
