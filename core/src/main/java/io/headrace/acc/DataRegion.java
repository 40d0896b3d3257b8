package io.headrace.acc;

import io.headrace.error.HeadraceException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A time in which data is present: from {@link DataClauses#enter} until it is closed. Regions may be inside each other, in any
 * way, and be closed by any thread. Closing copies to the host by the region's queue, and does not wait for it unless the
 * region is synchronous.
 */
public final class DataRegion implements AutoCloseable {

    private final DataEnvironment data;
    private final AsyncQueue queue;
    private final Queue<Held> holds = new ConcurrentLinkedQueue<>();

    DataRegion(DataEnvironment data, AsyncQueue queue) {
        this.data = data;
        this.queue = queue;
    }

    void add(Present present, HostRange range, boolean copiesOut) {
        holds.add(new Held(present, range, copiesOut));
    }

    /** Takes back all counts of a region that is not to be. */
    void abandon() {
        for (Held held = holds.poll(); held != null; held = holds.poll()) {
            data.abandon(held.present());
        }
    }

    /**
     * Ends the region: takes back its counts, and with the last one of some data copies that to the host, if so said, and ends
     * its memory on the device. Closing again has no effect, unless something could not be copied: then it is tried again.
     *
     * @throws HeadraceException if something could not be copied; that stays present, all else is done
     */
    @Override
    public void close() {
        Map<Present, List<Held>> ending = new LinkedHashMap<>();
        for (Held held = holds.poll(); held != null; held = holds.poll()) {
            ending.computeIfAbsent(held.present(), first -> new ArrayList<>()).add(held);
        }
        RuntimeException failure = null;
        for (List<Held> sameData : ending.values()) {
            // The last count decides what is copied: so the clause that copies most comes last.
            sameData.sort(Comparator.comparingLong(Held::bytesOut));
            for (Held held : sameData) {
                failure = first(failure, end(held));
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Takes back a count. Gives what went wrong; {@code null} if nothing did. */
    private @Nullable RuntimeException end(Held held) {
        boolean lost = held.copiesOut() && held.range().isOver();
        try {
            data.leave(held.present(), held.range(), held.copiesOut() && !lost, queue);
        } catch (RuntimeException e) {
            holds.add(held);
            return e;
        }
        return lost
                ? new IllegalStateException("data could not be copied out, since the arena of the host's memory was"
                        + " closed before the region, and is lost: " + held.range())
                : null;
    }

    private static @Nullable RuntimeException first(
            @Nullable RuntimeException before, @Nullable RuntimeException failure) {
        if (before == null) {
            return failure;
        }
        if (failure != null) {
            before.addSuppressed(failure);
        }
        return before;
    }

    private record Held(Present present, HostRange range, boolean copiesOut) {

        long bytesOut() {
            return copiesOut ? range.bytes() : 0;
        }
    }
}
