package io.headrace.topology;

import java.util.Locale;

/** One number that is known of a node, a link, a memory bank, a cache or the system. */
public sealed interface Field permits NodeField, LinkField, MemoryField, CacheField, SystemField {

    /** The constant's name. */
    String name();

    /** The field's name in the kernel's files, for instance {@code num_sdma_engines}. */
    default String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
