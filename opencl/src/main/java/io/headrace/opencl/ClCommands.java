package io.headrace.opencl;

import io.headrace.error.HeadraceException;
import io.headrace.error.Reasons;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.HostRows;
import io.headrace.spi.QueuePriority;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Puts commands into a queue's command queue. For the queue's thread, but for {@link #check}.
 *
 * <p>A call gives an event if its packet is to have one. Of a packet's events the last is kept, by which its end is seen, and the first if
 * the packet is timed.
 */
final class ClCommands {

    private static final int CL_EVENT_COMMAND_EXECUTION_STATUS = 0x11D3;

    /** Three origins or sizes of three words each. */
    private static final long ORIGIN_BYTES = 3 * Long.BYTES;

    private static final long EVENT = 3 * ORIGIN_BYTES;
    private static final long WAIT = EVENT + Long.BYTES;
    private static final long PATTERN = WAIT + Long.BYTES;
    private static final long STATUS = PATTERN + Long.BYTES;
    private static final long MARKER = STATUS + Long.BYTES;
    private static final long BLOCK_BYTES = MARKER + Long.BYTES;

    private final ClDevice device;
    private final ClContext context;
    private final ClApi api;
    private final ClHeap heap;
    private final MemoryTable table;
    private final DeviceTimes times;
    private final QueuePriority priority;
    private final int slot;
    private final Fills fills;
    private final Launches launches;
    private final NativeMemory block = NativeMemory.allocate(BLOCK_BYTES, Long.BYTES);
    private final long origins = block.address();
    private final long pieceBytes;

    private @Nullable HostCopies hostCopies;
    private @Nullable ClLoop loop;

    /** The command queue; and the one before it, whose commands have no times; 0: none. */
    private long handle;

    private long untimed;

    private long seenEpoch;
    private long firstEvent;
    private long lastEvent;
    private boolean keepsFirst;

    /** Whether times are to be made ready before the packet's first command. */
    private boolean wantsTimes;

    /** Whether the next call is to give an event. */
    private boolean givesEvent;

    /** How many commands were in the command queue before the packet. */
    private long countBefore;

    /** Whether something was put into the command queue since it was last flushed. */
    private boolean unflushed;

    /** How many commands were put into the command queue; up to which one all have ended; and which may write host memory last. */
    private long count;

    private long drained;
    private long lastHostWrite;

    /** Takes the command queue over, of which nobody can ask for times. */
    ClCommands(ClDevice device, long handle, QueuePriority priority, int slot, long pieceBytes) {
        this.device = device;
        this.handle = handle;
        this.priority = priority;
        this.slot = slot;
        this.pieceBytes = pieceBytes;
        context = device.context();
        api = context.api();
        heap = device.heap();
        table = device.table();
        times = device.times();
        fills = new Fills(this);
        launches = new Launches(this, table);
    }

    /** Tells who waits in the middle of a packet. */
    void start(ClLoop waiting) {
        loop = waiting;
        hostCopies =
                new HostCopies(this, new Staging(context, this, waiting, device.pinned(), pieceBytes), waiting, heap);
    }

    private ClLoop loop() {
        return Objects.requireNonNull(loop);
    }

    private HostCopies hostCopies() {
        return Objects.requireNonNull(hostCopies);
    }

    ClContext context() {
        return context;
    }

    /** The command queue; another one from the first timed packet on. */
    long handle() {
        return handle;
    }

    /** The number that tells this queue apart from others. */
    int slot() {
        return slot;
    }

    /** Refuses what the device does not do at all. For any thread. */
    void check(Command command) {
        switch (command) {
            case Command.Launch launch -> throw new UnsupportedFeatureException(ClDevice.noJavaKernels(context.id()));
            case Command.NativeLaunch launch -> ((ClKernel) launch.kernel()).checkArguments(launch.arguments(), table);
            case Command.Sequence sequence -> sequence.commands().forEach(this::check);
            default -> {}
        }
    }

    /** A packet is about to begin. If all packets before it have ended, nothing is left in the command queue. */
    void beginPacket(boolean timed, boolean needsEvent, boolean allBeforeEnded) {
        keepsFirst = timed;
        givesEvent = needsEvent;
        countBefore = count;
        if (allBeforeEnded) {
            drained = count;
        }
        wantsTimes = timed;
    }

    /** Whether OpenCL has something of the packet. */
    boolean hasSubmitted() {
        return count != countBefore;
    }

    /** The event of the first command of the packet if its commands tell when it ran, else 0; for who asks to release. */
    long takeFirstEvent() {
        long event = firstEvent;
        firstEvent = 0;
        return event;
    }

    /** The event of the last command of the packet, 0 if OpenCL has nothing of it; for who asks to release. */
    long takeLastEvent() {
        long event = lastEvent;
        lastEvent = 0;
        return event;
    }

    /** Does a command; may wait. */
    void perform(Command command) {
        if (wantsTimes) {
            wantsTimes = false;
            times.prepare();
            takeTimes();
        }
        awaitZeroing();
        switch (command) {
            case Command.Copy copy -> copy(copy);
            case Command.Copy2D copy -> copy(copy);
            case Command.Fill fill -> fill(fill);
            case Command.NativeLaunch launch -> launches.launch(launch);
            case Command.Sequence sequence -> perform(sequence);
            case Command.Native call -> run(call);
            case Command.Barrier barrier -> {} // it was waited for
            case Command.Launch launch -> throw new UnsupportedFeatureException(ClDevice.noJavaKernels(context.id()));
        }
    }

    /**
     * Goes on in a command queue whose commands have times, behind all that is in the one before. OpenCL pays for times with each command, so
     * a queue begins without.
     */
    private void takeTimes() {
        if (untimed != 0) {
            return;
        }
        long timed = device.commandQueue(priority, true);
        try {
            if (count > 0) {
                long event = marker();
                try {
                    flush();
                    Words.setLongPlain(origins + WAIT, event);
                    context.check(
                            "clEnqueueBarrierWithWaitList",
                            api.enqueueBarrierWithWaitList(timed, 1, origins + WAIT, 0));
                } finally {
                    api.releaseEvent(event);
                }
            }
        } catch (Throwable e) {
            api.releaseCommandQueue(timed);
            throw e;
        }
        untimed = handle;
        handle = timed;
        unflushed = true;
    }

    /** Of commands that follow each other the last one gives an event, and the first one if they are timed. */
    private void perform(Command.Sequence sequence) {
        boolean gives = givesEvent;
        givesEvent = keepsFirst;
        int last = sequence.commands().size() - 1;
        for (int i = 0; i <= last; i++) {
            if (i == last) {
                givesEvent = gives;
            }
            perform(sequence.commands().get(i));
        }
    }

    /** Memory that is new to this queue is to be zeroed first. */
    void awaitZeroing() {
        long epoch = heap.epoch();
        if (epoch == seenEpoch) {
            return;
        }
        long event = heap.latestZeroing();
        boolean gives = givesEvent;
        givesEvent = false; // it is no part of the packet
        try {
            if (status(event) != 0) {
                Words.setLongPlain(origins + WAIT, event);
                called(
                        "clEnqueueBarrierWithWaitList",
                        api.enqueueBarrierWithWaitList(handle, 1, origins + WAIT, out()));
            }
            seenEpoch = epoch;
        } finally {
            givesEvent = gives;
            api.releaseEvent(event);
        }
    }

    private void copy(Command.Copy copy) {
        long bytes = copy.bytes();
        copyRows(table.place(copy.from(), bytes), bytes, table.place(copy.to(), bytes), bytes, bytes, 1);
    }

    private void copy(Command.Copy2D copy) {
        Place from = table.place(copy.from(), copy.fromSpan());
        Place to = table.place(copy.to(), copy.toSpan());
        long bytes = copy.rowBytes() * copy.rows();
        if (copy.fromPitch() == copy.rowBytes() && copy.toPitch() == copy.rowBytes()) {
            copyRows(from, bytes, to, bytes, bytes, 1);
        } else {
            copyRows(from, copy.fromPitch(), to, copy.toPitch(), copy.rowBytes(), copy.rows());
        }
    }

    private void copyRows(Place from, long fromPitch, Place to, long toPitch, long rowBytes, long rows) {
        switch (from) {
            case Place.InDevice source -> {
                switch (to) {
                    case Place.InDevice target -> {
                        if (source.isInSameBuffer(target) && (rows > 1 || source.overlaps(target, rowBytes))) {
                            hostCopies().copyInBuffer(source, fromPitch, target, toPitch, rowBytes, rows);
                        } else {
                            copyInDevice(source, fromPitch, target, toPitch, rowBytes, rows);
                        }
                    }
                    case Place.OnHost target -> {
                        if (target.stays()) {
                            copyDown(source, fromPitch, target.segment().address(), toPitch, rowBytes, rows);
                        } else {
                            hostCopies().copyToHost(source, fromPitch, target.segment(), toPitch, rowBytes, rows);
                        }
                    }
                }
            }
            case Place.OnHost source -> {
                switch (to) {
                    case Place.InDevice target -> {
                        if (source.stays()) {
                            copyUp(source.segment().address(), fromPitch, target, toPitch, rowBytes, rows);
                        } else {
                            hostCopies().copyFromHost(source.segment(), fromPitch, target, toPitch, rowBytes, rows);
                        }
                    }
                    case Place.OnHost target -> {
                        keepsFirst = false;
                        hostCopies().drain();
                        HostRows.copy(
                                source.segment(), fromPitch, target.segment(), toPitch, rowBytes, rows, pieceBytes);
                    }
                }
            }
        }
    }

    /** Copies rows within the device that do not overlap. */
    void copyInDevice(Place.InDevice from, long fromPitch, Place.InDevice to, long toPitch, long rowBytes, long rows) {
        if (rows > 1 && !(from.holds(fromPitch, rows) && to.holds(toPitch, rows))) {
            long last = rows - 1;
            copyInDevice(from, fromPitch, to, toPitch, rowBytes, last);
            copyInDevice(from.behind(last * fromPitch), rowBytes, to.behind(last * toPitch), rowBytes, rowBytes, 1);
            return;
        }
        long source = from.block().handle();
        long target = to.block().handle();
        if (rows == 1) {
            called(
                    "clEnqueueCopyBuffer bytes=",
                    rowBytes,
                    api.enqueueCopyBuffer(handle, source, target, from.offset(), to.offset(), rowBytes, 0, 0, out()));
        } else {
            origin(0, from.offset(), 0, 0);
            origin(1, to.offset(), 0, 0);
            origin(2, rowBytes, rows, 1);
            called(
                    "clEnqueueCopyBufferRect rows=",
                    rows,
                    api.enqueueCopyBufferRect(
                            handle,
                            source,
                            target,
                            origins,
                            origins + ORIGIN_BYTES,
                            origins + 2 * ORIGIN_BYTES,
                            fromPitch,
                            0,
                            toPitch,
                            0,
                            0,
                            0,
                            out()));
        }
    }

    /** Copies rows from host memory that stays. */
    void copyUp(long from, long fromPitch, Place.InDevice to, long toPitch, long rowBytes, long rows) {
        if (rows > 1 && !to.holds(toPitch, rows)) {
            long last = rows - 1;
            copyUp(from, fromPitch, to, toPitch, rowBytes, last);
            copyUp(from + last * fromPitch, rowBytes, to.behind(last * toPitch), rowBytes, rowBytes, 1);
            return;
        }
        long buffer = to.block().handle();
        if (rows == 1) {
            called(
                    "clEnqueueWriteBuffer bytes=",
                    rowBytes,
                    api.enqueueWriteBuffer(handle, buffer, 0, to.offset(), rowBytes, from, 0, 0, out()));
        } else {
            hostRows(to.offset(), rowBytes, rows);
            called(
                    "clEnqueueWriteBufferRect rows=",
                    rows,
                    api.enqueueWriteBufferRect(
                            handle,
                            buffer,
                            0,
                            origins,
                            origins + ORIGIN_BYTES,
                            origins + 2 * ORIGIN_BYTES,
                            toPitch,
                            0,
                            fromPitch,
                            0,
                            from,
                            0,
                            0,
                            out()));
        }
    }

    /** Copies rows to host memory that stays. */
    void copyDown(Place.InDevice from, long fromPitch, long to, long toPitch, long rowBytes, long rows) {
        if (rows > 1 && !from.holds(fromPitch, rows)) {
            long last = rows - 1;
            copyDown(from, fromPitch, to, toPitch, rowBytes, last);
            copyDown(from.behind(last * fromPitch), rowBytes, to + last * toPitch, rowBytes, rowBytes, 1);
            return;
        }
        long buffer = from.block().handle();
        if (rows == 1) {
            called(
                    "clEnqueueReadBuffer bytes=",
                    rowBytes,
                    api.enqueueReadBuffer(handle, buffer, 0, from.offset(), rowBytes, to, 0, 0, out()));
        } else {
            hostRows(from.offset(), rowBytes, rows);
            called(
                    "clEnqueueReadBufferRect rows=",
                    rows,
                    api.enqueueReadBufferRect(
                            handle,
                            buffer,
                            0,
                            origins,
                            origins + ORIGIN_BYTES,
                            origins + 2 * ORIGIN_BYTES,
                            fromPitch,
                            0,
                            toPitch,
                            0,
                            to,
                            0,
                            0,
                            out()));
        }
        lastHostWrite = count;
    }

    private void hostRows(long offset, long rowBytes, long rows) {
        origin(0, offset, 0, 0);
        origin(1, 0, 0, 0);
        origin(2, rowBytes, rows, 1);
    }

    private void origin(int index, long x, long y, long z) {
        long at = origins + index * ORIGIN_BYTES;
        Words.setLongPlain(at, x);
        Words.setLongPlain(at + Long.BYTES, y);
        Words.setLongPlain(at + 2 * Long.BYTES, z);
    }

    private void fill(Command.Fill fill) {
        switch (table.place(fill.to(), fill.bytes())) {
            case Place.InDevice target ->
                fills.fill(target.block().handle(), target.offset(), fill.bytes(), fill.pattern(), fill.patternBytes());
            case Place.OnHost target -> {
                keepsFirst = false;
                hostCopies().drain();
                Fills.fillHost(target.segment(), fill.pattern(), fill.patternBytes(), pieceBytes);
            }
        }
    }

    /** Fills a part of a buffer that begins and ends at a multiple of the pattern's size. */
    void fill(long buffer, long offset, long bytes, long pattern, int patternBytes) {
        Words.setLongPlain(origins + PATTERN, pattern);
        for (long done = 0; done < bytes; done += Fills.MOST_BYTES) {
            long piece = Math.min(Fills.MOST_BYTES, bytes - done);
            called(
                    "clEnqueueFillBuffer bytes=",
                    piece,
                    api.enqueueFillBuffer(
                            handle, buffer, origins + PATTERN, patternBytes, offset + done, piece, 0, 0, out()));
        }
    }

    private void run(Command.Native call) {
        keepsFirst = false;
        loop().lookBeforeUsersCode();
        try {
            call.call().run(handle);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new HeadraceException("the native call failed: " + Reasons.of(e), e);
        } finally {
            if (givesEvent) {
                mark(); // behind what it enqueued
            } else {
                count++;
            }
            unflushed = true;
            lastHostWrite = count;
        }
    }

    /** Puts a command into the command queue that does nothing, as a part of the packet. */
    void mark() {
        givesEvent = true;
        called("clEnqueueMarkerWithWaitList", api.enqueueMarkerWithWaitList(handle, 0, 0, out()));
    }

    /** Puts a command into the command queue that does nothing and is no part of a packet; gives its event. */
    long marker() {
        context.check("clEnqueueMarkerWithWaitList", api.enqueueMarkerWithWaitList(handle, 0, 0, origins + MARKER));
        unflushed = true;
        return Words.getLongPlain(origins + MARKER);
    }

    /** Where the event of the next call goes; 0: it gives none. */
    long out() {
        return givesEvent ? origins + EVENT : 0;
    }

    /** A call was made that put a command into the command queue; throws if it failed. */
    void called(String operation, int code) {
        if (code != ClErrors.SUCCESS) {
            throw context.exception(operation, code);
        }
        took();
    }

    private void called(String operation, long size, int code) {
        if (code != ClErrors.SUCCESS) {
            throw context.exception(operation + size, code);
        }
        took();
    }

    private void took() {
        count++;
        unflushed = true;
        if (!givesEvent) {
            return;
        }
        long event = Words.getLongPlain(origins + EVENT);
        long previous = lastEvent;
        if (previous != 0 && previous != firstEvent) {
            api.releaseEvent(previous);
        }
        if (keepsFirst && firstEvent == 0) {
            firstEvent = event;
        }
        lastEvent = event;
    }

    /** The event of the last command, kept by the packet. */
    long lastEvent() {
        return lastEvent;
    }

    /** The host does a part of this packet, so that its commands do not tell when it ran. */
    void hostTakesPart() {
        keepsFirst = false;
        givesEvent = true;
    }

    /** Whether something may still be in the command queue. */
    boolean isBusy() {
        return count > drained;
    }

    /** Whether something may still be in the command queue that writes host memory. */
    boolean mayWriteHost() {
        return lastHostWrite > drained;
    }

    /** All that was put into the command queue has ended. */
    void drained() {
        drained = count;
    }

    /** Has the device begin with what is in the command queue. */
    void flush() {
        if (unflushed) {
            unflushed = false;
            context.check("clFlush", api.flush(handle));
        }
    }

    /** The status of an event: 0 if its command has ended, negative if it failed. */
    int status(long event) {
        int code = api.getEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, Integer.BYTES, origins + STATUS, 0);
        return code == ClErrors.SUCCESS ? Words.getIntPlain(origins + STATUS) : code;
    }

    /** The queue has ended; nothing is in the command queue any more. */
    void close() {
        try {
            if (hostCopies != null) {
                hostCopies.close();
            }
            launches.close();
        } finally {
            block.free();
            device.giveBackSlot(slot);
            long last = handle;
            long first = untimed;
            ClContext.CHORES.add(() -> {
                api.releaseCommandQueue(last);
                if (first != 0) {
                    api.releaseCommandQueue(first);
                }
            });
        }
    }
}
