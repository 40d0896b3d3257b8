package io.headrace.tck;

import io.headrace.kernel.JavaKernel;
import io.headrace.memory.NativeMemory;
import io.headrace.signal.SignalMemory;
import io.headrace.spi.DeviceInfo;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.EngineInfo;
import io.headrace.spi.KernelCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The simplest driver that keeps the SPI's promises: a lock, a list and a thread for each queue. It shows that the suite can
 * be passed, and tells a fault of the runtime from one of a real driver.
 */
final class PlainDriver implements Driver {

    private static final DeviceInfo INFO = new DeviceInfo(
            "plain device",
            1L << 32,
            128,
            65_536,
            1,
            true,
            List.of(new EngineInfo(0, EngineInfo.Kind.HOST_LINK), new EngineInfo(1, EngineInfo.Kind.HOST_LINK)));

    /** A device that has engines for peers too. */
    private static final DeviceInfo PEER = new DeviceInfo(
            "plain peer",
            1L << 32,
            128,
            65_536,
            1,
            true,
            List.of(
                    new EngineInfo(0, EngineInfo.Kind.HOST_LINK),
                    new EngineInfo(1, EngineInfo.Kind.HOST_LINK),
                    new EngineInfo(2, EngineInfo.Kind.PEER_LINK),
                    new EngineInfo(3, EngineInfo.Kind.PEER_LINK)));

    private final List<DriverDevice> devices;

    PlainDriver() {
        this((SignalMemory) null);
    }

    /** A driver whose device has memory of its own for signals. */
    PlainDriver(@Nullable SignalMemory signalMemory) {
        this(List.of(new PlainDevice(INFO, signalMemory, false)));
    }

    private PlainDriver(List<DriverDevice> devices) {
        this.devices = devices;
    }

    /** A driver of two devices that reach each other's memory. */
    static PlainDriver peers() {
        return new PlainDriver(List.of(new PlainDevice(PEER, null, true), new PlainDevice(PEER, null, true)));
    }

    @Override
    public String name() {
        return "plain";
    }

    @Override
    public Usability usability() {
        return new Usability(true, "always there");
    }

    @Override
    public List<DriverDevice> open(DriverEnvironment environment) {
        return devices;
    }

    private record PlainDevice(DeviceInfo info, @Nullable SignalMemory signalMemory, boolean reachesPeers)
            implements DriverDevice {

        @Override
        public boolean reaches(DriverDevice peer) {
            return reachesPeers && peer instanceof PlainDevice other && other.reachesPeers;
        }

        @Override
        public DriverQueue createQueue(int index, int size) {
            return new PlainQueue("headrace-plain-queue-" + index, size);
        }

        @Override
        public DriverQueue createEngineQueue(int engine, int size) {
            return new PlainQueue("headrace-plain-engine-" + engine, size);
        }

        @Override
        public DeviceMemory allocate(long bytes) {
            return new PlainMemory(NativeMemory.allocate(bytes, 64));
        }

        @Override
        public DeviceMemory allocatePinned(long bytes) {
            return allocate(bytes);
        }

        @Override
        public DeviceMemory pin(long address, long bytes) {
            return new NobodysMemory(address, bytes);
        }

        @Override
        public DeviceMemory wrap(long address, long bytes) {
            return new NobodysMemory(address, bytes);
        }

        @Override
        public KernelCode prepare(JavaKernel kernel) {
            return new KernelCode() {};
        }

        @Override
        public void close() {}
    }

    private record NobodysMemory(long address, long bytes) implements DeviceMemory {

        @Override
        public boolean hostAccessible() {
            return true;
        }

        @Override
        public void free() {}
    }

    private record PlainMemory(NativeMemory memory) implements DeviceMemory {

        @Override
        public long address() {
            return memory.address();
        }

        @Override
        public long bytes() {
            return memory.bytes();
        }

        @Override
        public boolean hostAccessible() {
            return true;
        }

        @Override
        public void free() {
            memory.free();
        }
    }
}
