package io.headrace.sim;

import java.util.ArrayDeque;

/**
 * Something that serves so many at a time: an engine, a hardware queue. Others stand in line, first come first served.
 * Used by the thread that runs the clock.
 */
public final class Server {

    /** One in the line. */
    private record Waiting(Runnable begin, long since) {}

    /**
     * What a server has done.
     *
     * @param served how many it began to serve
     * @param waited how many of them had to wait, because others were being served when they came
     * @param busyNanos for how long it was serving; of several at a time, each counts
     * @param waitNanos how long those waited, in all
     * @param longestLine how many stood in line at most
     */
    public record Use(long served, long waited, long busyNanos, long waitNanos, int longestLine) {}

    private final VirtualTime time;
    private final int places;
    private final ArrayDeque<Waiting> line = new ArrayDeque<>();
    private int taken;
    private long served;
    private long waited;
    private long busyNanos;
    private long waitNanos;
    private int longestLine;
    private long since;

    /**
     * A server that is idle.
     *
     * @param places how many it serves at a time
     */
    public Server(VirtualTime time, int places) {
        if (places < 1) {
            throw new IllegalArgumentException("a server serves at least one at a time: places=" + places);
        }
        this.time = time;
        this.places = places;
    }

    /**
     * Asks to be served.
     *
     * @param begin called when it begins, as an event of its own; the service ends with {@link #release}
     * @return whether it begins now; if not, others are before it
     */
    public boolean request(Runnable begin) {
        if (taken < places) {
            begin(begin);
            return true;
        }
        line.add(new Waiting(begin, time.nanos()));
        waited++;
        longestLine = Math.max(longestLine, line.size());
        return false;
    }

    /** Ends one service; the next in line begins. */
    public void release() {
        if (taken == 0) {
            throw new IllegalStateException("nobody is being served");
        }
        count();
        taken--;
        Waiting next = line.poll();
        if (next != null) {
            waitNanos += time.nanos() - next.since();
            begin(next.begin());
        }
    }

    private void begin(Runnable begin) {
        count();
        taken++;
        served++;
        time.after(0, begin);
    }

    private void count() {
        busyNanos += taken * (time.nanos() - since);
        since = time.nanos();
    }

    /** What it has done up to now. */
    public Use use() {
        count();
        return new Use(served, waited, busyNanos, waitNanos, longestLine);
    }
}
