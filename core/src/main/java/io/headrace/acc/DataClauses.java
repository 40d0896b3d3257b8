package io.headrace.acc;

import io.headrace.error.NotPresentException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * What a data region is to hold, said clause by clause and entered as a whole. Made by {@link DataEnvironment#region}. For one
 * thread.
 */
public final class DataClauses {

    private final DataEnvironment data;
    private final int async;
    private final int[] waits;
    private final List<Clause> clauses = new ArrayList<>();

    DataClauses(DataEnvironment data, int async, int... waits) {
        this.data = data;
        this.async = async;
        this.waits = waits.clone();
    }

    /** Data that is copied to the device when the region is entered, if it is absent, and deleted at its end. */
    public DataClauses copyIn(MemorySegment... hosts) {
        return add(true, false, false, hosts);
    }

    /**
     * Data that is created when the region is entered, if it is absent, and copied to the host at its end.
     *
     * @throws IllegalArgumentException if the host's memory is read-only
     * @throws io.headrace.error.UnsupportedFeatureException if it is of a confined arena
     */
    public DataClauses copyOut(MemorySegment... hosts) {
        return add(false, true, false, hosts);
    }

    /**
     * Data that is copied to the device when the region is entered, if it is absent, and to the host at its end.
     *
     * @throws IllegalArgumentException if the host's memory is read-only
     * @throws io.headrace.error.UnsupportedFeatureException if it is of a confined arena
     */
    public DataClauses copy(MemorySegment... hosts) {
        return add(true, true, false, hosts);
    }

    /** Data that is created when the region is entered, if it is absent, and deleted at its end. */
    public DataClauses create(MemorySegment... hosts) {
        return add(false, false, false, hosts);
    }

    /** Data that has to be present when the region is entered, and stays so until its end. */
    public DataClauses present(MemorySegment... hosts) {
        return add(false, false, true, hosts);
    }

    private DataClauses add(boolean in, boolean out, boolean present, MemorySegment... hosts) {
        for (MemorySegment host : hosts) {
            HostRange range = HostRange.of(host);
            range.checkAlive();
            if (out) {
                range.checkWritable();
            }
            clauses.add(new Clause(range, in, out, present));
        }
        return this;
    }

    /**
     * Enters the region. If one of the clauses cannot be met, none is.
     *
     * @throws NotPresentException if data overlaps what is present without being inside it, or is to be present and is not
     * @throws io.headrace.error.OutOfDeviceMemoryException if the device has no room for it
     */
    public DataRegion enter() {
        AsyncQueue queue = data.queue(async, waits);
        DataRegion region = new DataRegion(data, queue);
        boolean entered = false;
        try {
            for (Clause each : clauses) {
                HostRange range = each.range();
                if (!range.isEmpty()) {
                    Present present = each.present()
                            ? data.hold(range, queue)
                            : data.enter(range, Hold.STRUCTURED, each.in(), queue);
                    region.add(present, range, each.out());
                }
            }
            entered = true;
            return region;
        } finally {
            if (!entered) {
                region.abandon();
            }
        }
    }

    private record Clause(HostRange range, boolean in, boolean out, boolean present) {}
}
