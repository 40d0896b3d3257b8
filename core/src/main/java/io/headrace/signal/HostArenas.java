package io.headrace.signal;

import io.headrace.memory.NativeMemory;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** The process's arenas in host memory. What one pool gives back another one takes; nothing is ever unmapped. */
final class HostArenas implements ArenaSource {

    static final HostArenas INSTANCE = new HostArenas();

    /** The unit of alignment by which slots are found from addresses, whatever the page size of the system. */
    private static final int PAGE_BYTES = 4096;

    private final Queue<Long> idle = new ConcurrentLinkedQueue<>();

    private HostArenas() {}

    @Override
    public long take() {
        @Nullable Long recycled = idle.poll();
        return recycled != null
                ? recycled
                : NativeMemory.allocate(SlotArena.BYTES, PAGE_BYTES).address();
    }

    @Override
    public void giveBack(long address) {
        idle.add(address);
    }
}
