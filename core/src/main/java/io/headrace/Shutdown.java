package io.headrace;

import io.headrace.config.Knob;
import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.queue.QueueSlot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The end of a runtime (rule 8): waits a limited time, gives up the rest, tries everything, and throws once. */
final class Shutdown {

    private static final long PAUSE_NANOS = 200_000;

    /** How long the steps that were given up may take to say so. */
    private static final long GIVING_UP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final HeadraceRuntime runtime;
    private final List<String> unfinished = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private boolean interrupted;

    Shutdown(HeadraceRuntime runtime) {
        this.runtime = runtime;
    }

    void run() {
        long timeout = TimeUnit.SECONDS.toNanos(runtime.settings().number(Knob.CLOSE_TIMEOUT));
        boolean ended = awaitTrue(this::isIdle, timeout);
        if (!ended) {
            giveUp();
        }
        for (Device device : runtime.devices()) {
            device.companions().close(failures::add);
            for (QueueSlot slot : device.slots()) {
                attempt(slot::close);
            }
            // Queues take nothing more now, also of a caller that was about to enqueue as the runtime was closed.
            // One that is empty stays so, and only then is memory out of everybody's reach.
            if (awaitTrue(device::isIdle, ended ? GIVING_UP_NANOS : 0)) {
                device.programs().unloadAll(failures::add);
                awaitTrue(device.programs()::isQuiet, GIVING_UP_NANOS);
                attempt(device.reclaimer()::freeAll);
                attempt(device.pinned()::unpinAll);
            }
            attempt(device.driverDevice()::close);
        }
        attempt(() -> runtime.tracer().close(timeout));
        attempt(runtime.signals()::close);
        runtime.dispatcher().close();
        runtime.hostCalls().close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!unfinished.isEmpty() || !failures.isEmpty()) {
            HeadraceException summary = new HeadraceException("the runtime was closed, but not everything ended well:"
                    + " unfinished=" + unfinished + " failures=" + failures.size()
                    + "; wait for streams before closing, or raise " + Knob.CLOSE_TIMEOUT.variable());
            failures.forEach(summary::addSuppressed);
            throw summary;
        }
    }

    private boolean isIdle() {
        return runtime.holders().isEmpty() && runtime.devices().stream().allMatch(Device::isIdle);
    }

    private void giveUp() {
        for (StreamOrder order : runtime.holders().orders()) {
            unfinished.add("stream=" + order.id());
            order.cancel(new ClosedException(
                    "the runtime was closed while the stream held operations: stream=" + order.id()));
        }
        for (Device device : runtime.devices()) {
            for (Queues.Entry queue : device.queues().entries()) {
                if (queue.depth() > 0) {
                    unfinished.add(device.id() + " queue=" + queue.index() + " depth=" + queue.depth());
                }
            }
            for (Queues.Entry engine : device.queues().engines()) {
                if (engine.depth() > 0) {
                    unfinished.add(device.id() + " engine=" + engine.index() + " depth=" + engine.depth());
                }
            }
        }
        awaitTrue(runtime.holders()::isEmpty, GIVING_UP_NANOS);
    }

    private boolean awaitTrue(BooleanSupplier condition, long timeoutNanos) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            interrupted |= Thread.interrupted();
            if (interrupted || System.nanoTime() - start >= timeoutNanos) {
                return false;
            }
            LockSupport.parkNanos(this, PAUSE_NANOS);
        }
        return true;
    }

    private void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            failures.add(e);
        }
    }
}
