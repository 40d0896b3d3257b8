package io.headrace.host;

import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Kernel2D;
import io.headrace.kernel.Kernel3D;
import io.headrace.kernel.Range;
import io.headrace.spi.Command;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Region;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Short ways to write commands. */
final class Commands {

    private Commands() {}

    static TestPacket launch(long items, Kernel1D kernel) {
        return new TestPacket(new Command.Launch(HostKernel.of(kernel), kernel, Range.of(items)));
    }

    static TestPacket launch(Range range, Kernel2D kernel) {
        return new TestPacket(new Command.Launch(HostKernel.of(kernel), kernel, range));
    }

    static TestPacket launch(Range range, Kernel3D kernel) {
        return new TestPacket(new Command.Launch(HostKernel.of(kernel), kernel, range));
    }

    static TestPacket nothing() {
        return launch(1, ignored -> {});
    }

    /** Runs until a permit is there. */
    static TestPacket until(Semaphore gate) {
        return launch(1, ignored -> gate.acquireUninterruptibly());
    }

    static TestPacket barrier(DriverQueue.Position... positions) {
        return new TestPacket(new Command.Barrier(List.of(positions)));
    }

    static TestPacket copy(Region from, Region to, long bytes) {
        return new TestPacket(new Command.Copy(from, to, bytes));
    }

    static TestPacket fill(DeviceMemory memory, long offset, long bytes, long pattern, int patternBytes) {
        return new TestPacket(new Command.Fill(at(memory, offset), bytes, pattern, patternBytes));
    }

    static Region.Device at(DeviceMemory memory, long offset) {
        return new Region.Device(memory, offset);
    }

    static Region.Host host(MemorySegment segment) {
        return new Region.Host(segment);
    }

    static MemorySegment segment(DeviceMemory memory) {
        return MemorySegment.ofAddress(memory.address()).reinterpret(memory.bytes());
    }
}
