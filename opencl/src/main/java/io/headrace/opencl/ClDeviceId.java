package io.headrace.opencl;

/**
 * A device as its platform shows it.
 *
 * @param ordinal its number among the devices of all platforms
 * @param handle OpenCL's own
 * @param platform its platform's
 * @param platformName its platform's name
 * @param name its name as its maker gives it
 * @param version the OpenCL that it knows, as 10 times the major and once the minor number
 */
record ClDeviceId(int ordinal, long handle, long platform, String platformName, String name, int version) {

    /** Its name in messages, for instance {@code opencl:0}. */
    String id() {
        return "opencl:" + ordinal;
    }

    /** A version as people write it. */
    static String text(int version) {
        return version / 10 + "." + version % 10;
    }

    /** The version in a text such as {@code OpenCL 1.2 and more}; 0 if it is none. */
    static int version(String text) {
        String prefix = "OpenCL ";
        if (!text.startsWith(prefix)) {
            return 0;
        }
        String[] numbers = text.substring(prefix.length()).split("[ .]", 3);
        try {
            return numbers.length < 2 ? 0 : 10 * Integer.parseInt(numbers[0]) + Integer.parseInt(numbers[1]);
        } catch (NumberFormatException odd) {
            return 0;
        }
    }
}
