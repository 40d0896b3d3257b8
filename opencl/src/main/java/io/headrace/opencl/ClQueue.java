package io.headrace.opencl;

import io.headrace.error.HeadraceException;
import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.Packet;
import io.headrace.spi.RingPosition;
import io.headrace.spi.RingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A queue: a ring of packets, whose thread ({@link ClLoop}) puts them into an in-order command queue of OpenCL. So a caller makes no
 * native call, whichever of them an OpenCL keeps waiting (some compile kernels when they are enqueued).
 *
 * <p>What has ended is found out by the status of events, which is asked for when OpenCL has told that there is something to see: of
 * the oldest event it is to call when that has ended. To make an event costs OpenCL about as much as a launch. So while packets end quickly
 * only some have one, and those before it are seen to have ended with it; while they take their time each has its own, and so has the
 * last one and each that somebody waits for.
 */
final class ClQueue extends RingQueue {

    private static final int CL_EVENT_COMMAND_EXECUTION_STATUS = 0x11D3;
    private static final int CL_COMPLETE = 0;

    /** The most packets with one event. */
    private static final int MOST_STEP = 32;

    /** For how long packets that share an event run, about: so much later the first of them is seen to have ended. */
    private static final long SHARED_NANOS = 100_000;

    private static final long NONE = -1;

    private final ClContext context;
    private final ClApi api;
    private final ClSlots slots;
    private final ClLoop loop;
    private final DeviceTimes times;
    private final int mostStep;

    /** Stands for this queue in calls by OpenCL. */
    private final long number;

    /** Whether OpenCL has told of an end since anybody looked. */
    private volatile boolean told;

    /** Whether OpenCL is to tell of an end. */
    private volatile boolean asked;

    /** How many packets may share an event. Written by who ends packets. */
    private volatile int step = 1;

    /** The last packet of which OpenCL has something, and the last one with an event. For the thread. */
    private long lastNative = NONE;

    private long lastMarked = NONE;

    // For who ends packets.

    private final NativeMemory words = NativeMemory.allocate(2 * Long.BYTES, Long.BYTES);
    private long endedAt;

    ClQueue(String name, ClContext context, ClCommands commands, DeviceTimes times, int size, long callerSpinMicros) {
        this(name, context, new ClSlots(size), new ClLoop(name, context, commands), times, callerSpinMicros);
    }

    private ClQueue(
            String name, ClContext context, ClSlots slots, ClLoop loop, DeviceTimes times, long callerSpinMicros) {
        super(name, slots, loop, context.loss(), callerSpinMicros);
        this.context = context;
        this.slots = slots;
        this.loop = loop;
        this.times = times;
        api = context.api();
        mostStep = Math.clamp(slots.capacity() / 4, 1, MOST_STEP);
        number = ClCallbacks.add(this::somethingEnded);
    }

    @Override
    protected void start() {
        loop.commands().start(loop);
        loop.start(this);
    }

    /** Called by OpenCL. */
    private void somethingEnded() {
        told = true;
        loop.ring();
    }

    @Override
    protected void check(Command command) {
        loop.commands().check(command);
    }

    @Override
    protected boolean taken(long id, Packet packet) {
        return true;
    }

    Packet packet(long id) {
        return slots.packet(id);
    }

    /** Whether a packet that is about to be submitted is to have an event. For the thread. */
    boolean needsEvent(long id) {
        return id + 1 == writeIndex() || id + 1 == expected() || id - lastMarked >= step;
    }

    /** A packet's commands are in the command queue, or the host has done all of it. For the thread, which gives the events away. */
    void finishSubmission(
            long id, boolean somethingNative, long firstEvent, long lastEvent, @Nullable Throwable failure) {
        slots.events(id, firstEvent, lastEvent);
        if (somethingNative) {
            lastNative = id;
        }
        if (lastEvent != 0) {
            lastMarked = id;
        }
        submitted(id, somethingNative, failure);
    }

