package io.headrace.host;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The helpers of all queues, one fewer than there are processors.
 *
 * <p>A helper takes a chunk of one launch or fill, then of the next, so that no queue keeps them all. It takes one only while fewer
 * threads of the device compute than there are processors: packet processors come first, and a helper that would only take a
 * processor away from one of them sleeps.
 */
final class Workers {

    private final int processors;
    private final List<Helper> helpers;
    private final AtomicInteger helping = new AtomicInteger();
    private final CopyOnWriteArrayList<PacketProcessor> packetProcessors = new CopyOnWriteArrayList<>();
    private final CopyOnWriteArrayList<SplitWork> works = new CopyOnWriteArrayList<>();

    Workers(int processors) {
        this.processors = processors;
        helpers = IntStream.range(0, processors - 1)
                .mapToObj(index -> new Helper("headrace-host-worker-" + index, this))
                .toList();
    }

    boolean haveHelpers() {
        return !helpers.isEmpty();
    }

    /** Counts a packet processor's work from now on. */
    void add(PacketProcessor processor) {
        packetProcessors.removeIf(PacketProcessor::hasEnded);
        packetProcessors.add(processor);
    }

    /** Runs the chunks of a piece of work on the calling thread, its owner, and on helpers; returns when all have ended. Throws what an item threw. */
    void run(SplitWork work) {
        works.add(work);
        wakeOneFor(work);
        try {
            while (work.runChunk()) {
                wakeOneFor(work);
            }
        } finally {
            works.remove(work);
        }
        work.awaitHelpers();
    }

    /** Wakes a helper if one sleeps, is of use and may run. Each that wakes does the same for the next one. */
    void wakeOneFor(SplitWork work) {
        if (!work.hasChunks() || computing() >= processors) {
            return;
        }
        for (Helper helper : helpers) {
            if (helper.wake()) {
                return;
            }
        }
    }

    /** Threads of the device that compute or copy now. */
    private int computing() {
        int computing = helping.get();
        for (PacketProcessor processor : packetProcessors) {
            if (processor.isBusy()) {
                computing++;
            }
        }
        return computing;
    }

    /** Work with chunks left, seen from a helper's turn on. */
    @Nullable
    SplitWork next(int turn) {
        Object[] all = works.toArray();
        for (int i = 0; i < all.length; i++) {
            SplitWork work = (SplitWork) all[Math.floorMod(turn + i, all.length)];
            if (work.hasChunks()) {
                return work;
            }
        }
        return null;
    }

    /** For a sleeping helper: whether there is work for it, and a processor. */
    boolean hasWorkAndRoom() {
        return next(0) != null && computing() < processors;
    }

    /** For a helper: counts it as computing, if there is a processor for it. */
    boolean enter() {
        helping.incrementAndGet();
        if (isCrowded()) {
            leave();
            return false;
        }
        return true;
    }

    /** Whether more threads compute than there are processors. */
    boolean isCrowded() {
        return computing() > processors;
    }

    /** For a helper: does not compute any more. */
    void leave() {
        helping.decrementAndGet();
    }

    /** Ends the helpers. What still runs ends without them. */
    void close() {
        helpers.forEach(Helper::close);
    }
}
