package io.headrace.trace;

import java.util.Arrays;

/**
 * One track of a file. It remembers when it was in use most recently, and takes only what fits in there: what lies before that
 * is taken for used up. So a lane needs little memory however long a recording is.
 */
final class TrackLane {

    private static final int FIRST_LENGTH = 16;
    private static final int MOST_REMEMBERED = 256;

    /** Times of use, by beginning, the ones that are not remembered left out. None overlaps another one. */
    private long[] begins = new long[FIRST_LENGTH];

    private long[] ends = new long[FIRST_LENGTH];
    private int count;
    private long usedUpTo = Long.MIN_VALUE;
    private final int track;

    /**
     * An empty lane.
     *
     * @param track the number of its track
     */
    TrackLane(int track) {
        this.track = track;
    }

    int track() {
        return track;
    }

    /**
     * Takes the time from one moment until just before another one; {@code false} if some of it is in use. What takes no time
     * may lie at a moment at which others begin or end, however many, and not inside of one.
     */
    boolean take(long begin, long end) {
        if (begin < usedUpTo) {
            return false;
        }
        int place = count > 0 && begin < ends[count - 1] ? placeInside(begin, end) : count;
        if (place < 0) {
            return false;
        }
        insert(place, begin, end);
        return true;
    }

    private int placeInside(long begin, long end) {
        int place = Arrays.binarySearch(begins, 0, count, begin);
        if (place < 0) {
            place = -(place + 1);
        } else {
            while (place > 0 && begins[place - 1] == begin) {
                place--;
            }
        }
        if (end > begin) {
            while (place < count && begins[place] == begin && ends[place] == begin) {
                place++;
            }
        }
        boolean free = (place == 0 || ends[place - 1] <= begin) && (place == count || end <= begins[place]);
        return free ? place : -1;
    }

    private void insert(int place, long begin, long end) {
        if (count == begins.length) {
            begins = Arrays.copyOf(begins, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
        }
        System.arraycopy(begins, place, begins, place + 1, count - place);
        System.arraycopy(ends, place, ends, place + 1, count - place);
        begins[place] = begin;
        ends[place] = end;
        count++;
        if (count == MOST_REMEMBERED) {
            forget(count / 2);
        }
    }

    private void forget(int earliest) {
        usedUpTo = ends[earliest - 1];
        count -= earliest;
        System.arraycopy(begins, earliest, begins, 0, count);
        System.arraycopy(ends, earliest, ends, 0, count);
    }
}
