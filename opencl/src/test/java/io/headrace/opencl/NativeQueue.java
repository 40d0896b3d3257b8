package io.headrace.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.spi.NativeBlock;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;

/** What a program that is given a command queue may do there by OpenCL's own calls. */
final class NativeQueue {

    private static final SymbolLookup OPENCL = SymbolLookup.libraryLookup("libOpenCL.so.1", Arena.global());
    private static final int CL_QUEUE_CONTEXT = 0x1090;
    private static final int CL_EVENT_COMMAND_EXECUTION_STATUS = 0x11D3;
    private static final ValueLayout.OfLong J = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt I = ValueLayout.JAVA_INT;

    private final long queue;

    NativeQueue(long queue) {
        this.queue = queue;
    }

    /** Makes an event that the host sets. */
    long userEvent() {
        try (NativeBlock out = new NativeBlock(Long.BYTES)) {
            check((int) call("clGetCommandQueueInfo", I, queue, CL_QUEUE_CONTEXT, 8L, out.address(), 0L));
            return (long) call("clCreateUserEvent", J, out.getLong(0), 0L);
        }
    }

    /** Enqueues a marker that waits for an event. */
    void enqueueWait(long event) {
        try (NativeBlock list = new NativeBlock(Long.BYTES)) {
            list.setLong(0, event);
            check((int) call("clEnqueueMarkerWithWaitList", I, queue, 1, list.address(), 0L));
        }
    }

    /** Enqueues a marker behind all that is there; gives its event. */
    long marker() {
        try (NativeBlock out = new NativeBlock(Long.BYTES)) {
            check((int) call("clEnqueueMarkerWithWaitList", I, queue, 0, 0L, out.address()));
            check((int) call("clFlush", I, queue));
            return out.getLong(0);
        }
    }

    /** Whether a command has ended well. */
    static boolean hasEnded(long event) {
        try (NativeBlock out = new NativeBlock(Long.BYTES)) {
            check((int) call("clGetEventInfo", I, event, CL_EVENT_COMMAND_EXECUTION_STATUS, 4L, out.address(), 0L));
            return out.getInt(0) == 0;
        }
    }

    static void release(long event) {
        check((int) call("clReleaseEvent", I, event));
    }

    /** Ends a user event: 0 well, negative with a failure. */
    static void set(long event, int status) {
        check((int) call("clSetUserEventStatus", I, event, status));
        check((int) call("clReleaseEvent", I, event));
    }

    private static void check(int code) {
        assertThat(code).as("OpenCL's result").isZero();
    }

    private static Object call(String function, MemoryLayout result, Object... arguments) {
        MemoryLayout[] layouts = new MemoryLayout[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            layouts[i] = arguments[i] instanceof Integer ? I : J;
        }
        try {
            return Linker.nativeLinker()
                    .downcallHandle(OPENCL.findOrThrow(function), FunctionDescriptor.of(result, layouts))
                    .invokeWithArguments(arguments);
        } catch (Throwable failure) {
            throw new AssertionError(function, failure);
        }
    }
}
