package io.headrace.cli.demo;

/** A file that cannot be used as a picture. The message says why, without the file's name. */
final class UnreadablePictureException extends Exception {

    private final String reason;

    UnreadablePictureException(String reason) {
        super(reason);
        this.reason = reason;
    }

    /** Why the file cannot be used. */
    String reason() {
        return reason;
    }
}
