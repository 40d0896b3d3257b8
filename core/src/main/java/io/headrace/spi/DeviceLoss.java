package io.headrace.spi;

import io.headrace.error.DeviceFailureException;
import io.headrace.error.HeadraceException;
import java.lang.System.Logger.Level;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Whether a device is lost, and by which failure; that stays so. For drivers; safe for use from any thread.
 */
public final class DeviceLoss {

    private final System.Logger log;
    private final String message;
    private final CopyOnWriteArrayList<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable DeviceFailureException cause;

    /**
     * A device that is not lost.
     *
     * @param log where it is told
     * @param message what is told then
     */
    public DeviceLoss(System.Logger log, String message) {
        this.log = log;
        this.message = message;
    }

    /** Why the device is lost; {@code null} if it is not. */
    public @Nullable DeviceFailureException cause() {
        return cause;
    }

    /** Throws why the device is lost, if it is. */
    public void throwIfLost() {
        DeviceFailureException known = cause;
        if (known != null) {
            throw known;
        }
    }

    /** The device is lost. Only the first call has an effect. */
    public void lost(DeviceFailureException failure) {
        synchronized (listeners) {
            if (cause != null) {
                return;
            }
            cause = failure;
        }
        log.log(Level.ERROR, message, failure);
        listeners.forEach(Runnable::run);
    }

    /**
     * What a call has failed with; the device is lost if that {@linkplain DeviceFailureException#sticky stays so}.
     *
     * @return the exception to throw: why the device was lost before, if it was
     */
    public HeadraceException failed(HeadraceException failure) {
        DeviceFailureException known = cause;
        if (known != null) {
            return known;
        }
        if (failure instanceof DeviceFailureException sticky && sticky.sticky()) {
            lost(sticky);
        }
        return failure;
    }

    /** Has something run when the device is lost, on whichever thread sees that. It must look at {@link #cause} itself afterwards. */
    public void addListener(Runnable listener) {
        listeners.add(listener);
    }

    /** Takes a listener back. */
    public void removeListener(Runnable listener) {
        listeners.remove(listener);
    }
}
