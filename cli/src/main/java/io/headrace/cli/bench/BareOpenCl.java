package io.headrace.cli.bench;

import io.headrace.cli.CommandFailure;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Launches of an empty kernel by bare calls of OpenCL, in an in-order command queue. Not safe for use from several threads. */
final class BareOpenCl implements AutoCloseable {

    static final String KERNEL_NAME = "empty";
    static final String EMPTY_KERNEL = "kernel void empty() {}";

    private static final long CL_DEVICE_TYPE_ALL = 0xFFFF_FFFFL;
    private static final int CL_DEVICE_NAME = 0x102B;
    private static final int MOST = 64;
    private static final int NAME_BYTES = 1_024;

    private static final ValueLayout.OfLong J = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt I = ValueLayout.JAVA_INT;
    private static final MethodHandle LAUNCH = shape(I, J, J, I, J, J, J, I, J, J);
    private static final MethodHandle FINISH = shape(I, J);

    private final Arena arena = Arena.ofShared();
    private final SymbolLookup symbols;
    private final MemorySegment launch;
    private final MemorySegment finish;
    private final long context;
    private final long queue;
    private final long program;
    private final long kernel;
    private final long sizes;

    /**
     * Makes ready what a launch needs.
     *
     * @param deviceName the name of the device, which is looked for in all platforms
     */
    BareOpenCl(String deviceName) {
        symbols = SymbolLookup.libraryLookup("libOpenCL.so.1", arena);
        launch = symbols.findOrThrow("clEnqueueNDRangeKernel");
        finish = symbols.findOrThrow("clFinish");
        MemorySegment word = arena.allocate(J);
        MemorySegment device = arena.allocateFrom(J, device(deviceName));
        context = (long) call("clCreateContext", J, 0L, 1, device.address(), 0L, 0L, word.address());
        queue = (long) call("clCreateCommandQueue", J, context, device.get(J, 0), 0L, word.address());
        MemorySegment text =
                arena.allocateFrom(J, arena.allocateFrom(EMPTY_KERNEL).address());
        program = (long) call("clCreateProgramWithSource", J, context, 1, text.address(), 0L, word.address());
        check("clBuildProgram", (int) call("clBuildProgram", I, program, 1, device.address(), 0L, 0L, 0L));
        kernel = (long) call(
                "clCreateKernel", J, program, arena.allocateFrom(KERNEL_NAME).address(), word.address());
        check("clCreateKernel", word.get(I, 0));
        sizes = arena.allocateFrom(J, 1).address();
    }

    private long device(String name) {
        MemorySegment count = arena.allocate(I);
        MemorySegment platforms = arena.allocate(J, MOST);
        check("clGetPlatformIDs", (int) call("clGetPlatformIDs", I, MOST, platforms.address(), count.address()));
        int found = Math.min(MOST, count.get(I, 0));
        for (int i = 0; i < found; i++) {
            MemorySegment devices = arena.allocate(J, MOST);
            int code = (int) call(
                    "clGetDeviceIDs",
                    I,
                    platforms.getAtIndex(J, i),
                    CL_DEVICE_TYPE_ALL,
                    MOST,
                    devices.address(),
                    count.address());
            for (int j = 0; code == 0 && j < Math.min(MOST, count.get(I, 0)); j++) {
                MemorySegment text = arena.allocate(NAME_BYTES);
                call(
                        "clGetDeviceInfo",
                        I,
                        devices.getAtIndex(J, j),
                        CL_DEVICE_NAME,
                        (long) NAME_BYTES - 1,
                        text.address(),
                        0L);
                if (text.getString(0).strip().equals(name)) {
                    return devices.getAtIndex(J, j);
                }
            }
        }
        throw new CommandFailure("OpenCL does not show the device any more: name=" + name);
    }

    /** Enqueues a launch of one item. */
    void launch() {
        int code;
        try {
            code = (int) LAUNCH.invokeExact(launch, queue, kernel, 1, 0L, sizes, sizes, 0, 0L, 0L);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
        check("clEnqueueNDRangeKernel", code);
    }

    /** Waits until all launches have ended. */
    void finish() {
        int code;
        try {
            code = (int) FINISH.invokeExact(finish, queue);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
        check("clFinish", code);
    }

    private static MethodHandle shape(MemoryLayout result, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(result, arguments));
    }

    /** A call that is made once. */
    private Object call(String function, ValueLayout result, Object... arguments) {
        MemoryLayout[] layouts = new MemoryLayout[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            layouts[i] = arguments[i] instanceof Integer ? I : J;
        }
        try {
            return Linker.nativeLinker()
                    .downcallHandle(symbols.findOrThrow(function), FunctionDescriptor.of(result, layouts))
                    .invokeWithArguments(arguments);
        } catch (Throwable failure) {
            throw new IllegalStateException("a call of OpenCL failed: function=" + function, failure);
        }
    }

    private static void check(String function, int code) {
        if (code != 0) {
            throw new CommandFailure("OpenCL refused a call: function=" + function + " code=" + code);
        }
    }

    @Override
    public void close() {
        call("clReleaseKernel", I, kernel);
        call("clReleaseProgram", I, program);
        call("clReleaseCommandQueue", I, queue);
        call("clReleaseContext", I, context);
        arena.close();
    }
}
