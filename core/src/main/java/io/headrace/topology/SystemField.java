package io.headrace.topology;

/** What is known of the system as a whole, in the kernel's order. */
public enum SystemField implements Field {
    /** The maker of the firmware's tables, as text in a number. */
    PLATFORM_OEM,
    /** The platform, as text in a number. */
    PLATFORM_ID,
    /** The revision of the platform. */
    PLATFORM_REV
}
