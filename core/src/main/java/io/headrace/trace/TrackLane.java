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

    /** Takes the time from one moment until just before another one, which is later; {@code false} if some of it is in use. */
    boolean take(long begin, long end) {
        int place = count;
        if (count > 0 && begin < ends[count - 1]) {
            int found = Arrays.binarySearch(begins, 0, count, begin);
            place = -(found + 1);
            if (found >= 0 || (place < count && end > begins[place]) || (place > 0 && ends[place - 1] > begin)) {
                return false;
            }
        }
        if (begin < usedUpTo) {
            return false;
        }
        insert(place, begin, end);
        return true;
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
