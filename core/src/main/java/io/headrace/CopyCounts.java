package io.headrace;

import io.headrace.copy.CopyRoute;
import io.headrace.copy.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a device copies. Safe for use from any thread. */
final class CopyCounts {

    private record Key(Direction direction, CopyRoute.Kind route, int engine) {}

    private record Cell(LongAdder operations, LongAdder bytes, LongAdder failed, LongAdder nanos) {

        Cell() {
            this(new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder());
        }
    }

    private final int engines;
    private final ConcurrentHashMap<Key, Cell> cells = new ConcurrentHashMap<>();

    /**
     * @param engines how many copy engines the device has
     */
    CopyCounts(int engines) {
        this.engines = engines;
    }

    /** A transfer has ended, well or not, after some time. */
    void count(Transfer transfer, int engine, boolean failed, long nanos) {
        Key key = new Key(transfer.direction(), transfer.route(), engine);
        Cell known = cells.get(key);
        Cell cell = known == null ? cells.computeIfAbsent(key, ignored -> new Cell()) : known;
        if (failed) {
            cell.failed().increment();
        } else {
            cell.operations().increment();
            cell.bytes().add(transfer.bytes());
        }
        cell.nanos().add(nanos);
    }

    CopyCounters snapshot() {
        List<CopyCounters.Entry> entries = new ArrayList<>();
        for (Direction direction : Direction.values()) {
            for (CopyRoute.Kind route : CopyRoute.Kind.values()) {
                for (int engine = CopyCounters.OWN_QUEUE; engine < engines; engine++) {
                    Cell cell = cells.get(new Key(direction, route, engine));
                    if (cell != null) {
                        entries.add(new CopyCounters.Entry(
                                direction,
                                route,
                                engine,
                                cell.operations().sum(),
                                cell.bytes().sum(),
                                cell.failed().sum(),
                                cell.nanos().sum()));
                    }
                }
            }
        }
        return new CopyCounters(entries);
    }
}
