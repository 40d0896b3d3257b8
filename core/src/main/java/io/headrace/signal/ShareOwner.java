package io.headrace.signal;

import java.time.Instant;
import java.util.Optional;

/**
 * The process that shared a file, as the file names it: by its number, and by when it started, since numbers are used again.
 *
 * @param startedMillis since the epoch, or {@link #UNKNOWN}
 */
record ShareOwner(long pid, long startedMillis) {

    static final long UNKNOWN = Long.MIN_VALUE;

    /** The highest process number of any system. */
    static final long MOST_PID = 0xFFFF_FFFFL;

    /**
     * A process's start is known by the clock that was right when the asking process started, in units of 10 ms or of a
     * second; so it is not the same for everybody.
     */
    private static final long SLACK_MILLIS = 5_000;

    /** This process. */
    static ShareOwner thisProcess() {
        ProcessHandle self = ProcessHandle.current();
        return new ShareOwner(self.pid(), startedMillis(self));
    }

    /** Whether the number is this process's; so it may also have been that of one before. */
    boolean hasThisPid() {
        return pid == ProcessHandle.current().pid();
    }

    /** Whether a process of this number runs that started then. */
    boolean isAlive() {
        Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
        if (process.isEmpty()) {
            return false;
        }
        long started = startedMillis(process.get());
        return started == UNKNOWN || startedMillis == UNKNOWN || Math.abs(started - startedMillis) <= SLACK_MILLIS;
    }

    @Override
    public String toString() {
        return "pid=" + pid + " started="
                + (startedMillis == UNKNOWN
                        ? "unknown"
                        : Instant.ofEpochMilli(startedMillis).toString());
    }

    private static long startedMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(UNKNOWN);
    }
}
