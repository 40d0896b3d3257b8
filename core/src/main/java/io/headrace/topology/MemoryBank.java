package io.headrace.topology;

import java.util.OptionalLong;

/**
 * A memory bank of a node.
 *
 * @param values what is known of it
 * @param usedBytes bytes in use when it was read, of banks that tell it
 */
public record MemoryBank(Values<MemoryField> values, OptionalLong usedBytes) {}
