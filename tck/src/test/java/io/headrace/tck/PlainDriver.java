package io.headrace.tck;

import io.headrace.config.TimeSource;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Source;
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
import io.headrace.spi.NativeProgram;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The simplest driver that keeps the SPI's promises: a lock, a list and a thread for each queue. It shows that the suite can
 * be passed, and tells a fault of the runtime from one of a real driver.
 */
final class PlainDriver implements Driver {

    private static final List<EngineInfo> ENGINES =
            List.of(new EngineInfo(0, EngineInfo.Kind.HOST_LINK), new EngineInfo(1, EngineInfo.Kind.HOST_LINK));

    private static final List<EngineInfo> PEER_ENGINES = List.of(
            new EngineInfo(0, EngineInfo.Kind.HOST_LINK),
            new EngineInfo(1, EngineInfo.Kind.HOST_LINK),
            new EngineInfo(2, EngineInfo.Kind.PEER_LINK),
            new EngineInfo(3, EngineInfo.Kind.PEER_LINK));

    private final List<PlainDevice> devices;

    /** What a plain device runs. */
    enum Kernels {
        JAVA,
        SOURCES
    }

    PlainDriver() {
        this((SignalMemory) null);
    }

    /** A driver whose device has memory of its own for signals. */
    PlainDriver(@Nullable SignalMemory signalMemory) {
        this(List.of(new PlainDevice(signalMemory, Kernels.JAVA, false, false, TimeSource.SYSTEM)));
    }

    /** A driver whose device runs such kernels, and whose queues report late or not. */
    PlainDriver(Kernels kernels, boolean late) {
        this(List.of(new PlainDevice(null, kernels, late, false, TimeSource.SYSTEM)));
    }

    private PlainDriver(List<PlainDevice> devices) {
        this.devices = devices;
    }

    /** A driver of two devices that have engines for peers too and reach each other's memory. */
    static PlainDriver peers() {
        PlainDevice device = new PlainDevice(null, Kernels.JAVA, false, true, TimeSource.SYSTEM);
        return new PlainDriver(List.of(device, device));
    }

    /** A driver of two devices that do not reach each other, with a clock of their own. */
    static PlainDriver ofClock(TimeSource time) {
        PlainDevice device = new PlainDevice(null, Kernels.JAVA, false, false, time);
        return new PlainDriver(List.of(device, device));
    }

    @Override
    public String name() {
        PlainDevice first = devices.getFirst();
        return "plain" + (first.late() ? "-late" : "") + (first.kernels() == Kernels.SOURCES ? "-sources" : "");
    }

    @Override
    public Usability usability() {
        return new Usability(true, "always there");
    }

    @Override
    public List<DriverDevice> open(DriverEnvironment environment) {
        return List.copyOf(devices);
    }

    private record PlainDevice(
            @Nullable SignalMemory signalMemory, Kernels kernels, boolean late, boolean reachesPeers, TimeSource time)
            implements DriverDevice {

        @Override
        public DeviceInfo info() {
            return new DeviceInfo(
                    "plain device",
                    1L << 32,
                    128,
                    65_536,
                    1,
                    kernels == Kernels.JAVA,
                    reachesPeers ? PEER_ENGINES : ENGINES,
                    kernels == Kernels.SOURCES ? Set.of(Source.Kind.CUDA_C) : Set.of());
        }

        @Override
        public boolean reaches(DriverDevice peer) {
            return reachesPeers && peer instanceof PlainDevice other && other.reachesPeers;
        }

        @Override
        public DriverQueue createQueue(int index, int size) {
            return newQueue("headrace-plain-queue-" + index, size);
        }

        @Override
        public DriverQueue createEngineQueue(int engine, int size) {
            return newQueue("headrace-plain-engine-" + engine, size);
        }

        private DriverQueue newQueue(String name, int size) {
            return late ? new LateQueue(name, size) : new PlainQueue(name, size);
        }

        @Override
        public DeviceMemory allocate(long bytes) {
            return new PlainMemory(NativeMemory.allocate(bytes, 64), kernels == Kernels.JAVA);
        }

        @Override
        public DeviceMemory allocatePinned(long bytes) {
            return new PlainMemory(NativeMemory.allocate(bytes, 64), true);
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
            if (kernels != Kernels.JAVA) {
                throw new UnsupportedFeatureException("the plain device runs no Java kernels this time");
            }
            return new KernelCode() {};
        }

        @Override
        public NativeProgram compile(List<Source> sources) {
            return PlainProgram.compile(sources.getFirst());
        }

        @Override
        public long kernelAddress(long address, long bytes) {
            return address;
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

    private record PlainMemory(NativeMemory memory, boolean hostAccessible) implements DeviceMemory {

        @Override
        public long address() {
            return memory.address();
        }

        @Override
        public long bytes() {
            return memory.bytes();
        }

        @Override
        public void free() {
            memory.free();
        }
    }
}
