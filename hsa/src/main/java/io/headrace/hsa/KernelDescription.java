package io.headrace.hsa;

import java.util.List;

/**
 * What a code object says about a kernel.
 *
 * @param name its name
 * @param symbol the name of its descriptor among the symbols
 * @param parameters all of them, those of the caller in the caller's order
 * @param argumentBytes the memory of its arguments
 * @param mostGroupItems items that a group may have; 0: not told
 * @param onlyGroup items of a group in each dimension if it was compiled for such groups only; else empty
 */
record KernelDescription(
        String name,
        String symbol,
        List<KernelParameter> parameters,
        int argumentBytes,
        int mostGroupItems,
        List<Integer> onlyGroup) {

    KernelDescription {
        parameters = List.copyOf(parameters);
        onlyGroup = List.copyOf(onlyGroup);
    }
}
