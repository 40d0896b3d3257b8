package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.signal.Signal;
import org.jspecify.annotations.Nullable;

/** Sets a signal at its place in a stream. The signal was retained for it. */
final class SignalSetting extends Tail {

    private final Signal signal;
    private final long value;

    /** When the steps right before it ran; {@code null} if nobody asks. */
    private final @Nullable StepTimes times;

    SignalSetting(Timeline timeline, long target, Signal signal, long value, @Nullable StepTimes times) {
        super(timeline, target);
        this.times = times;
        this.signal = signal;
        this.value = value;
    }

    @Override
    void passed() {
        try {
            if (times != null) {
                times.stamp(signal);
            }
            signal.storeRetained(value);
        } finally {
            signal.release();
        }
    }

    @Override
    void failed(HeadraceException cause) {
        signal.release();
    }
}
