package io.headrace.copy;

import java.util.Objects;

/**
 * What a {@link CopyRouter} goes by besides what is there.
 *
 * @param mode how much it matters that a copy gets an engine that suits its link
 * @param ownQueueBytes copies of fewer bytes stay in the stream's own queue; 0 for none
 * @param splitBytes the least bytes of a part of a copy that is split over idle engines; 0 to split none
 * @param splitSingle whether copies over a link that recommends exactly one engine are split too, over others of its class
 */
public record CopyPolicy(EngineMode mode, long ownQueueBytes, long splitBytes, boolean splitSingle) {

    /** Engines that suit are preferred, nothing stays in the stream's own queue, and nothing is split. */
    public static final CopyPolicy PLAIN = new CopyPolicy(EngineMode.PREFER, 0, 0, false);

    public CopyPolicy {
        Objects.requireNonNull(mode, "mode");
        if (ownQueueBytes < 0 || splitBytes < 0) {
            throw new IllegalArgumentException("a number of bytes must not be negative: ownQueueBytes=" + ownQueueBytes
                    + " splitBytes=" + splitBytes);
        }
    }

    /** This policy with another mode. */
    public CopyPolicy withMode(EngineMode other) {
        return new CopyPolicy(other, ownQueueBytes, splitBytes, splitSingle);
    }

    /** This policy with another threshold for the stream's own queue. */
    public CopyPolicy withOwnQueueBytes(long bytes) {
        return new CopyPolicy(mode, bytes, splitBytes, splitSingle);
    }

    /**
     * This policy with copies split.
     *
     * @param bytes the least bytes of a part; 0 to split none
     * @param single whether also where exactly one engine is recommended
     */
    public CopyPolicy withSplit(long bytes, boolean single) {
        return new CopyPolicy(mode, ownQueueBytes, bytes, single);
    }

    /** In how many parts a copy goes that may go over so many engines. */
    int parts(long bytes, int engines) {
        return splitBytes == 0 ? 1 : (int) Math.max(1, Math.min(engines, bytes / splitBytes));
    }
}
