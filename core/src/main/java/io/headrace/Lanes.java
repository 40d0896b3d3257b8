package io.headrace;

import io.headrace.config.Knob;
import io.headrace.copy.CopyRoute;
import io.headrace.copy.CopyUnit;
import io.headrace.copy.Direction;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.queue.QueueFactory;
import io.headrace.queue.QueuePool;
import io.headrace.queue.QueueSlot;
import io.headrace.spi.Command;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.QueuePriority;
import io.headrace.trace.OperationKind;
import io.headrace.trace.jfr.CopyRoutedEvent;
import io.headrace.trace.jfr.QueueCreatedEvent;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * All hardware queues of one device.
 *
 * <p>Compute queues have indices: first those that streams share, behind them one for streams of high and one for streams of
 * low priority, behind those the ones that belong to exclusive streams. All are created on first need and none is destroyed
 * before the runtime ends; a queue that an exclusive stream has given back goes to the next one.
 */
final class Lanes {

    private static final System.Logger LOG = System.getLogger("io.headrace");

    private final DriverDevice device;
    private final String deviceId;
    private final int queueSize;
    private final int most;
    private final QueuePool pool;
    private final Lane.Shared shared;
    private final List<Lane.Single> engines;
    private final Routes routes;
    private final CopyCounts copyCounts;

    /** All compute slots, by index. */
    private final CopyOnWriteArrayList<QueueSlot> compute;

    private final Lane high;
    private final Lane low;

    private final AtomicBoolean told = new AtomicBoolean();

    /** Guarded by itself. */
    private final ArrayDeque<Lane.Single> givenBack = new ArrayDeque<>();

    Lanes(DriverDevice device, String deviceId, QueuePool pool, Routes routes, int queueSize) {
        this.device = device;
        this.deviceId = deviceId;
        this.queueSize = queueSize;
        this.most = device.info().maxQueues();
        this.pool = pool;
        this.shared = new Lane.Shared(pool);
        this.routes = routes;
        this.copyCounts = new CopyCounts(device.info().engines().size());
        this.engines = device.info().engines().stream()
                .map(engine -> new QueueSlot(
                        "engine",
                        engine.index(),
                        announced(deviceId, "engine", queueSize, index -> device.createEngineQueue(index, queueSize))))
                .map(slot -> new Lane.Single(slot, false))
                .toList();
        this.compute = new CopyOnWriteArrayList<>(pool.slots());
        this.high = most > compute.size() ? add(QueuePriority.HIGH) : shared;
        this.low = most > compute.size() ? add(QueuePriority.LOW) : shared;
    }

    /** Makes queues as another one does, and tells JFR of each. */
    static QueueFactory announced(String deviceId, String kind, int size, QueueFactory factory) {
        return index -> {
            QueueCreatedEvent event = new QueueCreatedEvent();
            DriverQueue queue = factory.create(index);
            event.commit(deviceId, kind, index, size);
            return queue;
        };
    }

    private Lane.Single add(QueuePriority priority) {
        QueueSlot slot = new QueueSlot(
                "queue",
                compute.size(),
                announced(deviceId, "queue", queueSize, index -> device.createQueue(index, queueSize, priority)));
        compute.add(slot);
        return new Lane.Single(slot, true);
    }

    QueuePool pool() {
        return pool;
    }

    /** The lane of streams with a priority. */
    Lane of(QueuePriority priority) {
        Lane lane = switch (priority) {
            case HIGH -> high;
            case NORMAL -> shared;
            case LOW -> low;
        };
        if (priority != QueuePriority.NORMAL && lane.equals(shared) && told.compareAndSet(false, true)) {
            LOG.log(
                    Level.WARNING,
                    "device={0} has no queue left for streams of priority {1}: they share those of all others;"
                            + " queues={2} shared={3}, lower {4}",
                    deviceId,
                    priority,
                    most,
                    pool.slots().size(),
                    Knob.NUM_QUEUES.variable());
        }
        return lane;
    }

