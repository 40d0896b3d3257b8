package io.headrace.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DirectQueueTest {

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final System.Logger LOG = System.getLogger("io.headrace.test");

    private final ConcurrentLinkedQueue<String> story = new ConcurrentLinkedQueue<>();
    private final Loop loop = new Loop();
    private final Queue queue = new Queue();

    DirectQueueTest() {
        queue.start();
    }

    @AfterEach
    void endTheThread() throws InterruptedException {
        queue.passed = Long.MAX_VALUE;
        loop.canSubmit = true;
        queue.close();
        eventually("the thread has ended", () -> queue.isOver);
    }

    @Test
    void callersSubmitUntilSomethingNeedsTheThreadAndAgainWhenThatIsDoneWithAllBehindIt() throws InterruptedException {
        loop.canSubmit = false;
        offer("a", true);
        offer("b", false);
        offer("c", true);
        assertThat(story).containsExactly("a by its caller");
        loop.canSubmit = true;
        eventually("all are submitted", () -> queue.submitted() == 3);
        assertThat(story).containsExactly("a by its caller", "b by the thread", "c by the thread");
        eventually("callers submit again", () -> queue.awaitable(2) != null);
        offer("d", true);
        assertThat(story).endsWith("d by its caller");
    }

    @Test
    void behindAFailureOnItsCallersThreadNothingBeginsBeforeItsEndWasTold() throws InterruptedException {
        offer("a", true);
        queue.refuses = true;
        offer("b", true);
        queue.refuses = false;
        Thread.sleep(20); // until the thread has seen that nothing is left to it
        offer("c", true);
        Thread.sleep(20);
        assertThat(queue.submitted()).isEqualTo(2);
        queue.passed = 1;
        eventually("the last is submitted", () -> queue.submitted() == 3);
        assertThat(story).containsExactly("a by its caller", "a ends", "b fails: refused", "c by the thread");
    }

    @Test
    void thereIsAPlaceBehindTheLastPacketUnlessItWaitsForTheThreadOrHasFailed() {
        loop.canSubmit = false;
        offer("a", true);
        assertThat(queue.awaitable(0)).isNotNull();
        offer("b", true);
        assertThat(queue.awaitable(0)).isNull();
        assertThat(queue.awaitable(1)).isNotNull();
        offer("c", false);
        assertThat(queue.awaitable(2)).isNull();
    }

    @Test
    void whatFailedAtOnceHasNoPlaceBehindItBeforeItsEnd() {
        offer("a", true);
        queue.refuses = true;
        offer("b", true);
        assertThat(queue.awaitable(1)).isNull();
    }

    @Test
    void anEndIsSeenThoughTheDeviceTellsNobodyAndTheThreadHadNothingToDo() throws InterruptedException {
        for (int round = 1; round <= 3; round++) {
            Thread.sleep(5); // until it sleeps
            offer("a", true);
            queue.passed = round;
            queue.expectEnd(round - 1);
            long ended = round;
            eventually("it has ended", () -> queue.readIndex() == ended);
        }
    }

    private void offer(String name, boolean isDirect) {
        assertThat(queue.offer(new Told(name, isDirect))).isNotNegative();
    }

    private static void eventually(String what, BooleanSupplier condition) throws InterruptedException {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - start).as(what).isLessThan(LIMIT_NANOS);
            Thread.sleep(1);
        }
    }

    /** A packet that tells what becomes of it. */
    private final class Told extends Packet {

        private final String name;
        private final boolean isDirect;

        Told(String name, boolean isDirect) {
            this.name = name;
            this.isDirect = isDirect;
        }

        @Override
        public Command command() {
            return new Command.Barrier(List.of());
        }

        @Override
        public boolean begin() {
            return true;
        }

        @Override
        public void end(@Nullable Throwable failure, @Nullable Packet next) {
            story.add(name + (failure == null ? " ends" : " fails: " + failure.getMessage()));
        }
    }

    /** A queue whose device passes packets when the test says so. */
    private final class Queue extends DirectQueue {

        volatile long passed;
        volatile boolean refuses;
        volatile boolean isOver;

        private final RingSlots slots;

        Queue() {
            this(new RingSlots(8));
        }

        private Queue(RingSlots slots) {
            super("queue", slots, loop, new DeviceLoss(LOG, "lost"), 0);
            this.slots = slots;
        }

        @Override
        protected void start() {
            loop.start(this);
        }

        @Override
        protected void check(Command command) {}

        @Override
        protected boolean isDirect(Packet packet) {
            return ((Told) packet).isDirect;
        }

        @Override
        protected void prepare(long id, Packet packet) {}

        @Override
        protected void submitDirectly(long id, Packet packet) {
            if (refuses) {
                throw new IllegalStateException("refused");
            }
            story.add(((Told) packet).name + " by its caller");
        }

        @Override
        protected void finish(long id, @Nullable Throwable failure) {
            submitted(id, failure == null, failure);
        }

        @Override
        protected Position placeBehind(long packetId) {
            return position(packetId);
        }

        @Override
        protected boolean mayEnd() {
            return readIndex() < submitted();
        }

        @Override
        protected boolean endSome() {
            long first = readIndex();
            long next = first;
            while (next < submitted() && (next < passed || !slots.isOnDevice(next))) {
                end(next, slots.failure(next));
                next++;
            }
            return next != first;
        }

        @Override
        protected boolean hasPassed(long id) {
            return false;
        }

        @Override
        protected void tellTimes(long id, Packet packet, @Nullable Throwable failure) {}

        @Override
        protected void release(long id) {}

        @Override
        public Position position(long packetId) {
            return () -> readIndex() > packetId;
        }

        @Override
        protected void ended() {
            isOver = true;
        }
    }

    private final class Loop extends DirectLoop<Queue> {

        volatile boolean canSubmit = true;

        Loop() {
            super("headrace-test-queue", "fake:0", LOG);
        }

        @Override
        protected boolean canSubmit(Packet packet) {
            return canSubmit;
        }

        @Override
        protected void submit(long id, Packet packet) {
            story.add(((Told) packet).name + " by the thread");
        }
    }
}
