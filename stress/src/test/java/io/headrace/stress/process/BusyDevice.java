package io.headrace.stress.process;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Headrace;
import io.headrace.I64;
import io.headrace.Stream;
import io.headrace.error.ClosedException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Work of every kind that goes on until it is told to stop, or for good. */
final class BusyDevice {

    private static final int RUNNING = 6;

    private final CountDownLatch running = new CountDownLatch(RUNNING);
    private final Signal stopped;
    private final Device device;
    private volatile boolean stop;

    private BusyDevice(Headrace headrace) {
        device = headrace.device();
        stopped = headrace.signal(0);
    }

    /** Starts everything, and returns when it runs. */
    static BusyDevice start(Headrace headrace) throws InterruptedException {
        BusyDevice busy = new BusyDevice(headrace);
        busy.begin();
        if (!busy.running.await(Child.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("the device does not become busy: missing=" + busy.running.getCount());
        }
        return busy;
    }

    private void begin() {
        // A kernel of one item, a large one that all helpers share, and a long one that nobody counts.
        device.stream().launch(Range.of(1), i -> spin(i == 0));
        device.stream().launch(Range.of(1_000_000), i -> spin(i == 0));
        device.stream().launch(Range.of(1), i -> spin(i == 0)).launch(Range.of(Integer.MAX_VALUE), i -> {});
        // A host call, and what waits for it.
        Event event = device.event();
        device.stream().hostCall(this::spinWithPauses).record(event);
        device.stream().waitFor(event).launch(Range.of(1), i -> {});
        // Copies that follow each other, and what waits for a value.
        I64 data = device.i64(1 << 18);
        Thread.ofPlatform().daemon().name("copier").start(() -> copyOnAndOn(data));
        Stream held = device.stream().waitFor(stopped, Condition.EQ, 1).launch(Range.of(1), i -> {});
        Thread.ofVirtual().name("waiter").start(() -> await(held));
    }

    private void spin(boolean counts) {
        if (counts) {
            running.countDown();
        }
        while (!stop) {
            Thread.onSpinWait();
        }
    }

    private void spinWithPauses() throws InterruptedException {
        running.countDown();
        while (!stop) {
            Thread.sleep(Duration.ofMillis(1));
        }
    }

    private void copyOnAndOn(I64 data) {
        long[] host = new long[1 << 18];
        running.countDown();
        try (Stream stream = device.stream()) {
            while (!stop) {
                for (int i = 0; i < 8; i++) {
                    stream.copy(host, data).copy(data, host);
                }
                stream.await();
            }
        } catch (ClosedException expected) {
            // The runtime was closed meanwhile.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void await(Stream stream) {
        running.countDown();
        try {
            stream.await();
        } catch (ClosedException expected) {
            // The runtime was closed meanwhile.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets all of it end. */
    void stop() {
        stop = true;
        if (!stopped.isClosed()) {
            stopped.storeRelease(1);
        }
    }
}
