package io.headrace.signal;

import io.headrace.error.SharingException;
import java.nio.file.Path;

/**
 * Slots in a mapped file. Who cuts the file takes the memory away. The virtual machine reports that as an internal error,
 * most often by the access itself; what it is about is said here.
 */
final class SharedAccess extends SlotAccess {

    private final Path file;

    SharedAccess(Path file) {
        this.file = file;
    }

    @Override
    long load(long slot) {
        try {
            return super.load(slot);
        } catch (InternalError fault) {
            throw cut(fault);
        }
    }

    @Override
    void store(long slot, long value) {
        try {
            super.store(slot, value);
        } catch (InternalError fault) {
            throw cut(fault);
        }
    }

    @Override
    long add(long slot, long delta) {
        try {
            return super.add(slot, delta);
        } catch (InternalError fault) {
            throw cut(fault);
        }
    }

    @Override
    long and(long slot, long mask) {
        try {
            return super.and(slot, mask);
        } catch (InternalError fault) {
            throw cut(fault);
        }
    }

    @Override
    long or(long slot, long mask) {
        try {
            return super.or(slot, mask);
        } catch (InternalError fault) {
            throw cut(fault);
        }
    }

    @Override
    long xor(long slot, long mask) {
        try {
            return super.xor(slot, mask);
        } catch (InternalError fault) {
            throw cut(fault);
        }
    }

    @Override
    long exchange(long slot, long value) {
        try {
            return super.exchange(slot, value);
        } catch (InternalError fault) {
            throw cut(fault);
        }
    }

    @Override
    long compareAndSet(long slot, long expected, long value) {
        try {
            return super.compareAndSet(slot, expected, value);
        } catch (InternalError fault) {
            throw cut(fault);
        }
    }

    @Override
    TickPair dispatchTicks(long slot) {
        try {
            return super.dispatchTicks(slot);
        } catch (InternalError fault) {
            throw cut(fault);
        }
    }

    @Override
    TickPair copyTicks(long slot) {
        try {
            return super.copyTicks(slot);
        } catch (InternalError fault) {
            throw cut(fault);
        }
    }

    @Override
    void stampDispatch(long slot, long start, long end) {
        try {
            super.stampDispatch(slot, start, end);
        } catch (InternalError fault) {
            throw cut(fault);
        }
    }

    @Override
    void stampCopy(long slot, long start, long end) {
        try {
            super.stampCopy(slot, start, end);
        } catch (InternalError fault) {
            throw cut(fault);
        }
    }

    @Override
    void clearTimes(long slot) {
        try {
            super.clearTimes(slot);
        } catch (InternalError fault) {
            throw cut(fault);
        }
    }

    private SharingException cut(InternalError fault) {
        return new SharingException(
                "the file of shared signals was cut while it was in use: file=" + file
                        + "; close the signals, and share them anew where nobody changes the file",
                fault);
    }
}
