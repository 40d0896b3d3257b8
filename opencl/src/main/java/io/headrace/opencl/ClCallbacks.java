package io.headrace.opencl;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How OpenCL tells that a command has ended: it calls, on a thread of its own, with a number that stands for who asked. What is run
 * there sets a word and wakes a thread, and no more: it neither blocks nor throws. Safe for use from any thread.
 */
final class ClCallbacks {

    private static final ConcurrentHashMap<Long, Runnable> TARGETS = new ConcurrentHashMap<>();
    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final long STUB = stub().address();

    private ClCallbacks() {}

    private static MemorySegment stub() {
        try {
            return Linker.nativeLinker()
                    .upcallStub(
                            MethodHandles.lookup()
                                    .findStatic(
                                            ClCallbacks.class,
                                            "ended",
                                            MethodType.methodType(void.class, long.class, int.class, long.class)),
                            FunctionDescriptor.ofVoid(
                                    ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
                            Arena.global());
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** Called by OpenCL. A number that is not known any more belongs to a queue that has ended. */
    @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // found by its name; the parameters are OpenCL's
    private static void ended(long event, int status, long number) {
        Runnable target = TARGETS.get(number);
        if (target != null) {
            target.run();
        }
    }

    /** The address of what OpenCL calls. */
    static long address() {
        return STUB;
    }

    /** Gives the number that stands for a target, until {@link #remove}. */
    static long add(Runnable target) {
        long number = NUMBERS.incrementAndGet();
        TARGETS.put(number, target);
        return number;
    }

    static void remove(long number) {
        TARGETS.remove(number);
    }
}
