package io.headrace.signal;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Turns ticks of a device's counter into nanoseconds of the host's clock ({@link System#nanoTime}), in whole numbers. Safe for
 * use from any thread.
 *
 * <p>Both clocks are read together when this one is made, and again whenever its owner likes ({@link #adjust}), since no two
 * run equally fast. Time goes on through that: of two ticks the later one never gets the earlier time, whichever of them is
 * asked for first and however often the clock is adjusted in between; and what was answered for a tick once stays. A clock that
 * turns out to be late makes a step; one that is early goes slower by one part in 1,024 until it is right. (What is older than
 * 32 adjustments may be answered anew, and so may a tick that the counter cannot have come to yet.)
 */
public final class DeviceClock {

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private static final DeviceClock HOST = new DeviceClock(NANOS_PER_SECOND, 0, 0);

    private final long ticksPerSecond;

    private volatile ClockLines lines;

    /** Whether the lines are about to be exchanged. */
    private volatile boolean exchanging;

    /**
     * The latest reading of the counter.
     *
     * @param ticks what it showed
     * @param told when this was told, on the host's own clock, whatever time the reading says it was
     */
    private record Reading(long ticks, long told) {}

    private volatile Reading reading;

    /** The latest tick that was asked for, or that the clock was adjusted at. */
    private final AtomicLong latest;

    private final ReentrantLock adjusting = new ReentrantLock();

    /**
     * Makes a clock.
     *
     * @param ticksPerSecond how fast the counter runs, 1 to 2^33
     * @param ticks a reading of the counter
     * @param nanos a reading of the host's clock at the same time
     * @throws IllegalArgumentException if the counter cannot run so fast
     */
    public DeviceClock(long ticksPerSecond, long ticks, long nanos) {
        if (ticksPerSecond < 1 || ticksPerSecond > ClockLine.FASTEST) {
            throw new IllegalArgumentException("a counter has from 1 to " + ClockLine.FASTEST
                    + " ticks in a second: ticksPerSecond=" + ticksPerSecond);
        }
        this.ticksPerSecond = ticksPerSecond;
        this.lines = new ClockLines(new ClockLine(ticksPerSecond, ticks, ticks, nanos, false));
        this.latest = new AtomicLong(ticks);
        this.reading = new Reading(ticks, System.nanoTime());
    }

    /** The clock of devices whose counter is the host's clock. It is never adjusted. */
    public static DeviceClock host() {
        return HOST;
    }

    /** How fast the counter runs. */
    public long ticksPerSecond() {
        return ticksPerSecond;
    }

    /**
     * When the counter had a tick.
     *
     * @param ticks a number that the counter has had; one of 64 bits, which may wrap around
     */
    public long nanos(long ticks) {
        ClockLines seen = lines;
        if (mayHaveHad(ticks)) {
            note(ticks);
        }
        // Who adjusts says so before it looks at what was noted. So either it knows of this tick, or is noticed here.
        if (!exchanging && lines == seen) {
            return seen.nanos(ticks);
        }
        adjusting.lock();
        try {
            return lines.nanos(ticks);
        } finally {
            adjusting.unlock();
        }
    }

    /**
     * Tells the clock what both clocks showed at the same time. May be called at any time; a reading older than another one that
     * was told counts too.
     *
     * @param ticks a reading of the counter
     * @param nanos a reading of the host's clock
     */
    public void adjust(long ticks, long nanos) {
        if (this == HOST) {
            throw new IllegalStateException(
                    "the host's own clock is right by itself; make another one for a counter that is not");
        }
        adjusting.lock();
        exchanging = true;
        try {
            lines = lines.adjusted(firstFree(ticks), ticks, nanos);
            note(ticks);
            if (ticks - reading.ticks() >= 0) {
                reading = new Reading(ticks, System.nanoTime());
            }
        } finally {
            exchanging = false;
            adjusting.unlock();
        }
    }

    /** The first tick that nobody has asked for yet. */
    private long firstFree(long ticks) {
        long asked = latest.get();
        return asked - ticks >= 0 ? asked + 1 : ticks;
    }

    /**
     * Whether the counter may have come to a tick by now. One that is ahead of its latest reading by more than has passed
     * since, and a second, is something else; it must not keep the clock from being adjusted until then.
     */
    boolean mayHaveHad(long ticks) {
        if (this == HOST) {
            return true;
        }
        Reading last = reading;
        long ahead = ticks - last.ticks();
        return ahead <= ticksPerSecond
                || ahead - ticksPerSecond <= ClockLine.ticksFor(System.nanoTime() - last.told(), ticksPerSecond);
    }

    private void note(long ticks) {
        long seen = latest.get();
        while (ticks - seen > 0 && !latest.compareAndSet(seen, ticks)) {
            seen = latest.get();
        }
    }
}
