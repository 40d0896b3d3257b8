package io.headrace.tck.simulation;

import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.signal.SignalBus;
import io.headrace.signal.SignalMemory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory behind a {@link SimulatedBus}. It is kept under addresses from 2^47 on, where no process has memory, each bus with
 * a window of its own. Blocks that are given back are taken again.
 */
final class FarMemory implements SignalMemory {

    private static final long WINDOW_BYTES = 1L << 32;
    private static final long FIRST = 1L << 47;
    private static final AtomicLong WINDOWS = new AtomicLong();

    private final SignalBus bus;
    private final long window;
    private final Object lock = new Object();
    private final TreeMap<Long, long[]> blocks = new TreeMap<>();
    private final FreeBlocks free = new FreeBlocks();

    /** What the host wrote and the device does not see yet, by address. */
    private final Map<Long, Long> unflushed = new HashMap<>();

    private long used;
    private long taken;
    private long limit = WINDOW_BYTES;

    FarMemory(SignalBus bus) {
        this.bus = bus;
        this.window = FIRST + WINDOWS.getAndIncrement() % (FIRST / WINDOW_BYTES) * WINDOW_BYTES;
    }

    @Override
    public SignalBus bus() {
        return bus;
    }

    @Override
    public long take(long bytes) {
        synchronized (lock) {
            if (bytes > limit - taken) {
                throw new OutOfDeviceMemoryException(
                        "the simulated memory is full: bytes=" + bytes + " taken=" + taken + " limit=" + limit);
            }
            Long again = free.poll(bytes);
            long address = again == null ? fresh(bytes) : again;
            long[] words = new long[Math.toIntExact(bytes / Long.BYTES)];
            Arrays.fill(words, 0x5555_5555_5555_5555L);
            blocks.put(address, words);
            taken += bytes;
            return address;
        }
    }

    private long fresh(long bytes) {
        if (bytes > WINDOW_BYTES - used) {
            throw new OutOfDeviceMemoryException("the simulated memory has no addresses left: bytes=" + bytes);
        }
        used += bytes;
        return window + used - bytes;
    }

    @Override
    public void giveBack(long address, long bytes) {
        synchronized (lock) {
            long[] words = blocks.get(address);
            if (words == null || (long) words.length * Long.BYTES != bytes) {
                throw new SimulatedBusFault(
                        "no such block was taken: address=0x" + Long.toHexString(address) + " bytes=" + bytes);
            }
            blocks.remove(address);
            unflushed.keySet().removeIf(at -> at - address >= 0 && at - address < bytes);
            free.add(address, bytes);
            taken -= bytes;
        }
    }

    long bytesTaken() {
        synchronized (lock) {
            return taken;
        }
    }

    void limit(long bytes) {
        synchronized (lock) {
            limit = bytes;
        }
    }

    void hostRead(long address, long[] into) {
        synchronized (lock) {
            Place place = place(address, into.length);
            for (int i = 0; i < into.length; i++) {
                into[i] = unflushed.getOrDefault(address + (long) i * Long.BYTES, place.words[place.index + i]);
            }
        }
    }

    void hostWrite(long address, long[] from, boolean posted) {
        synchronized (lock) {
            Place place = place(address, from.length);
            for (int i = 0; i < from.length; i++) {
                if (posted) {
                    unflushed.put(address + (long) i * Long.BYTES, from[i]);
                } else {
                    place.words[place.index + i] = from[i];
                }
            }
        }
    }

    void flush() {
        synchronized (lock) {
            unflushed.forEach(this::deviceWrite);
            unflushed.clear();
        }
    }

    long deviceRead(long address) {
        synchronized (lock) {
            Place place = place(address, 1);
            return place.words[place.index];
        }
    }

    void deviceWrite(long address, long value) {
        synchronized (lock) {
            Place place = place(address, 1);
            place.words[place.index] = value;
        }
    }

    private static final class Place {

        private final long[] words;
        private final int index;

        Place(long[] words, int index) {
            this.words = words;
            this.index = index;
        }
    }

    /** Where words are that lie in one aligned piece. */
    private Place place(long address, int words) {
        Map.Entry<Long, long[]> block = blocks.floorEntry(address);
        long offset = block == null ? -1 : address - block.getKey();
        if (block == null || offset / Long.BYTES >= block.getValue().length) {
            throw new SimulatedBusFault("nothing is there: address=0x" + Long.toHexString(address));
        }
        if (address % ((long) words * Long.BYTES) != 0) {
            throw new SimulatedBusFault("a transaction is aligned to its size: address=0x" + Long.toHexString(address)
                    + " bytes=" + (long) words * Long.BYTES);
        }
        return new Place(block.getValue(), (int) (offset / Long.BYTES));
    }
}
