package io.headrace.config;

/** What the values of a knob look like. */
sealed interface ValueKind permits WholeNumber, Flag, DeviceName, NumberList, FileName {

    /** The allowed values in words, for messages and tables. */
    String range();

    /**
     * The one way to write this value, so that equal values are equal texts.
     *
     * @throws IllegalArgumentException if the value cannot be used; the message completes "cannot be used: ..."
     */
    String canonical(String text);
}
