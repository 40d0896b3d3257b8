package io.headrace.opencl;

import java.util.Map;

/**
 * A parameter of a kernel, by the kernel's own description.
 *
 * @param index its place among all parameters
 * @param kind what it takes
 * @param bytes the size of an argument; 0: not known
 * @param text how it is written, for messages
 */
record Parameter(int index, Kind kind, int bytes, String text) {

    /** What a parameter takes. */
    enum Kind {
        /** Memory of the device. */
        BUFFER,
        /** Memory that each group gets, whose size is not an argument but an option of the launch. */
        LOCAL,
        /** A value. */
        VALUE,
        /** An image, a sampler or the like. */
        OTHER
    }

    private static final int GLOBAL_ADDRESS = 0x119B;
    private static final int LOCAL_ADDRESS = 0x119C;
    private static final int CONSTANT_ADDRESS = 0x119D;
    private static final int POINTER_BYTES = 8;

    private static final Map<String, Integer> SIZES = Map.ofEntries(
            Map.entry("bool", 1),
            Map.entry("char", 1),
            Map.entry("uchar", 1),
            Map.entry("short", 2),
            Map.entry("ushort", 2),
            Map.entry("half", 2),
            Map.entry("int", 4),
            Map.entry("uint", 4),
            Map.entry("float", 4),
            Map.entry("long", 8),
            Map.entry("ulong", 8),
            Map.entry("double", 8));

    /**
     * A parameter.
     *
     * @param addressSpace what {@code CL_KERNEL_ARG_ADDRESS_QUALIFIER} tells
     * @param type what {@code CL_KERNEL_ARG_TYPE_NAME} tells
     */
    static Parameter of(int index, int addressSpace, String type) {
        boolean pointer = type.endsWith("*");
        if (addressSpace == LOCAL_ADDRESS) {
            return new Parameter(index, Kind.LOCAL, 0, "local " + type);
        }
        if (pointer && (addressSpace == GLOBAL_ADDRESS || addressSpace == CONSTANT_ADDRESS)) {
            return new Parameter(index, Kind.BUFFER, POINTER_BYTES, "global " + type);
        }
        boolean opaque = type.startsWith("image") || type.startsWith("sampler") || type.startsWith("pipe");
        return new Parameter(index, opaque ? Kind.OTHER : Kind.VALUE, valueBytes(type), type);
    }

    /** The size of a type of numbers; 0 if it is none. */
    static int valueBytes(String type) {
        String name = type.strip();
        if (name.startsWith("unsigned ")) {
            name = "u" + name.substring("unsigned ".length());
        }
        int end = name.length();
        while (end > 0 && Character.isDigit(name.charAt(end - 1))) {
            end--;
        }
        int one = SIZES.getOrDefault(name.substring(0, end), 0);
        return switch (name.substring(end)) {
            case "" -> one;
            case "2" -> 2 * one;
            case "3", "4" -> 4 * one;
            case "8" -> 8 * one;
            case "16" -> 16 * one;
            default -> 0;
        };
    }
}
