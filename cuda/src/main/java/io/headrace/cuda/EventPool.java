package io.headrace.cuda;

import java.util.concurrent.ConcurrentLinkedDeque;

/** CUDA events without times, which are used again and again. An event may be given back as soon as a stream was told to wait for it. */
final class EventPool {

    private static final int CU_EVENT_DISABLE_TIMING = 2;

    private final CudaContext context;
    private final ConcurrentLinkedDeque<Long> idle = new ConcurrentLinkedDeque<>();

    EventPool(CudaContext context) {
        this.context = context;
    }

    /** An event that nobody else has. The context is current. */
    long take() {
        Long event = idle.poll();
        return event != null
                ? event
                : context.result("cuEventCreate", at -> context.api().eventCreate(at, CU_EVENT_DISABLE_TIMING));
    }

    void giveBack(long event) {
        idle.push(event);
    }
}
