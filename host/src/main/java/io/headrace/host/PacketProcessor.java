package io.headrace.host;

import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.Packet;
import io.headrace.spi.PostedEntries;
import io.headrace.spi.QueuePriority;
import io.headrace.spi.QueueThread;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The thread that runs a ring's packets in order, and between them what was posted to it.
 *
 * <p>A packet that fails is told so, and the next one runs. Anything that the thread itself does not survive ends the queue:
 * all packets in the ring fail, later offers and posts are refused, so that nothing hangs.
 */
final class PacketProcessor {

    /** How many packets are fetched at a time. */
    private static final int READ_AHEAD = 16;

    private static final VarHandle BUSY;

    static {
        try {
            BUSY = MethodHandles.lookup().findVarHandle(PacketProcessor.class, "busy", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final String name;
    private final PacketRing ring;
    private final RoomWaiters room;
    private final PositionWatches watches;
    private final CommandRunner commands;
    private final PostedEntries entries = new PostedEntries();
    private final Thread thread;
    private final Doorbell doorbell;
    private final BooleanSupplier hasWork;
    private final BooleanSupplier mustNotSleep;

    /** The id of the packet at the head of the ring. Only the processor's thread has it. */
    private long head;

    /** Whether the packet at the head has begun. Only the processor's thread has it. */
    private boolean begun;

    /** How many packets have run since the thread last found the ring empty. Only the processor's thread has it. */
    private long sincePause;

    /** Up to which packet was read ahead, and what came of it, kept so that the reads are not optimised away. */
    private long aheadUntil;

    @SuppressWarnings("UnusedVariable")
    private int readAheadSum;

    /** Up to which packet the ring was told to forget those that have ended. */
    private long forgotten;

    private boolean busy;
    private volatile boolean closing;
    private volatile boolean ended;
    private volatile @Nullable Throwable failure;

    /**
     * @param priority a hint to the system; Linux heeds it only if the JVM was told to
     */
    PacketProcessor(
            String name,
            PacketRing ring,
            RoomWaiters room,
            PositionWatches watches,
            CommandRunner commands,
            QueuePriority priority) {
        this.name = name;
        this.ring = ring;
        this.room = room;
        this.watches = watches;
        this.commands = commands;
        thread = new QueueThread(name, this::run);
        thread.setPriority(threadPriority(priority));
        doorbell = new Doorbell(thread);
        hasWork = () -> ring.header(head) != PacketLayout.INVALID || !entries.isEmpty() || closing;
        mustNotSleep = () -> ring.writeIndex() != head || !entries.isEmpty() || closing;
    }

    private static int threadPriority(QueuePriority priority) {
        return switch (priority) {
            case LOW -> Thread.MIN_PRIORITY;
            case NORMAL -> Thread.NORM_PRIORITY;
            case HIGH -> Thread.MAX_PRIORITY;
        };
    }

    void start() {
        thread.start();
    }

    Doorbell doorbell() {
        return doorbell;
    }

    boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    /** Whether the thread is in the middle of packets; a hint. */
    boolean isBusy() {
        return (boolean) BUSY.getOpaque(this);
    }

    /** Whether the thread has ended. */
    boolean hasEnded() {
        return ended;
    }

    /** Why the thread died; {@code null} if it did not. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Takes an entry; {@code false} if the thread has ended and did not run it. */
    boolean post(Runnable entry) {
        entries.add(entry);
        if (ended) {
            return !entries.remove(entry); // unless the thread found it at its very end
        }
        doorbell.ring();
        return true;
    }

    /** Ends the thread once the ring, which takes no more packets, is empty. */
    void close() {
        closing = true;
        doorbell.ring();
    }

    private void run() {
        try {
            loop();
        } catch (Throwable t) {
            die(t);
        } finally {
            BUSY.setOpaque(this, false);
            ended = true;
            entries.runRest(this::entryFailed);
            ring.forget(forgotten, head);
        }
    }

    private void loop() {
        while (true) {
            entries.runSome();
            int type = ring.header(head);
            if (type != PacketLayout.INVALID) {
                readAhead();
                process(type);
            } else if (closing && entries.isEmpty() && ring.writeIndex() == head) {
                return;
            } else {
                idle();
            }
        }
    }

    /**
     * While packets wait in the ring, fetches some of them ahead now and then. Not for the first packet after a pause: somebody
     * may be waiting for just that one.
     */
    private void readAhead() {
        if (sincePause++ == 0) {
            aheadUntil = head + 1;
        } else if (head >= aheadUntil) {
            aheadUntil = head + READ_AHEAD;
            readAheadSum += ring.readAhead(head, READ_AHEAD);
        }
    }

    private void idle() {
        BUSY.setOpaque(this, false);
        sincePause = 0;
        if (!Backoff.await(hasWork, Backoff.NANOS, true)) {
            ring.forget(forgotten, head);
            forgotten = head;
            doorbell.sleepForPackets(mustNotSleep);
        }
        BUSY.setOpaque(this, true);
    }

    private void process(int type) {
        Packet packet = ring.packet(head);
        Throwable failed = null;
        boolean run = false;
        begun = true;
        try {
            run = packet.begin();
            if (run && type != PacketLayout.BARRIER_AND) {
                commands.run(type, ring.slot(head), packet.command(), doorbell);
            }
        } catch (Throwable t) {
            failed = t;
        }
        if (run && type == PacketLayout.BARRIER_AND) {
            awaitPositions(packet);
        }
        end(packet, failed);
    }

    private void end(Packet packet, @Nullable Throwable failed) {
        try {
            packet.end(failed, sincePause > 1 ? ring.packetIfComplete(head + 1) : null);
        } finally {
            begun = false;
            ring.free(head++);
            if (room.any()) {
                room.letGo();
            }
            if (watches.any()) {
                watches.ring();
            }
        }
    }

    private void awaitPositions(Packet packet) {
        BUSY.setOpaque(this, false);
        try {
            long slot = ring.slot(head);
            int count = PacketBody.setup(slot);
            for (int i = 0; i < count; i++) {
                long readIndex = PacketBody.word(slot, 2 * i);
                long packetId = PacketBody.word(slot, 2 * i + 1);
                if (Words.getLongAcquire(readIndex) <= packetId) {
                    Command.Barrier barrier = (Command.Barrier) packet.command();
                    await((HostPosition) barrier.positions().get(i));
                }
            }
        } finally {
            // It holds the positions, and they the rings whose read indices were read.
            Reference.reachabilityFence(packet);
        }
        BUSY.setOpaque(this, true);
    }

    private void await(HostPosition position) {
        BooleanSupplier awake = () -> position.reached() || !entries.isEmpty();
        while (!position.reached()) {
            entries.runSome();
            if (!Backoff.await(awake, Backoff.NANOS, true)) {
                PositionWatches others = position.queue().watches();
                others.add(position.packetId(), doorbell);
                doorbell.sleep(awake);
                others.remove(position.packetId(), doorbell);
            }
        }
    }

    private void die(Throwable cause) {
        failure = cause;
        ring.close();
        room.letGo();
        RuntimeException dead = HostQueue.deadQueue(name, cause);
        while (head < ring.writeIndex()) {
            while (ring.header(head) == PacketLayout.INVALID) {
                Thread.onSpinWait(); // its producer is about to make it valid
            }
            Packet packet = ring.packet(head);
            try {
                boolean run = begun || packet.begin();
                end(packet, run ? dead : null);
            } catch (Throwable t) {
                log("a packet could not be failed: queue=" + name, t);
            }
        }
        log(
                "the packet processor died: queue=" + name
                        + "; the packets in its ring fail and it takes no more, use another device or open the runtime again",
                cause);
    }

    private void entryFailed(Throwable cause) {
        log("an entry posted to an ended queue failed: queue=" + name, cause);
    }

    private static void log(String message, Throwable cause) {
        try {
            System.getLogger("io.headrace.host").log(Level.ERROR, message, cause);
        } catch (Throwable unloggable) {
            // Nothing more can be said, and what is left to do matters more.
        }
    }
}
