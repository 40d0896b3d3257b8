package io.headrace.stress.queue;

import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Range;
import io.headrace.spi.Command;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A packet that one producer offers, and that checks itself when it runs. */
final class CountedPacket extends Packet {

    /** What all packets of one queue share. Its plain fields are the queue's thread's. */
    static final class Log {

        final AtomicInteger faults = new AtomicInteger();
        final AtomicInteger ended = new AtomicInteger();
        private final int[] last;
        private long began;

        Log(int producers) {
            last = new int[producers];
        }
    }

    private final Log log;
    private final int producer;
    private final Command command;

    /** What the producer wrote before the offer, without any order of its own. */
    private int number;

    private long place = -1;
    private int runs;
    private int ends;
    private long id = -1;

    CountedPacket(Log log, int producer, int number, DriverDevice device) {
        this.log = log;
        this.producer = producer;
        this.number = number;
        Kernel1D kernel = ignored -> runs++;
        this.command = new Command.Launch(device.prepare(kernel), kernel, Range.of(1));
    }

    CountedPacket(Log log, int producer, Command command) {
        this.log = log;
        this.producer = producer;
        this.number = -1;
        this.command = command;
    }

    /** Offers the packet; {@code false} if there was no room. */
    boolean offerTo(DriverQueue queue) {
        id = queue.offer(this);
        return id >= 0;
    }

    long id() {
        return id;
    }

    /** Whether it ran once, at the place in the queue that its id says. To be asked when all have ended. */
    boolean isRight() {
        return place == id && ends == 1 && runs == (number < 0 ? 0 : 1);
    }

    @Override
    public Command command() {
        return command;
    }

    @Override
    public boolean begin() {
        place = log.began++;
        if (number > 0 && number != ++log.last[producer]) {
            log.faults.incrementAndGet();
        }
        return true;
    }

    @Override
    public void end(@Nullable Throwable failure, @Nullable Packet next) {
        ends++;
        if (failure != null) {
            log.faults.incrementAndGet();
        }
        log.ended.incrementAndGet();
    }
}
