package io.headrace.cli.bench;

import io.headrace.memory.Words;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.signal.WaitHint;

/** A wait for a signal. */
final class SignalWay implements Wakes.Way {

    private final Signal signal;
    private final WaitHint hint;
    private final Store store;

    private interface Store {

        void store(long value);
    }

    private SignalWay(Signal signal, WaitHint hint, Store store) {
        this.signal = signal;
        this.hint = hint;
        this.store = store;
    }

    /** Stores through the library. */
    static SignalWay stored(Signal signal, WaitHint hint) {
        return new SignalWay(signal, hint, signal::storeRelease);
    }

    /** Stores at the slot's address, as a device or another process does. */
    static SignalWay storedByOthers(Signal signal, WaitHint hint) {
        long word = signal.nativeAddress() + Long.BYTES;
        return new SignalWay(signal, hint, value -> Words.setLongVolatile(word, value));
    }

    @Override
    public void store(long value) {
        store.store(value);
    }

    @Override
    public void await(long value) throws InterruptedException {
        signal.await(Condition.GTE, value, Long.MAX_VALUE, hint);
    }
}
