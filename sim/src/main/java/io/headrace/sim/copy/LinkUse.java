package io.headrace.sim.copy;

/**
 * What a link did.
 *
 * @param ends its nodes
 * @param direct whether it goes from node to node; if not, the description tells no way for it, and it counts as one
 * @param bytesPerSecond its bandwidth
 * @param told whether the description tells the bandwidth; if not, it is assumed
 * @param bytes what went over it
 * @param boundNanos the least time in which that can go over it
 * @param busyNanos for how long it was in use
 * @param mostAtOnce how many copies shared it at most
 */
public record LinkUse(
        Pair ends,
        boolean direct,
        long bytesPerSecond,
        boolean told,
        long bytes,
        long boundNanos,
        long busyNanos,
        int mostAtOnce) {}
