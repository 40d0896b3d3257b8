package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.signal.Signal;

/** Sets a signal at its place in a stream. The signal was retained for it. */
final class SignalSetting extends Tail {

    private final Signal signal;
    private final long value;

    SignalSetting(Timeline timeline, long target, Signal signal, long value) {
        super(timeline, target);
        this.signal = signal;
        this.value = value;
    }

    @Override
    void passed() {
        signal.storeRetained(value);
        signal.release();
    }

    @Override
    void failed(HeadraceException cause) {
        signal.release();
    }
}
