package io.headrace.tck.forward;

import io.headrace.config.TimeSource;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Source;
import io.headrace.signal.DeviceClock;
import io.headrace.signal.SignalMemory;
import io.headrace.spi.Command;
import io.headrace.spi.DeviceInfo;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.KernelCode;
import io.headrace.spi.NativeProgram;
import io.headrace.spi.QueuePriority;
import io.headrace.spi.SequenceCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A device that passes everything on to another one. */
public class ForwardingDevice implements DriverDevice {

    private final DriverDevice device;

    /** In front of a device. */
    public ForwardingDevice(DriverDevice device) {
        this.device = device;
    }

    /** The device behind this one. */
    public final DriverDevice device() {
        return device;
    }

    @Override
    public DeviceInfo info() {
        return device.info();
    }

    @Override
    public DriverQueue createQueue(int index, int size) {
        return device.createQueue(index, size);
    }

    @Override
    public DriverQueue createQueue(int index, int size, QueuePriority priority) {
        return device.createQueue(index, size, priority);
    }

    @Override
    public DriverQueue createEngineQueue(int engine, int size) {
        return device.createEngineQueue(engine, size);
    }

    /** What one device reaches of another, both behind devices of this kind. */
    @Override
    public boolean reaches(DriverDevice peer) {
        return device.reaches(peer instanceof ForwardingDevice other ? other.device : peer);
    }

    @Override
    public List<Integer> enginesTo(DriverDevice peer) {
        return device.enginesTo(peer instanceof ForwardingDevice other ? other.device : peer);
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        return device.allocate(bytes);
    }

    @Override
    public DeviceMemory allocatePinned(long bytes) {
        return device.allocatePinned(bytes);
    }

    @Override
    public DeviceMemory pin(long address, long bytes) {
        return device.pin(address, bytes);
    }

    @Override
    public DeviceMemory wrap(long address, long bytes) {
        return device.wrap(address, bytes);
    }

    @Override
    public KernelCode prepare(JavaKernel kernel) {
        return device.prepare(kernel);
    }

    @Override
    public SequenceCode prepare(List<Command> commands) {
        return device.prepare(commands);
    }

    @Override
    public NativeProgram compile(List<Source> sources) {
        return device.compile(sources);
    }

    @Override
    public long kernelAddress(long address, long bytes) {
        return device.kernelAddress(address, bytes);
    }

    @Override
    public @Nullable SignalMemory signalMemory() {
        return device.signalMemory();
    }

    @Override
    public DeviceClock clock() {
        return device.clock();
    }

    @Override
    public TimeSource time() {
        return device.time();
    }

    @Override
    public boolean tellsTimes() {
        return device.tellsTimes();
    }

    @Override
    public boolean runsInline() {
        return device.runsInline();
    }

    @Override
    public void close() {
        device.close();
    }
}
