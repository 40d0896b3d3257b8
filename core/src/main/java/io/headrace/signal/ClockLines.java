package io.headrace.signal;

import java.util.ArrayList;
import java.util.List;

/** The way from ticks to time: lines, each from its first tick on to the next one's. Never changes. */
final class ClockLines {

    /** As many are kept. The first one also serves for all ticks before. */
    private static final int MOST = 64;

    /** A clock that is early by more than this, 19 hours, stays slow until it is adjusted again. */
    private static final long MOST_EARLY_NANOS = 1L << 46;

    private final ClockLine[] lines;

    ClockLines(ClockLine... lines) {
        this.lines = lines;
    }

    long nanos(long ticks) {
        int i = lines.length - 1;
        while (i > 0 && lines[i].isAfter(ticks)) {
            i--;
        }
        return lines[i].nanos(ticks);
    }

    /**
     * The same way until a tick, and from there on one to what was read.
     *
     * @param from the tick; times of earlier ones stay as they are
     * @param ticks what the counter showed
     * @param nanos what the host's clock showed
     */
    ClockLines adjusted(long from, long ticks, long nanos) {
        long ticksPerSecond = lines[0].ticksPerSecond();
        List<ClockLine> all = new ArrayList<>();
        for (ClockLine line : lines) {
            if (all.isEmpty() || !line.isAfter(from - 1)) {
                all.add(line);
            }
        }
        ClockLine right = new ClockLine(ticksPerSecond, from, ticks, nanos, false);
        long early = nanos(from) - right.nanos(from);
        if (early <= 0) {
            all.add(right);
        } else {
            all.add(new ClockLine(ticksPerSecond, from, from, nanos(from), true));
            if (early <= MOST_EARLY_NANOS) {
                long meeting = from + ClockLine.ticksFor(early * ClockLine.SLOWNESS, ticksPerSecond);
                all.add(new ClockLine(ticksPerSecond, meeting, ticks, nanos, false));
            }
        }
        List<ClockLine> kept = all.subList(Math.max(0, all.size() - MOST), all.size());
        return new ClockLines(kept.toArray(new ClockLine[0]));
    }
}
