package io.headrace.spi;

import java.util.List;

/** One device family. Implementations have a public constructor without parameters and do nothing in it. */
public interface Driver {

    /** The name in {@code HEADRACE_DEVICE} and in listings: short, lower case, for example {@code host}. */
    String name();

    /**
     * Whether this machine has what the driver needs. Opens no device, never throws, and may be called at any time.
     *
     * @return usable, or the reason why not, in words that tell the user what to do
     */
    Usability usability();

    /**
     * Whether devices of this family are used where nobody names a device only if no other driver has one, the embedded device
     * included: since they may be the processor, or devices that have a driver of their own. By default not.
     */
    default boolean comesLast() {
        return false;
    }

    /**
     * Opens the devices of this family. Called at most once per life of the runtime, and only if the driver is usable.
     *
     * @param environment what the runtime lends the driver
     * @return the devices in the family's own stable order; may be empty
     */
    List<DriverDevice> open(DriverEnvironment environment);

    /**
     * Whether a driver can be used here.
     *
     * @param usable whether {@link Driver#open} may be called
     * @param reason what is there, or why the driver cannot be used
     */
    record Usability(boolean usable, String reason) {}
}
