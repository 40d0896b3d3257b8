package io.headrace.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A packet that tells what happened to it. */
class TestPacket extends Packet {

    private final Command command;
    private final CountDownLatch ended = new CountDownLatch(1);
    volatile int begins;
    volatile int ends;
    volatile boolean mayRun = true;
    volatile long id = -1;
    private volatile @Nullable Throwable failure;
    volatile @Nullable Packet next;

    TestPacket(Command command) {
        this.command = command;
    }

    @Override
    public Command command() {
        return command;
    }

    @Override
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one thread at a time calls it
    public boolean begin() {
        begins++;
        return mayRun;
    }

    @Override
    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    public void end(@Nullable Throwable failure, @Nullable Packet next) {
        this.failure = failure;
        this.next = next;
        ends++;
        ended.countDown();
    }

    /** Offers the packet, which must be taken. */
    TestPacket offerTo(DriverQueue queue) {
        id = queue.offer(this);
        assertThat(id).as("id of the packet, -1 if the ring is full").isNotNegative();
        return this;
    }

    /** Offers the packet until it is taken. */
    TestPacket putInto(DriverQueue queue) throws InterruptedException {
        while ((id = queue.offer(this)) < 0) {
            queue.awaitRoom(Long.MAX_VALUE);
        }
        return this;
    }

    boolean hasEnded() {
        return ended.getCount() == 0;
    }

    /** Waits for the end, and gives what it failed with. */
    @Nullable
    Throwable outcome() throws InterruptedException {
        assertThat(ended.await(120, TimeUnit.SECONDS))
                .as("packet ended in time")
                .isTrue();
        return failure;
    }

    void succeeds() throws InterruptedException {
        assertThat(outcome()).isNull();
    }
}
