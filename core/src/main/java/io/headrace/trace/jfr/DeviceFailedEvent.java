package io.headrace.trace.jfr;

import io.headrace.error.DeviceFailureException;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/** An operation failed because of its device. */
@Name("headrace.DeviceFailed")
@Label("Device Failed")
@Description("An operation failed because of its device")
@Category("Headrace")
@SuppressWarnings("UnusedVariable") // Flight Recorder reads the fields
public final class DeviceFailedEvent extends Event {

    @Label("Device")
    private @Nullable String device;

    @Label("Operation")
    private @Nullable String operation;

    @Label("Code")
    private int code;

    @Label("Name of the Code")
    private @Nullable String codeName;

    @Label("Sticky")
    @Description("Whether the device is lost for this process; told once a device")
    private boolean sticky;

    private DeviceFailedEvent() {}

    /** It has happened. */
    public static void commit(String deviceId, DeviceFailureException failure) {
        DeviceFailedEvent event = new DeviceFailedEvent();
        if (event.isEnabled()) {
            event.device = deviceId;
            event.operation = failure.operation();
            event.code = failure.code();
            event.codeName = failure.codeName();
            event.sticky = failure.sticky();
            event.commit();
        }
    }
}
