package io.headrace.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.DeviceFailureException;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RingQueueTest {

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long QUEUE_SIZE = 4;
    private static final System.Logger LOG = new QuietLogger();

    private final DeviceLoss loss = new DeviceLoss(LOG, "lost");
    private final ConcurrentLinkedQueue<String> story = new ConcurrentLinkedQueue<>();
    private final Loop loop = new Loop(QueueThread::new);
    private final Queue queue = new Queue(loop);

    RingQueueTest() {
        queue.start();
    }

    @AfterEach
    void endTheThread() throws InterruptedException {
        queue.passed = Long.MAX_VALUE;
        queue.close();
        loop.ring();
        eventually("the thread has ended", () -> queue.isOver);
    }

    @Test
    void packetsBeginAheadAndEndInOrderOnceTheDeviceHasPassedThem() throws InterruptedException {
        offer("a");
        offer("b");
        eventually("both have begun", () -> queue.submitted() == 2);
        assertThat(story).containsExactly("a begins", "b begins");
        pass(1);
        pass(2);
        assertThat(story).containsExactly("a begins", "b begins", "a ends", "b ends");
    }

    @Test
    void behindAFailureNothingBeginsBeforeItsEndWasTold() throws InterruptedException {
        offer("a");
        queue.offer(new Told("b", true, new IllegalStateException("refused")));
        offer("c");
        eventually("what has failed was submitted", () -> queue.submitted() == 2);
        assertNothingMoreIn(20);
        assertThat(story).containsExactly("a begins", "b begins");
        pass(1);
        eventually("the last has begun", () -> queue.submitted() == 3);
        assertThat(story).containsExactly("a begins", "b begins", "a ends", "b fails: refused", "c begins");
    }

    @Test
    void behindWhatIsNotToRunNothingBeginsBeforeItsEndWasTold() throws InterruptedException {
        offer("a");
        queue.offer(new Told("b", false, null));
        offer("c");
        eventually("what is not to run was passed over", () -> queue.submitted() == 2);
        assertNothingMoreIn(20);
        pass(1);
        eventually("the last has begun", () -> queue.submitted() == 3);
        assertThat(story).containsExactly("a begins", "b does not", "a ends", "b ends", "c begins");
    }

    @Test
    void aFullRingTakesNothingUntilAPacketHasEnded() throws InterruptedException {
        for (int i = 0; i < QUEUE_SIZE; i++) {
            assertThat(offer("p" + i)).isEqualTo(i);
        }
        assertThat(offer("more")).isEqualTo(-1);
        assertThat(queue.awaitRoom(TimeUnit.MILLISECONDS.toNanos(1))).isFalse();
        pass(1);
        assertThat(queue.awaitRoom(LIMIT_NANOS)).isTrue();
        assertThat(offer("more")).isEqualTo(QUEUE_SIZE);
    }

    @Test
    void aLostDeviceFailsWhatItHasNotPassedAndTakesNothing() throws InterruptedException {
        offer("a");
        offer("b");
        eventually("both have begun", () -> queue.submitted() == 2);
        queue.known = 1;
        loss.lost(new DeviceFailureException("run", "fake:0", 7, "GONE", true));
        eventually("all have ended", () -> queue.readIndex() == 2);
        assertThat(story)
                .hasSize(4)
                .contains("a ends")
                .anyMatch(line -> line.startsWith("b fails") && line.contains("GONE"));
        assertThatThrownBy(() -> offer("c"))
                .isInstanceOf(DeviceFailureException.class)
                .hasMessageContaining("GONE");
    }

    @Test
    void aThreadThatDiesFailsAllThatIsInTheQueueLoudly() throws InterruptedException {
        loop.dies = true;
        offer("a");
        eventually("it has ended", () -> queue.readIndex() == 1);
        assertThat(story).anyMatch(line -> line.startsWith("a fails") && line.contains("THREAD_DIED"));
        assertThatThrownBy(() -> offer("b")).isInstanceOf(DeviceFailureException.class);
    }

    @Test
    void whatIsPostedRunsOnTheThreadInItsOrderAndIsRefusedAtTheEnd() throws InterruptedException {
        List<String> ran = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(2);
        for (String name : List.of("first", "second")) {
            assertThat(queue.post(() -> {
                        ran.add(name + (loop.isCurrentThread() ? "" : " elsewhere"));
                        done.countDown();
                    }))
                    .isTrue();
        }
        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).containsExactly("first", "second");
        queue.close();
        eventually("the thread has ended", () -> queue.isOver);
        assertThat(queue.post(() -> ran.add("late"))).isFalse();
        assertThatThrownBy(() -> offer("a"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void aClosedQueueRunsWhatItHas() throws InterruptedException {
        offer("a");
        queue.close();
        pass(1);
        eventually("the thread has ended", () -> queue.isOver);
        assertThat(story).containsExactly("a begins", "a ends");
    }

    @Test
    void aQueueWhoseThreadCannotBeStartedHasEndedAndLeavesNothingBehind() {
        Loop threadless = new Loop(ThreadThatDoesNotStart::new);
        Queue ended = new Queue(threadless);
        assertThatThrownBy(ended::start).isInstanceOf(OutOfMemoryError.class).hasMessage("no more threads");
        assertThat(ended.isOver).isTrue();
        assertThat(ended.post(() -> {})).isFalse();
        loss.lost(new DeviceFailureException("run", "fake:0", 7, "GONE", true));
        assertThat(threadless.isRung()).as("still told of a loss").isFalse();
    }

    private long offer(String name) {
        return queue.offer(new Told(name, true, null));
    }

    /** The device has passed so many packets. */
    private void pass(long count) throws InterruptedException {
        queue.passed = count;
        loop.ring();
        eventually("packets have ended", () -> queue.readIndex() >= count);
    }

    private void assertNothingMoreIn(long millis) throws InterruptedException {
        int lines = story.size();
        loop.ring();
        Thread.sleep(millis);
        assertThat(story).hasSize(lines);
    }

    private static void eventually(String what, BooleanSupplier condition) throws InterruptedException {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - start).as(what).isLessThan(LIMIT_NANOS);
            Thread.sleep(1);
        }
    }

    /** What the system does if a process has all the threads that it may have. */
    private static final class ThreadThatDoesNotStart extends QueueThread {

        ThreadThatDoesNotStart(String name, Runnable task) {
            super(name, task);
        }

        @Override
        public void start() {
            throw new OutOfMemoryError("no more threads");
        }
    }

    /** A packet that tells what becomes of it. */
    private final class Told extends Packet {

        private final String name;
        private final boolean runs;
        private final @Nullable RuntimeException refusal;

        Told(String name, boolean runs, @Nullable RuntimeException refusal) {
            this.name = name;
            this.runs = runs;
            this.refusal = refusal;
        }

        @Override
        public Command command() {
            return new Command.Barrier(List.of());
        }

        @Override
        public boolean begin() {
            story.add(name + (runs ? " begins" : " does not"));
            return runs;
        }

        @Override
        public void end(@Nullable Throwable failure, @Nullable Packet next) {
            story.add(name + (failure == null ? " ends" : " fails: " + failure.getMessage()));
        }
    }

    /** A queue whose device passes packets when the test says so. */
    private final class Queue extends RingQueue {

        volatile long passed;

        /** What is known of a device that is lost. */
        volatile long known;

        volatile boolean isOver;

        private final Loop own;
        private final RingSlots slots;

        Queue(Loop own) {
            this(own, new RingSlots((int) QUEUE_SIZE));
        }

        private Queue(Loop own, RingSlots slots) {
            super("queue", slots, own, loss, 0);
            this.own = own;
            this.slots = slots;
        }

        @Override
        protected void start() {
            own.start(this);
        }

        @Override
        protected void check(Command command) {}

        @Override
        protected boolean taken(long id, Packet packet) {
            return true;
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

        void submit(long id, boolean onDevice, @Nullable Throwable failure) {
            submitted(id, onDevice, failure);
        }

        Packet packet(long id) {
            return slots.packet(id);
        }

        @Override
        protected boolean hasPassed(long id) {
            return id < known;
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

    private static final class Loop extends RingLoop<Queue> {

        volatile boolean dies;

        private boolean onDevice;

        Loop(BiFunction<String, Runnable, Thread> threads) {
            super("headrace-test-queue", "fake:0", LOG, 2, threads);
        }

        @Override
        protected @Nullable Packet next() {
            long id = queue().submitted();
            return id == queue().writeIndex() ? null : queue().packet(id);
        }

        @Override
        protected boolean canSubmit(Packet packet) {
            if (dies) {
                throw new IllegalStateException("planned");
            }
            return true;
        }

        @Override
        protected void prepare(long id, Packet packet) {
            onDevice = false;
        }

        @Override
        protected void submit(long id, Packet packet) {
            RuntimeException refusal = ((Told) packet).refusal;
            if (refusal != null) {
                throw refusal;
            }
            onDevice = true;
        }

        @Override
        protected void finish(long id, @Nullable Throwable failure) {
            queue().submit(id, onDevice, failure);
        }

        @Override
        protected void rest() {
            rest(ASLEEP, 0);
        }

        @Override
        protected void restInPacket() {
            spin();
        }
    }

    /** What is planned here needs no place in the log. */
    private static final class QuietLogger implements System.Logger {

        @Override
        public String getName() {
            return "quiet";
        }

        @Override
        public boolean isLoggable(Level level) {
            return false;
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, @Nullable String text, @Nullable Throwable e) {}

        @Override
        public void log(
                Level level, @Nullable ResourceBundle bundle, @Nullable String format, @Nullable Object... values) {}
    }
}
