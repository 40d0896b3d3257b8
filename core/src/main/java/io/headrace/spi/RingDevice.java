package io.headrace.spi;

import io.headrace.config.Knob;
import io.headrace.config.Settings;
import io.headrace.error.ResourcesExhaustedException;

/** A device whose queues are {@link RingQueue}s: checks and names them. For drivers; safe for use from any thread. */
public abstract class RingDevice implements DriverDevice {

    /** The smallest number of packets in a ring. */
    private static final int MIN_QUEUE_SIZE = 2;

    /** For {@link #makeQueue}: the queue is a compute queue. */
    protected static final int NO_ENGINE = -1;

    /** Pieces of staged copies are no larger, however large the knob: four of them are pinned for each queue that stages. */
    private static final long MOST_PIECE_BYTES = 8L << 20;

    private final String driver;
    private final int ordinal;
    private final DeviceLoss loss;
    private final long pieceBytes;
    private final long callerSpinMicros;

    /**
     * A device without queues.
     *
     * @param driver the driver's name
     * @param ordinal the device's index among those of the driver
     * @param loss whether the device is lost
     * @param settings for the size of pieces of staged copies, and how long callers spin
     */
    protected RingDevice(String driver, int ordinal, DeviceLoss loss, Settings settings) {
        this.driver = driver;
        this.ordinal = ordinal;
        this.loss = loss;
        pieceBytes = Math.min(settings.number(Knob.MAX_ASYNC_COPY_BYTES), MOST_PIECE_BYTES);
        callerSpinMicros = settings.number(Knob.STREAM_BUSYWAIT);
    }

    /**
     * Makes a queue, which is started afterwards. What it throws leaves nothing behind.
     *
     * @param size how many packets its ring holds
     * @param engine the engine's index, if it is the queue of a copy engine; else {@link #NO_ENGINE}
     */
    protected abstract RingQueue makeQueue(String name, int size, QueuePriority priority, int engine);

    /** How long a caller spins for room before it parks. */
    protected final long callerSpinMicros() {
        return callerSpinMicros;
    }

    /** The size of the largest piece of a staged copy. */
    public final long pieceBytes() {
        return pieceBytes;
    }

    @Override
    public final DriverQueue createQueue(int index, int size) {
        return createQueue(index, size, QueuePriority.NORMAL);
    }

    @Override
    public final DriverQueue createQueue(int index, int size, QueuePriority priority) {
        return create("queue", index, info().maxQueues(), size, priority, NO_ENGINE);
    }

    @Override
    public final DriverQueue createEngineQueue(int engine, int size) {
        return create("engine", engine, info().engines().size(), size, QueuePriority.NORMAL, engine);
    }

    private DriverQueue create(String kind, int index, int limit, int size, QueuePriority priority, int engine) {
        new QueueLimits(driver + ":" + ordinal, MIN_QUEUE_SIZE, info().maxQueueSize()).check(kind, index, limit, size);
        loss.throwIfLost();
        String name = "headrace-" + driver + "-" + ordinal + "-" + kind + "-" + index;
        try {
            RingQueue queue = makeQueue(name, size, priority, engine);
            queue.start();
            return queue;
        } catch (OutOfMemoryError e) {
            throw new ResourcesExhaustedException(
                    "the process has no memory or no thread for name=" + name + " size=" + size, e);
        }
    }
}
