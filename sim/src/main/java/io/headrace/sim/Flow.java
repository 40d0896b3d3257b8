package io.headrace.sim;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A transfer under way. */
final class Flow {

    private final VirtualTime time;
    private final List<Channel> path;
    private final long bytes;
    private final long most;
    private final Work work;
    private final Runnable arrived;
    private long rate;
    private long since;
    private @Nullable PlannedEvent end;

    Flow(VirtualTime time, List<Channel> path, long bytes, long most, Runnable arrived) {
        this.time = time;
        this.path = path;
        this.bytes = bytes;
        this.most = most;
        this.work = new Work(bytes);
        this.arrived = arrived;
        this.since = time.nanos();
    }

    List<Channel> path() {
        return path;
    }

    long bytes() {
        return bytes;
    }

    /** The most that it can have, whatever the channels leave. */
    long most() {
        return most;
    }

    /** Goes on at another rate, and ends accordingly. */
    void goOnAt(long newRate) {
        if (end != null && newRate == rate) {
            return;
        }
        work.take(rate, time.nanos() - since);
        since = time.nanos();
        rate = newRate;
        if (end != null) {
            end.cancel();
        }
        end = time.after(work.nanosAt(rate), arrived);
    }
}
