package io.headrace.hsa;

import io.headrace.memory.Words;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.LongBinaryOperator;

/**
 * What ROCr calls: to list agents and pools, and, on a thread of its own, to tell that a queue has failed or a GPU has touched memory that
 * is not there. What is run then sets a word and wakes threads, and no more. Safe for use from any thread.
 */
final class HsaCallbacks {

    private static final ValueLayout.OfInt I = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong J = ValueLayout.JAVA_LONG;
    private static final long COLLECT = stub("collect", FunctionDescriptor.of(I, J, J));
    private static final long QUEUE_FAILED = stub("queueFailed", FunctionDescriptor.ofVoid(I, J, J));
    private static final long SYSTEM_EVENT = stub("systemEvent", FunctionDescriptor.of(I, J, J));

    /** The offset of an event's agent, which its type stands before, and of the address that was touched. */
    private static final long EVENT_AGENT = 8;

    private static final long EVENT_ADDRESS = 16;
    private static final int MEMORY_FAULT = 0;

    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final ConcurrentHashMap<Long, List<Long>> LISTS = new ConcurrentHashMap<>();
    private static final ConcurrentHashMap<Long, IntConsumer> QUEUES = new ConcurrentHashMap<>();

    /** Told of memory faults; by agent. */
    private static final ConcurrentHashMap<Long, FaultListener> AGENTS = new ConcurrentHashMap<>();

    /** Told the address that a GPU has touched. */
    @FunctionalInterface
    interface FaultListener {
        void touched(long address);
    }

    private HsaCallbacks() {}

    private static long stub(String method, FunctionDescriptor descriptor) {
        try {
            MemorySegment stub = Linker.nativeLinker()
                    .upcallStub(
                            MethodHandles.lookup().findStatic(HsaCallbacks.class, method, descriptor.toMethodType()),
                            descriptor,
                            Arena.global());
            return stub.address();
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /**
     * Handles that ROCr lists.
     *
     * @param iterate gets the callback and its data, and gives ROCr's status
     */
    static List<Long> list(LongBinaryOperator iterate) {
        List<Long> handles = new ArrayList<>();
        long number = NUMBERS.incrementAndGet();
        LISTS.put(number, handles);
        try {
            return iterate.applyAsLong(COLLECT, number) == HsaErrors.SUCCESS ? handles : List.of();
        } finally {
            LISTS.remove(number);
        }
    }

    @SuppressWarnings("UnusedMethod") // found by its name
    private static int collect(long handle, long number) {
        List<Long> handles = LISTS.get(number);
        if (handles != null) {
            handles.add(handle);
        }
        return HsaErrors.SUCCESS;
    }

    /** The address of what ROCr calls when a queue has failed. */
    static long queueFailed() {
        return QUEUE_FAILED;
    }

    /** Gives the number that stands for who is told of a queue's failure, until {@link #removeQueue}. */
    static long addQueue(IntConsumer listener) {
        long number = NUMBERS.incrementAndGet();
        QUEUES.put(number, listener);
        return number;
    }

    static void removeQueue(long number) {
        QUEUES.remove(number);
    }

    @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // found by its name; the parameters are ROCr's
    private static void queueFailed(int status, long queue, long number) {
        IntConsumer listener = QUEUES.get(number);
        if (listener != null) {
            listener.accept(status);
        }
    }

    /** The address of what ROCr calls on what concerns the whole system. */
    static long systemEvent() {
        return SYSTEM_EVENT;
    }

    /** Has a listener told of memory faults of an agent, until {@link #removeAgent}. */
    static void addAgent(long agent, FaultListener listener) {
        AGENTS.put(agent, listener);
    }

    static void removeAgent(long agent, FaultListener listener) {
        AGENTS.remove(agent, listener);
    }

    /** Gives success where somebody was told; else ROCr ends the process, as it does without a handler. */
    @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // found by its name; the parameters are ROCr's
    private static int systemEvent(long event, long data) {
        FaultListener listener =
                Words.getIntPlain(event) == MEMORY_FAULT ? AGENTS.get(Words.getLongPlain(event + EVENT_AGENT)) : null;
        if (listener == null) {
            return HsaErrors.INVALID_ARGUMENT;
        }
        listener.touched(Words.getLongPlain(event + EVENT_ADDRESS));
        return HsaErrors.SUCCESS;
    }
}
