package io.headrace.cli.bench;

/**
 * One number of a bench.
 *
 * @param key its name; ends in its unit
 * @param unit the unit in words
 * @param meaning what is measured, in half a sentence
 */
record Figure(String key, String unit, String meaning) {}
