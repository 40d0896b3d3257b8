package io.headrace.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * One direction of a link: what is sent over it at the same time shares its bandwidth. Made by a {@link Network}, and
 * used by the thread that runs the clock.
 */
public final class Channel {

    private final String name;
    private final long bytesPerSecond;
    private final List<Flow> flows = new ArrayList<>();
    private long bytes;
    private long busyNanos;
    private long since;
    private int mostAtOnce;

    /** What the flows of this channel that have a rate leave, while rates are given out. */
    private long left;

    /** How many flows of this channel have no rate yet, while rates are given out. */
    private int open;

    Channel(String name, long bytesPerSecond) {
        if (bytesPerSecond < 1) {
            throw new IllegalArgumentException(
                    "a channel moves at least one byte a second: " + name + " bytesPerSecond=" + bytesPerSecond);
        }
        this.name = name;
        this.bytesPerSecond = bytesPerSecond;
    }

    /** What it was called when it was made. */
    public String name() {
        return name;
    }

    /** Its bandwidth. */
    public long bytesPerSecond() {
        return bytesPerSecond;
    }

    /** How many bytes have arrived over it, of transfers that have ended. */
    public long bytes() {
        return bytes;
    }

    /** For how long something was being sent over it, as of the last beginning or end of a transfer. */
    public long busyNanos() {
        return busyNanos;
    }

    /** How many transfers shared it at most. */
    public int mostAtOnce() {
        return mostAtOnce;
    }

    /** The least time in which so many bytes can go over it. */
    public long nanosFor(long amount) {
        return Work.nanos(amount, bytesPerSecond);
    }

    List<Flow> flows() {
        return flows;
    }

    void add(Flow flow, long now) {
        if (flows.size() >= bytesPerSecond) {
            throw new IllegalArgumentException(
                    "too many transfers for a channel: " + name + " bytesPerSecond=" + bytesPerSecond);
        }
        count(now);
        flows.add(flow);
        mostAtOnce = Math.max(mostAtOnce, flows.size());
    }

    void remove(Flow flow, long now) {
        count(now);
        flows.remove(flow);
        bytes += flow.bytes();
    }

    private void count(long now) {
        busyNanos += flows.isEmpty() ? 0 : now - since;
        since = now;
    }

    void openAll() {
        left = bytesPerSecond;
        open = flows.size();
    }

    /** What each flow without a rate could have; no limit if there is none. */
    long share() {
        return open == 0 ? Long.MAX_VALUE : left / open;
    }

    void giveTo(long rate) {
        left -= rate;
        open--;
    }

    /** Its name and bandwidth. */
    @Override
    public String toString() {
        return name + " bytesPerSecond=" + bytesPerSecond;
    }
}
