package io.headrace.topology;

import java.util.List;
import java.util.Optional;

/**
 * A cache of a node.
 *
 * @param values what is known of it
 * @param siblings a 1 for each processor that shares it and a 0 for each that does not, from
 *     {@link CacheField#PROCESSOR_ID_LOW} on; empty if unknown
 */
public record Cache(Values<CacheField> values, Optional<List<Integer>> siblings) {

    public Cache {
        siblings = siblings.map(List::copyOf);
        siblings.ifPresent(bits -> {
            if (bits.isEmpty() || bits.stream().anyMatch(bit -> bit != 0 && bit != 1)) {
                throw new IllegalArgumentException("siblings must be at least one 0 or 1: siblings=" + bits);
            }
        });
    }
}
