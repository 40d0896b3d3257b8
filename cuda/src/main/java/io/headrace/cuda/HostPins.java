package io.headrace.cuda;

import io.headrace.error.DeviceFailureException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.spi.DeviceMemory;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Host memory that was registered with a device. CUDA registers whole pages, each once. So pins in the same pages share a
 * registration; and a pin that has some pages in common with a registration, and others not, is not registered: its copies are
 * staged as those of other host memory are. Safe for use from any thread.
 */
final class HostPins {

    private static final int CU_MEMHOSTREGISTER_PORTABLE = 1;
    private static final int CU_MEMHOSTREGISTER_DEVICEMAP = 2;
    private static final long PAGE = 4_096;

    private static final class Registration {

        private final long begin;
        private final long end;
        private int users;

        Registration(long begin, long end) {
            this.begin = begin;
            this.end = end;
        }
    }

    private final CudaContext context;
    private final ReentrantLock lock = new ReentrantLock();

    /** By the first page. They do not overlap. */
    private final NavigableMap<Long, Registration> registrations = new TreeMap<>();

    /** Pins that are not registered: their ends by their beginnings. */
    private final ConcurrentSkipListMap<Long, Long> staged = new ConcurrentSkipListMap<>();

    private final HostRanges reachable;

    HostPins(CudaContext context, HostRanges reachable) {
        this.context = context;
        this.reachable = reachable;
    }

    /** Registers memory, which overlaps no other pinned memory. */
    DeviceMemory pin(long address, long bytes) {
        long begin = address & -PAGE;
        long end = (address + bytes + PAGE - 1) & -PAGE;
        context.loss().throwIfLost();
        lock.lock();
        try {
            Map.Entry<Long, Registration> below = registrations.floorEntry(begin);
            if (below != null && below.getValue().end >= end) {
                below.getValue().users++;
                return new Pin(this, below.getValue(), address, bytes);
            }
            Map.Entry<Long, Registration> last = registrations.lowerEntry(end);
            if (last != null && last.getValue().end > begin) {
                staged.put(address, address + bytes);
                return new StagedPin(this, address, bytes);
            }
            return new Pin(this, register(begin, end), address, bytes);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Registers pages until the device is closed, so that kernels reach them: those of signals, which the library never gives back to
     * the system.
     */
    void pinForGood(long address, long bytes) {
        context.loss().throwIfLost();
        lock.lock();
        try {
            if (!reachable.covers(address, bytes)) {
                register(address & -PAGE, (address + bytes + PAGE - 1) & -PAGE);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The device is closed. */
    void close() {
        lock.lock();
        try {
            for (Registration registration : List.copyOf(registrations.values())) {
                end(registration);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Has one user. */
    private Registration register(long begin, long end) {
        context.enter();
        try {
            context.check(
                    "cuMemHostRegister",
                    context.api()
                            .memHostRegister(
                                    begin, end - begin, CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP));
        } catch (DeviceFailureException e) {
            if (e.sticky()) {
                throw e;
            }
            throw new UnsupportedFeatureException(
                    "device=" + context.id() + " cannot pin this memory: address=" + begin + " bytes=" + (end - begin)
                            + "; it may be read-only, of a file, or pinned by somebody else; copies without a pin work",
                    e);
        }
        Registration registration = new Registration(begin, end);
        registration.users = 1;
        registrations.put(begin, registration);
        reachable.add(begin, end);
        return registration;
    }

    /** Whether a part of pinned memory can be reached by the device. */
    boolean isRegistered(long address, long bytes) {
        if (staged.isEmpty()) {
            return true;
        }
        Map.Entry<Long, Long> below = staged.floorEntry(address);
        return below == null || below.getValue() < address + bytes;
    }

    private void release(Registration registration) {
        lock.lock();
        try {
            if (--registration.users == 0) {
                // Under the lock: the same pages may be registered anew right afterwards.
                end(registration);
            }
        } finally {
            lock.unlock();
        }
    }

    private void end(Registration registration) {
        if (registrations.remove(registration.begin, registration)) {
            reachable.remove(registration.begin);
            if (context.loss().cause() == null) {
                context.enter();
                context.check("cuMemHostUnregister", context.api().memHostUnregister(registration.begin));
            }
        }
    }

    private record Pin(HostPins pins, Registration registration, long address, long bytes) implements DeviceMemory {

        @Override
        public boolean hostAccessible() {
            return true;
        }

        @Override
        public void free() {
            pins.release(registration);
        }
    }

    private record StagedPin(HostPins pins, long address, long bytes) implements DeviceMemory {

        @Override
        public boolean hostAccessible() {
            return true;
        }

        @Override
        public void free() {
            pins.staged.remove(address);
        }
    }
}
