package io.headrace.tck;

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

    private final @Nullable SignalMemory signalMemory;
    private final Kernels kernels;
    private final boolean late;

    /** What a plain device runs. */
    enum Kernels {
        JAVA,
        SOURCES
    }

    PlainDriver() {
        this(Kernels.JAVA, false);
    }

    /** A driver whose device has memory of its own for signals. */
    PlainDriver(@Nullable SignalMemory signalMemory) {
        this.signalMemory = signalMemory;
        this.kernels = Kernels.JAVA;
        this.late = false;
    }

    /** A driver whose device runs such kernels, and whose queues report late or not. */
    PlainDriver(Kernels kernels, boolean late) {
        this.signalMemory = null;
        this.kernels = kernels;
        this.late = late;
    }

    @Override
    public String name() {
        return "plain" + (late ? "-late" : "") + (kernels == Kernels.SOURCES ? "-sources" : "");
    }

    @Override
    public Usability usability() {
        return new Usability(true, "always there");
    }

    @Override
    public List<DriverDevice> open(DriverEnvironment environment) {
        return List.of(new PlainDevice(signalMemory, kernels, late));
    }

    private record PlainDevice(@Nullable SignalMemory signalMemory, Kernels kernels, boolean late)
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
                    ENGINES,
                    kernels == Kernels.SOURCES ? Set.of(Source.Kind.CUDA_C) : Set.of());
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