    /** Whether packets have been submitted behind the last event. For the thread. */
    boolean isUnmarked() {
        return lastNative > lastMarked;
    }

    /** Gives the last packet that OpenCL has something of an event, that of a marker behind it. For the thread. */
    void mark(long event) {
        slots.event(lastNative, event);
        lastMarked = lastNative;
    }

    /** While entries wait that were posted, the thread ends packets: so it is there when room for them comes. */
    @Override
    public boolean poll() {
        return (loop.isCurrentThread() || !loop.hasEntries()) && super.poll();
    }

    @Override
    protected boolean mayEnd() {
        long next = readIndex();
        return next < submitted()
                && (told || !slots.isOnDevice(next) || (!asked && (expected() > next || loop.isCurrentThread())));
    }

    /** Has events looked at though OpenCL did not tell of an end. */
    void lookAnyway() {
        told = true;
    }

    @Override
    protected boolean endSome() {
        boolean looks = told || !asked;
        if (looks) {
            told = false; // before the look: what ends afterwards is told of
            asked = false;
        }
        long first = readIndex();
        long next = first;
        long until = submitted();
        while (next < until) {
            if (!slots.isOnDevice(next)) {
                end(next, slots.failure(next));
                next++;
                continue;
            }
            long marked = marked(next, until);
            if (!looks || marked == until) {
                break;
            }
            int status = status(slots.event(marked), words.address());
            if (status > CL_COMPLETE) {
                ask(slots.event(marked));
                break;
            }
            // Which of several has failed is not known; those behind it in the command queue have not run.
            HeadraceException cause = status < 0 ? context.exception("run a command of " + name(), status) : null;
            for (; next <= marked; next++) {
                Throwable known = slots.failure(next);
                end(next, known == null && slots.isOnDevice(next) ? cause : known);
            }
        }
        if (next != first) {
            long now = System.nanoTime();
            long each = Math.max(1, (now - endedAt) / (next - first));
            step = Math.clamp(SHARED_NANOS / each, 1, Math.min(2 * step, mostStep));
            endedAt = now;
        }
        return next != first;
    }

    /** The first packet from some on that has an event; if there is none, {@code until}. */
    private long marked(long from, long until) {
        long id = from;
        while (id < until && slots.event(id) == 0) {
            id++;
        }
        return id;
    }

    /** The status of an event: 0 if its command has ended, negative if it failed. */
    int status(long event, long out) {
        int code = api.getEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, Integer.BYTES, out, 0);
        return code == ClErrors.SUCCESS ? Words.getIntPlain(out) : code;
    }

    private void ask(long event) {
        asked = true;
        // If it is refused, the thread still looks from time to time.
        api.setEventCallback(event, CL_COMPLETE, ClCallbacks.address(), number);
    }

    @Override
    protected boolean hasPassed(long id) {
        long event = slots.event(id);
        return event != 0 && status(event, words.address()) == CL_COMPLETE;
    }

    @Override
    protected void tellTimes(long id, Packet packet, @Nullable Throwable failure) {
        long firstEvent = slots.firstEvent(id);
        if (firstEvent != 0 && failure == null) {
            times.tell(packet, firstEvent, slots.event(id), words.address());
        }
    }

    @Override
    protected void release(long id) {
        long event = slots.event(id);
        long firstEvent = slots.firstEvent(id);
        slots.clear(id);
        release(event, firstEvent);
    }

    private void release(long event, long firstEvent) {
        if (event != 0) {
            api.releaseEvent(event);
        }
        if (firstEvent != 0 && firstEvent != event) {
            api.releaseEvent(firstEvent);
        }
    }

    @Override
    public Position position(long packetId) {
        return new ClPosition(this, packetId);
    }

    @Override
    protected void ended() {
        ClCallbacks.remove(number);
        words.free();
        loop.ended();
    }

    private record ClPosition(RingQueue queue, long packetId) implements RingPosition {}
}
