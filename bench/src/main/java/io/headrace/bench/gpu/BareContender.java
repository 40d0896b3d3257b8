package io.headrace.bench.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.OptionalDouble;

/** The calls of CUDA's driver library by FFM and nothing besides, arguments packed once: the least that a Java program pays. */
final class BareContender implements Contender {

    private static final int NON_BLOCKING = 1;
    private static final int DISABLE_TIMING = 2;
    private static final int CAPTURE_THREAD_LOCAL = 1;

    private static final SymbolLookup CUDA = SymbolLookup.libraryLookup("libcuda.so.1", Arena.global());
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private static final MethodHandle MODULE_LOAD_DATA = call("cuModuleLoadData", LONG, LONG);
    private static final MethodHandle MODULE_GET_FUNCTION = call("cuModuleGetFunction", LONG, LONG, LONG);
    private static final MethodHandle STREAM_CREATE = call("cuStreamCreate", LONG, INT);
    private static final MethodHandle EVENT_CREATE = call("cuEventCreate", LONG, INT);
    private static final MethodHandle MEM_ALLOC = call("cuMemAlloc_v2", LONG, LONG);
    private static final MethodHandle STREAM_BEGIN_CAPTURE = call("cuStreamBeginCapture_v2", LONG, INT);
    private static final MethodHandle STREAM_END_CAPTURE = call("cuStreamEndCapture", LONG, LONG);
    private static final MethodHandle GRAPH_INSTANTIATE = call("cuGraphInstantiateWithFlags", LONG, LONG, LONG);
    private static final MethodHandle GRAPH_LAUNCH = call("cuGraphLaunch", LONG, LONG);
    private static final MethodHandle LAUNCH_KERNEL =
            call("cuLaunchKernel", LONG, INT, INT, INT, INT, INT, INT, INT, LONG, LONG, LONG);
    private static final MethodHandle STREAM_SYNCHRONIZE = call("cuStreamSynchronize", LONG);
    private static final MethodHandle EVENT_RECORD = call("cuEventRecord", LONG, LONG);
    private static final MethodHandle STREAM_WAIT_EVENT = call("cuStreamWaitEvent", LONG, LONG, INT);

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment out = arena.allocate(LONG);
    private final long function;
    private final long[] streams = new long[STREAMS];
    private final long there;
    private final long back;
    private final long arguments;
    private final long graph;

    /** The context that is to be used is current. */
    BareContender() {
        long module = made(MODULE_LOAD_DATA, arena.allocateFrom(Saxpy.PTX).address());
        function = made(MODULE_GET_FUNCTION, module, arena.allocateFrom("saxpy").address());
        for (int i = 0; i < STREAMS; i++) {
            streams[i] = made(STREAM_CREATE, NON_BLOCKING);
        }
        there = made(EVENT_CREATE, DISABLE_TIMING);
        back = made(EVENT_CREATE, DISABLE_TIMING);
        MemorySegment values = arena.allocate(LONG, 4);
        values.setAtIndex(INT, 0, 0);
        values.setAtIndex(ValueLayout.JAVA_FLOAT, 2, 2f);
        values.setAtIndex(LONG, 2, made(MEM_ALLOC, 4L));
        values.setAtIndex(LONG, 3, made(MEM_ALLOC, 4L));
        MemorySegment pointers = arena.allocate(LONG, 4);
        for (int i = 0; i < 4; i++) {
            pointers.setAtIndex(LONG, i, values.address() + 8L * i);
        }
        arguments = pointers.address();
        try {
            check("cuStreamBeginCapture", (int) STREAM_BEGIN_CAPTURE.invokeExact(streams[0], CAPTURE_THREAD_LOCAL));
            for (int i = 0; i < RECORDED; i++) {
                launch(streams[0]);
            }
            check("cuStreamEndCapture", (int) STREAM_END_CAPTURE.invokeExact(streams[0], out.address()));
            long recorded = out.get(LONG, 0);
            check("cuGraphInstantiate", (int) GRAPH_INSTANTIATE.invokeExact(out.address(), recorded, 0L));
            graph = out.get(LONG, 0);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static MethodHandle call(String name, ValueLayout... parameters) {
        return Linker.nativeLinker()
                .downcallHandle(CUDA.findOrThrow(name), FunctionDescriptor.of(ValueLayout.JAVA_INT, parameters));
    }

    private long made(MethodHandle call, Object... arguments) {
        try {
            Object[] all = new Object[arguments.length + 1];
            all[0] = out.address();
            System.arraycopy(arguments, 0, all, 1, arguments.length);
            check("a call that makes something", (int) call.invokeWithArguments(all));
            return out.get(LONG, 0);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static void check(String operation, int code) {
        if (code != 0) {
            throw new IllegalStateException(operation + " failed: code=" + code);
        }
    }

    private static RuntimeException failed(Throwable e) {
        return e instanceof RuntimeException known ? known : new IllegalStateException(e);
    }

    private void launch(long stream) throws Throwable {
        check("cuLaunchKernel", (int) LAUNCH_KERNEL.invokeExact(function, 1, 1, 1, 1, 1, 1, 0, stream, arguments, 0L));
    }

    private static void synchronize(long stream) throws Throwable {
        check("cuStreamSynchronize", (int) STREAM_SYNCHRONIZE.invokeExact(stream));
    }

    private static void order(long event, long before, long after) throws Throwable {
        check("cuEventRecord", (int) EVENT_RECORD.invokeExact(event, before));
        check("cuStreamWaitEvent", (int) STREAM_WAIT_EVENT.invokeExact(after, event, 0));
    }

    @Override
    public String name() {
        return "bare FFM";
    }

    @Override
    public double launch(int count, int used) {
        try {
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                launch(streams[i % used]);
            }
            for (int i = 0; i < used; i++) {
                synchronize(streams[i]);
            }
            return (double) (System.nanoTime() - start) / count;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    @Override
    public double launchAndWait(int count) {
        try {
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                launch(streams[0]);
                synchronize(streams[0]);
            }
            return (double) (System.nanoTime() - start) / count;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    @Override
    public double dependency(int count) {
        try {
            launch(streams[0]);
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                order(there, streams[0], streams[1]);
            }
            double nanos = (double) (System.nanoTime() - start) / count;
            synchronize(streams[0]);
            synchronize(streams[1]);
            return nanos;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    @Override
    public double chain(int links) {
        try {
            long start = System.nanoTime();
            for (int i = 0; i < links; i += 2) {
                launch(streams[0]);
                order(there, streams[0], streams[1]);
                launch(streams[1]);
                order(back, streams[1], streams[0]);
            }
            synchronize(streams[0]);
            return (double) (System.nanoTime() - start) / links;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    @Override
    public OptionalDouble replay(int times) {
        try {
            long start = System.nanoTime();
            for (int i = 0; i < times; i++) {
                check("cuGraphLaunch", (int) GRAPH_LAUNCH.invokeExact(graph, streams[0]));
            }
            synchronize(streams[0]);
            return OptionalDouble.of((double) (System.nanoTime() - start) / times / RECORDED);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    /** The device is as busy with a copy whoever asks for it; C++ stands for all who call CUDA directly. */
    @Override
    public OptionalDouble copy(boolean up, boolean down, int times) {
        return OptionalDouble.empty();
    }

    @Override
    public void close() {
        arena.close();
    }
}
