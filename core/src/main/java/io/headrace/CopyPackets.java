package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.error.Reasons;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The packets of one {@link CopyTask}. Closing waits for all of them. Used by one thread. */
final class CopyPackets implements AutoCloseable {

    private final List<CopyPacket> running = new ArrayList<>();
    private final @Nullable OperationNote note;
    private @Nullable Throwable failure;

    /**
     * @param note of the whole copy; {@code null} if nothing is recorded
     */
    CopyPackets(@Nullable OperationNote note) {
        this.note = note;
    }

    /** The note of the whole copy; {@code null} if nothing is recorded. */
    @Nullable
    OperationNote note() {
        return note;
    }

    void add(CopyPacket packet) {
        running.add(packet);
    }

    /** Waits for a packet. */
    void await(CopyPacket packet) {
        running.remove(packet);
        note(packet.awaitEnd());
    }

    /**
     * Checks that none has failed that was waited for.
     *
     * @throws HeadraceException the first failure
     */
    void check() {
        if (failure != null) {
            throw failure instanceof HeadraceException described
                    ? described
                    : new HeadraceException("a part of the copy failed: " + Reasons.of(failure), failure);
        }
    }

    /** Whether one has failed that was waited for. */
    boolean hasFailed() {
        return failure != null;
    }

    private void note(@Nullable Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
    }

    @Override
    public void close() {
        running.forEach(packet -> note(packet.awaitEnd()));
        running.clear();
    }
}
