package io.headrace.cli;

/** A command cannot go on, for a reason that its user can do something about. The message is all that is shown. */
public final class CommandFailure extends RuntimeException {

    /** Says what was asked, what stands against it, and what to do. */
    public CommandFailure(String message) {
        super(message);
    }
}
