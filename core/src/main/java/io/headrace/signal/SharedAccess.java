package io.headrace.signal;

import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Slots in a mapped file; see {@link CutFile}. */
final class SharedAccess extends SlotAccess {

    private final Path file;

    SharedAccess(Path file) {
        this.file = file;
    }

    @Override
    long load(long slot) {
        return reach(() -> super.load(slot));
    }

    @Override
    void store(long slot, long value) {
        run(() -> super.store(slot, value));
    }

    @Override
    long add(long slot, long delta) {
        return reach(() -> super.add(slot, delta));
    }

    @Override
    long and(long slot, long mask) {
        return reach(() -> super.and(slot, mask));
    }

    @Override
    long or(long slot, long mask) {
        return reach(() -> super.or(slot, mask));
    }

    @Override
    long xor(long slot, long mask) {
        return reach(() -> super.xor(slot, mask));
    }

    @Override
    long exchange(long slot, long value) {
        return reach(() -> super.exchange(slot, value));
    }

    /** Reads first: a read of memory that is gone is an error, while a comparison there may end the process. */
    @Override
    long compareAndSet(long slot, long expected, long value) {
        load(slot);
        return reach(() -> super.compareAndSet(slot, expected, value));
    }

    @Override
    TickPair dispatchTicks(long slot) {
        return times(() -> super.dispatchTicks(slot));
    }

    @Override
    TickPair copyTicks(long slot) {
        return times(() -> super.copyTicks(slot));
    }

    @Override
    void stampDispatch(long slot, long start, long end) {
        run(() -> super.stampDispatch(slot, start, end));
    }

    @Override
    void stampCopy(long slot, long start, long end) {
        run(() -> super.stampCopy(slot, start, end));
    }

    @Override
    void clearTimes(long slot) {
        run(() -> super.clearTimes(slot));
    }

    private TickPair times(Supplier<TickPair> access) {
        TickPair[] times = {new TickPair(0, 0)};
        run(() -> times[0] = access.get());
        return times[0];
    }

    private void run(Runnable access) {
        reach(() -> {
            access.run();
            return 0;
        });
    }

    private long reach(LongSupplier access) {
        return CutFile.reach(file, access);
    }
}
