package io.headrace.tck.simulation;

import io.headrace.signal.SignalBus;
import io.headrace.signal.SignalMemory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A simulated bus with simulated memory behind it. The memory's addresses are not mapped in this process, so that nothing but
 * the bus reaches it, and every transaction is counted; one to an address that nobody has taken fails. Safe for use from any thread.
 *
 * <p>On a simulated PCIe bus the simulated device sees what the host wrote only after a flush.
 */
public final class SimulatedBus implements SignalBus {

    private final Kind kind;
    private final BusDelays delays;
    private final boolean hostCopies;
    private final FarMemory memory;
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong writes = new AtomicLong();
    private final AtomicLong flushes = new AtomicLong();
    private final AtomicLong writesLeft = new AtomicLong(Long.MAX_VALUE);

    /** Makes a bus without delays, for which the host keeps copies. */
    public SimulatedBus(Kind kind) {
        this(kind, BusDelays.NONE, true);
    }

    /**
     * Makes a bus.
     *
     * @param hostCopies what {@link #hostCopies} gives
     */
    public SimulatedBus(Kind kind, BusDelays delays, boolean hostCopies) {
        this.kind = kind;
        this.delays = delays;
        this.hostCopies = hostCopies;
        this.memory = new FarMemory(this);
    }

    /** The memory behind the bus. */
    public SignalMemory memory() {
        return memory;
    }

    /** How many transactions there were. */
    public BusCounts counts() {
        return new BusCounts(reads.get(), writes.get(), flushes.get());
    }

    /** Bytes that are taken of the memory. */
    public long bytesTaken() {
        return memory.bytesTaken();
    }

    /** Lets the memory have no more than so many bytes. */
    public void limit(long bytes) {
        memory.limit(bytes);
    }

    /** Lets so many more writes through; those behind them fail. */
    public void failAfterWrites(long number) {
        writesLeft.set(number);
    }

    /** What the device itself finds in its memory; no transaction. */
    public long deviceRead(long address) {
        return memory.deviceRead(address);
    }

    /** Has the device itself write to its memory; no transaction. */
    public void deviceWrite(long address, long value) {
        memory.deviceWrite(address, value);
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public boolean hostCopies() {
        return hostCopies;
    }

    @Override
    public long read(long address) {
        long[] word = new long[1];
        transact(address, word);
        return word[0];
    }

    @Override
    public void read(long address, long[] words) {
        checkSize(words);
        transact(address, words);
    }

    private void transact(long address, long[] words) {
        long start = System.nanoTime();
        memory.hostRead(address, words);
        reads.incrementAndGet();
        long nanos = delays.ofRead(words.length);
        if (nanos > 0) {
            while (System.nanoTime() - start < nanos) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public void write(long address, long value) {
        post(address, value);
    }

    @Override
    public void write(long address, long[] words) {
        checkSize(words);
        post(address, words);
    }

    private void post(long address, long... words) {
        if (writesLeft.getAndUpdate(left -> left == Long.MAX_VALUE ? left : Math.max(0, left - 1)) == 0) {
            throw new SimulatedBusFault(
                    "the simulated bus fails, by a test: write to address=0x" + Long.toHexString(address));
        }
        memory.hostWrite(address, words, kind == Kind.PCIE);
        writes.incrementAndGet();
    }

    @Override
    public void flush() {
        memory.flush();
        flushes.incrementAndGet();
    }

    private static void checkSize(long[] words) {
        if (words.length != 2 && words.length != 8) {
            throw new IllegalArgumentException(
                    "one transaction is of 8, 16 or 64 bytes: bytes=" + (long) words.length * Long.BYTES);
        }
    }
}
