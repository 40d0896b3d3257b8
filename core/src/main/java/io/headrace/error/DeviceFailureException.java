package io.headrace.error;

/**
 * A device, or the native library that drives it, reported a failure.
 *
 * <p>Thrown by the call that met it or by waits for the operation that failed. If the failure is {@linkplain #sticky()
 * sticky}, every later use of the device fails too: use another device, or start a new process. Otherwise the device can
 * be used further.
 */
public class DeviceFailureException extends HeadraceException {

    private final String operation;
    private final String device;
    private final int code;
    private final String codeName;
    private final boolean sticky;

    /**
     * A failure that a device reported.
     *
     * @param operation what was being done, for instance {@code launch} or {@code create queue 2}
     * @param device the device's id, for instance {@code cuda:0}
     * @param code the native error code
     * @param codeName the native name of that code
     * @param sticky whether the device is lost for this process
     */
    public DeviceFailureException(String operation, String device, int code, String codeName, boolean sticky) {
        super(message(operation, device, code, codeName, sticky));
        this.operation = operation;
        this.device = device;
        this.code = code;
        this.codeName = codeName;
        this.sticky = sticky;
    }

    /** The same, where another exception caused it. */
    public DeviceFailureException(
            String operation, String device, int code, String codeName, boolean sticky, Throwable cause) {
        super(message(operation, device, code, codeName, sticky), cause);
        this.operation = operation;
        this.device = device;
        this.code = code;
        this.codeName = codeName;
        this.sticky = sticky;
    }

    private static String message(String operation, String device, int code, String codeName, boolean sticky) {
        return "a device failed: operation=" + operation + " device=" + device + " code=" + code + " codeName="
                + codeName + " sticky=" + sticky
                + (sticky ? "; this process cannot use the device any more, use another one or start again" : "");
    }

    /** What was being done. */
    public String operation() {
        return operation;
    }

    /** The id of the device that failed, for instance {@code cuda:0}. */
    public String device() {
        return device;
    }

    /** The native error code. */
    public int code() {
        return code;
    }

    /** The native name of the error code, for instance {@code CUDA_ERROR_ILLEGAL_ADDRESS}. */
    public String codeName() {
        return codeName;
    }

    /** {@code true} if the device is lost for this process. */
    public boolean sticky() {
        return sticky;
    }

    @Override
    protected HeadraceException copy(Throwable cause) {
        return new DeviceFailureException(operation, device, code, codeName, sticky, cause);
    }
}
