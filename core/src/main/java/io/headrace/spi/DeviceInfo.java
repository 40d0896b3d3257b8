package io.headrace.spi;

import io.headrace.kernel.Source;
import java.util.List;
import java.util.Set;

/**
 * What a device is.
 *
 * @param name the device's name as its maker gives it
 * @param memoryBytes bytes of memory that buffers can be allocated from, in all
 * @param maxQueues how many compute queues the device grants, at least 1
 * @param maxQueueSize the largest number of packets in one queue, a power of two
 * @param computeUnits processors that run items at the same time (the host device: worker threads)
 * @param javaKernels whether the device runs Java kernels
 * @param engines the copy engines, by index; empty if copies run on compute queues
 * @param sourceKinds in which forms the device takes programs; empty if it runs no source kernels
 */
public record DeviceInfo(
        String name,
        long memoryBytes,
        int maxQueues,
        int maxQueueSize,
        int computeUnits,
        boolean javaKernels,
        List<EngineInfo> engines,
        Set<Source.Kind> sourceKinds) {

    public DeviceInfo {
        engines = List.copyOf(engines);
        sourceKinds = Set.copyOf(sourceKinds);
    }

    /** A device that runs no source kernels. */
    public DeviceInfo(
            String name,
            long memoryBytes,
            int maxQueues,
            int maxQueueSize,
            int computeUnits,
            boolean javaKernels,
            List<EngineInfo> engines) {
        this(name, memoryBytes, maxQueues, maxQueueSize, computeUnits, javaKernels, engines, Set.of());
    }
}
