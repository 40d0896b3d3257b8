package io.headrace.examples;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.I32;
import io.headrace.Queues;
import io.headrace.Stream;
import io.headrace.kernel.Range;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A server's shape: a virtual thread for each request, a stream for each, and a few hardware queues for all of them. */
public final class ManyRequests {

    private static final int ITEMS = 256;

    private ManyRequests() {}

    /** Serves 10,000 requests and prints how the queues were used. */
    public static void main(String[] args) {
        try (Headrace headrace = Headrace.open()) {
            Device device = headrace.device();
            int wrong = serve(device, 10_000);
            System.out.println("wrong answers: " + wrong);
            for (Queues.Entry queue : device.queues().entries()) {
                System.out.println(queue);
            }
        }
    }

    static int serve(Device device, int requests) {
        AtomicInteger wrong = new AtomicInteger();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int request = 0; request < requests; request++) {
                int number = request;
                threads.execute(() -> {
                    if (!answersRight(device, number)) {
                        wrong.incrementAndGet();
                    }
                });
            }
        }
        return wrong.get();
    }

    private static boolean answersRight(Device device, int request) {
        int[] data = new int[ITEMS];
        data[ITEMS - 1] = request;
        try (I32 values = device.i32(ITEMS);
                Stream stream = device.stream()) {
            stream.copy(data, values)
                    .launch(Range.of(ITEMS), i -> values.set(i, 2 * values.get(i) + 1))
                    .copy(values, data)
                    .await();
            return data[0] == 1 && data[ITEMS - 1] == 2 * request + 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
