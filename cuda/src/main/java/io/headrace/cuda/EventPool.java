package io.headrace.cuda;

import java.util.concurrent.ConcurrentLinkedDeque;

/** CUDA events that are used again and again. An event may be given back as soon as a stream was told to wait for it. */
final class EventPool {

    static final int CU_EVENT_DISABLE_TIMING = 2;

    private final CudaContext context;
    private final int flags;
    private final ConcurrentLinkedDeque<Long> idle = new ConcurrentLinkedDeque<>();

    /**
     * @param flags what CUDA is to make
     */
    EventPool(CudaContext context, int flags) {
        this.context = context;
        this.flags = flags;
    }

    /** An event that nobody else has. The context is current. */
    long take() {
        Long event = idle.poll();
        return event != null
                ? event
                : context.result("cuEventCreate", at -> context.api().eventCreate(at, flags));
    }

    void giveBack(long event) {
        idle.push(event);
    }

    /** Destroys those that are idle. The context is current. */
    void clear() {
        for (Long event = idle.poll(); event != null; event = idle.poll()) {
            context.api().eventDestroy(event);
        }
    }
}
