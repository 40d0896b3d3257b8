package io.headrace.trace;

import java.util.Random;

/** Records as a runtime might make them. */
final class Records {

    private Records() {}

    /** A kernel on {@code host:0} that was enqueued and submitted when it started. */
    static OperationRecord kernel(long id, String name, String queue, long started, long ended) {
        return new OperationRecord(
                id,
                OperationKind.KERNEL,
                name,
                "host:0",
                7,
                queue,
                0,
                id,
                started,
                started,
                started,
                ended,
                0,
                0,
                Outcome.DONE);
    }

    /** A time of use that begins between 0 and a bound, often an empty one. */
    static long[] run(Random random, int bound) {
        long begin = random.nextInt(bound);
        return new long[] {begin, begin + Math.max(0, random.nextInt(-10, 40))};
    }
}
