package io.headrace.cli.bench;

/**
 * How long a word takes from one processor to another and back. It tells how near two threads' processors are to each other at
 * this moment, which virtual machines change as they like; what crosses processors can only be judged next to it.
 */
final class PingPong {

    private PingPong() {}

    /** Nanoseconds a round trip. */
    static double nanos(int trips) throws InterruptedException {
        Word ping = new Word();
        Word pong = new Word();
        Thread other = Thread.ofPlatform().daemon().name("headrace-bench-pong").start(() -> {
            for (int i = 1; i <= trips; i++) {
                await(ping, i);
                pong.setRelease(i);
            }
        });
        ping.setRelease(1);
        await(pong, 1);
        long start = System.nanoTime();
        for (int i = 2; i <= trips; i++) {
            ping.setRelease(i);
            await(pong, i);
        }
        long nanos = System.nanoTime() - start;
        other.join();
        return (double) nanos / (trips - 1);
    }

    private static void await(Word word, long value) {
        while (word.getAcquire() != value) {
            Thread.onSpinWait();
        }
    }
}
