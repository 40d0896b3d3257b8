package io.headrace;

import io.headrace.config.Knob;
import io.headrace.config.Settings;

/**
 * The knobs that streams look at, read once.
 *
 * @param maxPending how many operations a stream may hold
 * @param busyNanos how long a wait spins before it parks
 * @param maxStagedBytes how much of a confined arena's memory a copy reads before it returns
 * @param stagingBytes the size of the pieces in which copies between devices are staged
 * @param teamsPerUnit how many groups a launch has for each compute unit where it does not say
 */
record Limits(long maxPending, long busyNanos, long maxStagedBytes, long stagingBytes, long teamsPerUnit) {

    static Limits of(Settings settings) {
        return new Limits(
                settings.number(Knob.MAX_PENDING),
                settings.number(Knob.STREAM_BUSYWAIT) * 1_000,
                settings.number(Knob.MAX_STAGED_BYTES),
                settings.number(Knob.MAX_ASYNC_COPY_BYTES),
                settings.number(Knob.TEAMS_PER_CU));
    }

    int groups(int computeUnits) {
        return Math.toIntExact(Math.min(Integer.MAX_VALUE, teamsPerUnit * computeUnits));
    }
}