    /**
     * A queue for one stream alone.
     *
     * @throws ResourcesExhaustedException if the device has no more
     */
    Lane.Single takeExclusive() {
        synchronized (givenBack) {
            Lane.Single free = givenBack.poll();
            if (free != null) {
                return free;
            }
            if (compute.size() >= most) {
                throw new ResourcesExhaustedException("device=" + deviceId
                        + " has no queue left for an exclusive stream: queues=" + most + " shared="
                        + pool.slots().size() + "; close another exclusive stream, or use one that shares queues");
            }
            return add(QueuePriority.NORMAL);
        }
    }

    /** The stream that had the queue alone is closed, and all of it has ended. */
    void giveBackExclusive(Lane.Single lane) {
        synchronized (givenBack) {
            givenBack.add(lane);
        }
    }

    /** The ways of copies that have to do with no other device. */
    Routes routes() {
        return routes;
    }

    /** A copy or a fill that has to do with no other device. */
    Operation copy(
            Command command,
            Direction direction,
            long bytes,
            List<Allocation> buffers,
            @Nullable Lease host,
            Device owner) {
        CopyRoute route = routes.of(direction, bytes);
        return copy(command, direction, bytes, route, routes.of(direction, Long.MAX_VALUE), buffers, host, owner);
    }

    /**
     * A copy that this device makes.
     *
     * @param route how it goes
     * @param large how it would go if it were large
     */
    Operation copy(
            Command command,
            Direction direction,
            long bytes,
            CopyRoute route,
            CopyRoute large,
            List<Allocation> buffers,
            @Nullable Lease host,
            Device owner) {
        Transfer transfer = new Transfer(direction, route.kind(), bytes);
        boolean stays = route.leg().unit() instanceof CopyUnit.OwnQueue;
        Lane engine = large.leg().unit() instanceof CopyUnit.OnLanes lanes ? engine(lanes.engine()) : null;
        CopyTask task = null;
        if (command instanceof Command.Copy whole
                && route.leg().unit() instanceof CopyUnit.OnLanes lanes
                && lanes.parts() > 1
                && SplitCopy.suits(whole)) {
            List<Lane.Single> spread =
                    lanes.engines().stream().map(this::engine).toList();
            task = new SplitCopy(owner, whole, transfer, spread, lanes.parts());
        }
        OperationKind kind = direction == Direction.FILL ? OperationKind.FILL : OperationKind.COPY;
        Object name = CopyNames.of(direction, command instanceof Command.Copy2D);
        if (kind == OperationKind.COPY && CopyRoutedEvent.isWanted()) {
            announce(direction, bytes, route);
        }
        return new Operation(kind, name, command, engine, stays, buffers, host, List.of(transfer), task);
    }

    private void announce(Direction direction, long bytes, CopyRoute route) {
        CopyUnit unit = route.leg().unit();
        CopyRoutedEvent.commit(
                deviceId,
                CopyNames.of(direction, false),
                route.kind().name().toLowerCase(Locale.ROOT),
                unit instanceof CopyUnit.OnLanes lanes ? "engine " + lanes.engine() : "own queue",
                unit instanceof CopyUnit.OnLanes lanes ? lanes.parts() : 1,
                bytes);
    }

    CopyCounts copyCounts() {
        return copyCounts;
    }

    /** The lane of a copy engine. */
    Lane.Single engine(int index) {
        return engines.get(index);
    }

    /** All slots of compute queues, by index. More may come. */
    List<QueueSlot> compute() {
        return compute;
    }

    /** All slots of copy engines, by index. */
    List<QueueSlot> engines() {
        return engines.stream().map(Lane.Single::slot).toList();
    }

    /** All slots. */
    List<QueueSlot> all() {
        List<QueueSlot> all = new ArrayList<>(compute);
        all.addAll(engines());
        return all;
    }
}
