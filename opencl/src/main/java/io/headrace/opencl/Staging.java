package io.headrace.opencl;

import io.headrace.spi.DeviceMemory;
import io.headrace.spi.StagingRing;
import org.jspecify.annotations.Nullable;

/** Pinned memory for copies of other host memory. A mark is the event of the last command, which is kept until it is waited for. */
final class Staging extends StagingRing {

    private final ClContext context;
    private final ClCommands commands;
    private final ClLoop loop;
    private final PinnedHeap pinned;
    private @Nullable DeviceMemory memory;

    Staging(ClContext context, ClCommands commands, ClLoop loop, PinnedHeap pinned, long pieceBytes) {
        super(pieceBytes);
        this.context = context;
        this.commands = commands;
        this.loop = loop;
        this.pinned = pinned;
    }

    @Override
    protected long allocate(long bytes) {
        DeviceMemory ring = pinned.allocate(bytes);
        memory = ring;
        return ring.address();
    }

    @Override
    protected void free() {
        if (memory != null) {
            memory.free();
        }
    }

    @Override
    protected long makeMark() {
        long event = commands.lastEvent();
        context.check("clRetainEvent", context.api().retainEvent(event));
        return event;
    }

    @Override
    protected void awaitMark(long event) {
        try {
            loop.await(event);
        } finally {
            dropMark(event);
        }
    }

    @Override
    protected void dropMark(long event) {
        context.api().releaseEvent(event);
    }
}
