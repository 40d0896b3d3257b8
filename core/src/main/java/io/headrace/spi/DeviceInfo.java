package io.headrace.spi;

import java.util.List;

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
 */
public record DeviceInfo(
        String name,
        long memoryBytes,
        int maxQueues,
        int maxQueueSize,
        int computeUnits,
        boolean javaKernels,
        List<EngineInfo> engines) {

    public DeviceInfo {
        engines = List.copyOf(engines);
    }
}
