package io.headrace.signal;

import io.headrace.memory.NativeMemory;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The process's arenas in host memory. What one pool gives back another one takes; nothing is ever unmapped. Neighbours that
 * are idle become one block again, so that small arenas leave room for large ones and the other way round. Safe for use from
 * any thread.
 */
final class HostArenas implements ArenaSource {

    static final HostArenas INSTANCE = new HostArenas();

    /** The C library is asked for no less than this at a time. */
    private static final long REGION_BYTES = 1 << 20;

    /** Sorted by size, then by address. */
    private record Block(long bytes, long address) implements Comparable<Block> {
        @Override
        public int compareTo(Block other) {
            int bySize = Long.compare(bytes, other.bytes);
            return bySize != 0 ? bySize : Long.compare(address, other.address);
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final TreeSet<Block> bySize = new TreeSet<>();
    private final TreeMap<Long, Block> byAddress = new TreeMap<>();

    HostArenas() {}

    @Override
    public long take(long bytes) {
        lock.lock();
        try {
            Block block = bySize.ceiling(new Block(bytes, 0));
            if (block == null) {
                long size = Math.max(bytes, REGION_BYTES);
                block = new Block(
                        size, NativeMemory.allocate(size, PageMap.PAGE_BYTES).address());
            } else {
                drop(block);
            }
            if (block.bytes > bytes) {
                keep(new Block(block.bytes - bytes, block.address + bytes));
            }
            return block.address;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void giveBack(long address, long bytes) {
        lock.lock();
        try {
            long start = address;
            long end = address + bytes;
            Map.@Nullable Entry<Long, Block> before = byAddress.lowerEntry(address);
            if (before != null && before.getValue().address + before.getValue().bytes == start) {
                start = before.getValue().address;
                drop(before.getValue());
            }
            Block after = byAddress.get(end);
            if (after != null) {
                end += after.bytes;
                drop(after);
            }
            keep(new Block(end - start, start));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isHostMemory() {
        return true;
    }

    private void keep(Block block) {
        bySize.add(block);
        byAddress.put(block.address, block);
    }

    private void drop(Block block) {
        bySize.remove(block);
        byAddress.remove(block.address);
    }
}
