package io.headrace.cli.bench;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Stream;

/** Copies between the memory of two devices that reach each other, one way and both ways at once. */
final class GpuPeerCopies implements AutoCloseable {

    private final Buffer here;
    private final Buffer hereToo;
    private final Buffer there;
    private final Buffer thereToo;
    private final Stream out;
    private final Stream back;

    /**
     * @param device the device whose stream copies to the peer
     * @param returning the device whose stream copies back: the peer, or the device again
     */
    GpuPeerCopies(Device device, Device peer, Device returning, long bytes) {
        here = device.buffer(bytes);
        hereToo = device.buffer(bytes);
        there = peer.buffer(bytes);
        thereToo = peer.buffer(bytes);
        out = device.stream();
        back = returning.stream();
    }

    double oneWay(int times) throws InterruptedException {
        return rate(times, false);
    }

    /** Both directions together. */
    double both(int times) throws InterruptedException {
        return rate(times, true);
    }

    private double rate(int times, boolean bothWays) throws InterruptedException {
        long start = System.nanoTime();
        for (int i = 0; i < times; i++) {
            out.copy(here, there);
            if (bothWays) {
                back.copy(thereToo, hereToo);
            }
        }
        out.await();
        back.await();
        long nanos = System.nanoTime() - start;
        return (double) here.bytes() * times * (bothWays ? 2 : 1) / nanos;
    }

    @Override
    public void close() {
        out.close();
        back.close();
        here.close();
        hereToo.close();
        there.close();
        thereToo.close();
    }
}
