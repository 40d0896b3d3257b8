package io.headrace.copy;

import io.headrace.topology.Recommendation;
import java.util.List;

/** By what a leg of a copy is to be made. */
public sealed interface CopyUnit {

    /** Why it is this one, in half a sentence. */
    String why();

    /**
     * In the queue that the stream is in, like a kernel: by the device itself.
     *
     * @param why why by no engine
     */
    record OwnQueue(String why) implements CopyUnit {}

    /**
     * By engines of a device that have no names but lanes, each with one queue.
     *
     * @param engines their indices: the lane of this direction and peer first, then the idle ones among which it may
     *     share the copy
     * @param parts in how many parts the copy goes at most, 1 or more, at most as many as there are engines
     * @param why why these
     */
    record OnLanes(List<Integer> engines, int parts, String why) implements CopyUnit {

        public OnLanes {
            engines = List.copyOf(engines);
            if (parts < 1 || parts > engines.size()) {
                throw new IllegalArgumentException(
                        "a copy has from 1 part to one for each engine: parts=" + parts + " engines=" + engines);
            }
        }

        /** The lane of the direction and peer. */
        public int engine() {
            return engines.getFirst();
        }
    }

    /**
     * By engines of a node that can be named. {@link EnginePicker} takes queues of them.
     *
     * @param wanted those that suit the link in this direction; none if that is unknown
     * @param mode what to do if none of them has a free queue
     * @param spread a bit for each engine over which the copy may be split while it is idle
     * @param parts in how many parts the copy goes at most, 1 or more
     */
    record OnEngines(Recommendation wanted, EngineMode mode, long spread, int parts) implements CopyUnit {

        public OnEngines {
            if (parts < 1 || parts > Math.max(1, Long.bitCount(spread))) {
                throw new IllegalArgumentException("a copy has from 1 part to one for each engine: parts=" + parts
                        + " spread=0x" + Long.toHexString(spread));
            }
        }

        @Override
        public String why() {
            return wanted.detail();
        }
    }
}
