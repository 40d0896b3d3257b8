package io.headrace.cli.bench;

/**
 * One number of a bench.
 *
 * @param key its name; ends in its unit
 * @param unit the unit in words
 * @param meaning what is measured, in half a sentence
 * @param optional whether there are machines that lack what it takes; it is left out there
 */
record Figure(String key, String unit, String meaning, boolean optional) {

    /** A number that every machine gives. */
    Figure(String key, String unit, String meaning) {
        this(key, unit, meaning, false);
    }

    /** A number that some machines give. */
    static Figure optional(String key, String unit, String meaning) {
        return new Figure(key, unit, meaning, true);
    }
}
