package io.headrace.trace;

import java.util.ArrayList;
import java.util.List;

/** The tracks of one queue or engine: as many as are needed for operations at the same time to lie on different ones. */
final class QueueTracks {

    /** More are not looked at, so that a queue needs little memory; a lane that is given up keeps what it has, and gets nothing. */
    private static final int MOST_LANES = 128;

    private final int number;
    private final List<TrackLane> lanes = new ArrayList<>();
    private int opened;

    /**
     * No track yet.
     *
     * @param number the queue's number on its device, in the order in which they came
     */
    QueueTracks(int number) {
        this.number = number;
    }

    /** The queue's number on its device. */
    int number() {
        return number;
    }

    /** How many tracks there were. */
    int opened() {
        return opened;
    }

    /**
     * The track for an operation.
     *
     * @param nextTrack the number of a track, if a new one is needed: {@code opened()} then says one more than before
     */
    int place(long started, long ended, int nextTrack) {
        for (TrackLane lane : lanes) {
            if (lane.take(started, ended)) {
                return lane.track();
            }
        }
        if (lanes.size() == MOST_LANES) {
            lanes.removeFirst();
        }
        TrackLane lane = new TrackLane(nextTrack);
        lane.take(started, ended);
        lanes.add(lane);
        opened++;
        return nextTrack;
    }
}
