package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.config.Settings;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Range;
import io.headrace.spi.Command;
import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A driver's first device without the runtime in between, for the contracts of the SPI. */
final class SpiDevice implements AutoCloseable {

    private final List<DriverDevice> devices;
    private final List<DriverQueue> queues = new ArrayList<>();
    private volatile boolean closed;

    SpiDevice(Driver driver) {
        devices = driver.open(new DriverEnvironment(Settings.defaults()));
        assertThat(devices).as("devices of driver=" + driver.name()).isNotEmpty();
    }

    DriverDevice device() {
        return devices.getFirst();
    }

    DriverQueue queue(int index, int size) {
        DriverQueue queue = device().createQueue(index, size);
        return asked(queue);
    }

    DriverQueue engineQueue(int engine, int size) {
        DriverQueue queue = device().createEngineQueue(engine, size);
        return asked(queue);
    }

    /** Of a queue that reports late somebody asks for all it has, since no runtime does. */
    private DriverQueue asked(DriverQueue queue) {
        queues.add(queue);
        if (queue.reportsLate()) {
            Thread.ofPlatform().name("tck-asks").daemon().start(() -> {
                while (!closed || queue.readIndex() < queue.writeIndex()) {
                    long offered = queue.writeIndex();
                    if (offered > queue.readIndex()) {
                        queue.expectEnd(offered - 1);
                        queue.poll();
                    }
                    LockSupport.parkNanos(100_000);
                }
            });
        }
        return queue;
    }

    Command launch(Range range, Kernel1D kernel) {
        return new Command.Launch(device().prepare(kernel), kernel, range);
    }

    @Override
    public void close() {
        closed = true;
        queues.forEach(DriverQueue::close);
        devices.forEach(DriverDevice::close);
    }

    /** A packet that remembers what the driver did with it. */
    static class Probe extends Packet {

        private final Command command;
        private final CountDownLatch ended = new CountDownLatch(1);
        private final AtomicInteger begins = new AtomicInteger();
        private final AtomicInteger ends = new AtomicInteger();
        private volatile @Nullable Throwable failure;
        private volatile @Nullable Packet next;
        private volatile boolean runs = true;

        Probe(Command command) {
            this.command = command;
        }

        Probe thatMustNotRun() {
            runs = false;
            return this;
        }

        @Override
        public Command command() {
            return command;
        }

        @Override
        public boolean begin() {
            begins.incrementAndGet();
            return runs;
        }

        @Override
        public void end(@Nullable Throwable why, @Nullable Packet behind) {
            ends.incrementAndGet();
            failure = why;
            next = behind;
            ended.countDown();
        }

        void awaitEnd() throws InterruptedException {
            assertThat(ended.await(30, TimeUnit.SECONDS))
                    .as("the packet has ended")
                    .isTrue();
            assertThat(begins).as("begins").hasValue(1);
            assertThat(ends).as("ends").hasValue(1);
        }

        boolean isEnded() {
            return ends.get() > 0;
        }

        @Nullable
        Throwable failure() {
            return failure;
        }

        @Nullable
        Packet next() {
            return next;
        }
    }
}
