package io.headrace.queue;

import io.headrace.spi.DriverQueue;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/**
 * The streams whose held operations are ready and shall go on in one hardware queue, in the order in which they became so.
 *
 * <p>The queue's thread moves them on while its ring has room. However many there are, one entry of the queue stands for all of
 * them, so that a full ring costs one look a packet. Lock-free; safe for use from any thread.
 */
public final class ReadyList implements Runnable {

    /** How many streams go on before the queue's thread is back at its packets. */
    private static final int MOST_AT_ONCE = 256;

    private static final VarHandle POSTED;

    static {
        try {
            POSTED = MethodHandles.lookup().findVarHandle(ReadyList.class, "posted", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final QueueSlot slot;
    private final ConcurrentLinkedQueue<Runnable> streams = new ConcurrentLinkedQueue<>();
    private volatile boolean posted;

    ReadyList(QueueSlot slot) {
        this.slot = slot;
    }

    /**
     * Appends a stream. The queue must exist.
     *
     * @param stream moves the stream on; throws nothing
     * @param otherwise runs it if the queue has no thread any more
     */
    public void add(Runnable stream, Executor otherwise) {
        streams.add(stream);
        if (!posted && POSTED.compareAndSet(this, false, true) && !queue().post(this)) {
            otherwise.execute(this);
        }
    }

    /** For the queue's thread. */
    @Override
    public void run() {
        DriverQueue queue = queue();
        for (int ran = 0; ran < MOST_AT_ONCE && hasRoom(queue); ran++) {
            Runnable stream = streams.poll();
            if (stream == null) {
                break;
            }
            stream.run();
        }
        posted = false;
        // One that was added before the line above has found the entry still there.
        if (!streams.isEmpty() && POSTED.compareAndSet(this, false, true) && !queue.post(this)) {
            runRest();
        }
    }

    /** The queue has no thread any more: whatever the streams want from it, they are told so. */
    private void runRest() {
        do {
            for (Runnable stream = streams.poll(); stream != null; stream = streams.poll()) {
                stream.run();
            }
            posted = false;
        } while (!streams.isEmpty() && POSTED.compareAndSet(this, false, true));
    }

    private DriverQueue queue() {
        return Objects.requireNonNull(slot.queue(), "queue");
    }

    private static boolean hasRoom(DriverQueue queue) {
        return queue.writeIndex() - queue.readIndex() < queue.capacity();
    }
}
