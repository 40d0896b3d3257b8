package io.headrace.spi;

import io.headrace.config.TimeSource;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Source;
import io.headrace.signal.DeviceClock;
import io.headrace.signal.SignalMemory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A device of a {@link Driver}. All methods may be called from any thread. */
public interface DriverDevice {

    /** What the device is; constant. */
    DeviceInfo info();

    /**
     * Creates a compute queue. The runtime calls this once for each index that is needed, never twice at the same time
     * for one index, and again for the same index only if it failed.
     *
     * @param index the queue's index, from 0 to {@link DeviceInfo#maxQueues()} - 1
     * @param size the number of packets the ring holds, a power of two
     * @throws io.headrace.error.HeadraceException if the queue cannot be made; nothing is left behind then
     */
    DriverQueue createQueue(int index, int size);

    /**
     * Creates a compute queue with a priority; the same terms. A driver that knows no priorities ignores it.
     *
     * @param index the queue's index
     * @param size the number of packets the ring holds, a power of two
     * @param priority a hint whose packets come first
     */
    default DriverQueue createQueue(int index, int size, QueuePriority priority) {
        return createQueue(index, size);
    }

    /**
     * Creates the queue of a copy engine; the same terms as for compute queues.
     *
     * @param engine the engine's index in {@link DeviceInfo#engines()}
     * @param size the number of packets the ring holds, a power of two
     */
    DriverQueue createEngineQueue(int engine, int size);

    /**
     * Whether this device copies between its own memory and that of another one by itself. If both say so of each other, a copy
     * may come with the other's memory as a {@link Region.Device}; else copies between the two are staged through the host.
     *
     * @param peer a device of this driver or another one
     */
    default boolean reaches(DriverDevice peer) {
        return false;
    }

    /**
     * Which copy engines suit the link to a peer: for copies to it that this device makes by itself. For copies that it fetches
     * from there, others are taken where there are some.
     *
     * @param peer a device that this one reaches
     * @return their indices in {@link DeviceInfo#engines()}; none if all of the kind are alike, or it is not known
     */
    default List<Integer> enginesTo(DriverDevice peer) {
        return List.of();
    }

    /**
     * Allocates device memory, zeroed, aligned to at least 64 bytes.
     *
     * @param bytes the size, at least 1
     * @throws io.headrace.error.OutOfDeviceMemoryException if there is not so much
     */
    DeviceMemory allocate(long bytes);

    /**
     * Allocates host memory that the device reads and writes in place (pinned), zeroed, aligned to at least 64 bytes. Its
     * {@link DeviceMemory#address()} is the host's address, and the host can access it.
     *
     * @param bytes the size, at least 1
     * @throws io.headrace.error.OutOfDeviceMemoryException if there is not so much
     */
    DeviceMemory allocatePinned(long bytes);

    /**
     * Makes host memory that exists one that the device reads and writes in place. The runtime never pins memory that
     * overlaps other pinned memory of this device, and keeps what it pinned until {@link DeviceMemory#free}, which ends the
     * pinning and leaves the memory alone.
     *
     * @param address the memory's address on the host, which {@link DeviceMemory#address()} gives too
     * @param bytes its size, at least 1
     * @throws io.headrace.error.UnsupportedFeatureException if the driver cannot, or not this memory
     */
    DeviceMemory pin(long address, long bytes);

    /**
     * Device memory that somebody else allocated. {@link DeviceMemory#free} tells that the runtime uses it no more, and
     * leaves the memory alone.
     *
     * @param address an address in the device's address space, not 0
     * @param bytes the size, 0 or more
     * @throws io.headrace.error.UnsupportedFeatureException if the driver cannot use memory that it did not allocate
     */
    DeviceMemory wrap(long address, long bytes);

    /**
     * Makes a Java kernel's code ready to run. Called for each launch on the caller's thread, so it has to be quick the
     * second time it sees a kernel's class.
     *
     * @throws io.headrace.error.UnsupportedFeatureException if the device cannot run it
     */
    KernelCode prepare(JavaKernel kernel);

    /**
     * Makes the first of several forms of a program that the device can run ready to run. May take long: the runtime calls it on
     * platform threads only. What does not compile is an error, and no reason to take the next form; binary code for another
     * device is one.
     *
     * @param sources at least one, each of {@link DeviceInfo#sourceKinds}
     * @throws io.headrace.error.CompilationException if the program is wrong
     * @throws UnsupportedFeatureException if the device can run none of them; says why of each
     */
    default NativeProgram compile(List<Source> sources) {
        throw new UnsupportedFeatureException("device=" + info().name() + " runs no source kernels: given=" + sources);
    }

    /**
     * The address by which the device's kernels reach host memory: of {@link #allocatePinned}, of {@link #pin}, or a signal's.
     *
     * @param address the memory's address on the host
     * @param bytes its size
     * @throws UnsupportedFeatureException if they cannot reach it
     */
    default long kernelAddress(long address, long bytes) {
        throw new UnsupportedFeatureException(
                "kernels of device=" + info().name() + " cannot reach host memory; copy it to a buffer");
    }

    /**
     * Makes a fixed sequence of commands ready to run again and again, on one queue or another. What it holds goes with the
     * last reference to it. A driver that has nothing to make ready gives an empty code.
     *
     * @param commands at least 2 launches of either kind, copies and fills
     */
    default SequenceCode prepare(List<Command> commands) {
        return new SequenceCode() {};
    }

    /**
     * The device's own memory for signals, the same each time; {@code null}, the default: it has none, and its signals live
     * in the host's memory.
     */
    default @Nullable SignalMemory signalMemory() {
        return null;
    }

    /**
     * The clock of the counter that the device stamps operations with, the same each time; it is the driver's to adjust. By default
     * the counter is the host's clock.
     */
    default DeviceClock clock() {
        return DeviceClock.host();
    }

    /**
     * The clock by which the runtime tells when operations began and ended; the same each time, and the same for all devices of a
     * runtime. It never shows 0, which stands for no time. By default this machine's.
     *
     * <p>A device in virtual time has a clock of its own. What a caller is willing to wait is time of this machine in any case.
     */
    default TimeSource time() {
        return TimeSource.SYSTEM;
    }

    /**
     * Whether {@link Packet#ran} is ever called for this device's packets; constant. By default it is taken for granted. A
     * device whose packets run when they are told to begin and end has nothing to tell, and says so here, since it cannot be known before
     * the first of them has ended: what is recorded of each packet, of which there may be rings full, then has no room for times that never come.
     */
    default boolean tellsTimes() {
        return true;
    }

    /**
     * Whether the device has no queues of its own, so that what is offered has run, on the offering thread, when the offer
     * returns. Host calls then run on the caller's thread too. By default not.
     */
    default boolean runsInline() {
        return false;
    }

    /** Ends the device's threads and gives back what it holds. Called once, after all its queues were closed. */
    void close();
}
