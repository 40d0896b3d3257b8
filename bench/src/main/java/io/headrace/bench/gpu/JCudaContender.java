package io.headrace.bench.gpu;

import static jcuda.driver.CUevent_flags.CU_EVENT_DISABLE_TIMING;
import static jcuda.driver.CUstream_flags.CU_STREAM_NON_BLOCKING;
import static jcuda.driver.JCudaDriver.cuEventCreate;
import static jcuda.driver.JCudaDriver.cuEventRecord;
import static jcuda.driver.JCudaDriver.cuLaunchKernel;
import static jcuda.driver.JCudaDriver.cuMemAlloc;
import static jcuda.driver.JCudaDriver.cuModuleGetFunction;
import static jcuda.driver.JCudaDriver.cuModuleLoadData;
import static jcuda.driver.JCudaDriver.cuStreamCreate;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;
import static jcuda.driver.JCudaDriver.cuStreamWaitEvent;

import java.util.OptionalDouble;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUevent;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/** JCuda's driver API. Arguments are packed at each launch, as its own samples do it. */
final class JCudaContender implements Contender {

    private final CUfunction function = new CUfunction();
    private final CUstream[] streams = new CUstream[STREAMS];
    private final CUevent there = new CUevent();
    private final CUevent back = new CUevent();
    private final CUdeviceptr x = new CUdeviceptr();
    private final CUdeviceptr y = new CUdeviceptr();

    /** The context that is to be used is current. */
    JCudaContender() {
        JCudaDriver.setExceptionsEnabled(true);
        CUmodule module = new CUmodule();
        cuModuleLoadData(module, Saxpy.PTX);
        cuModuleGetFunction(function, module, "saxpy");
        for (int i = 0; i < STREAMS; i++) {
            streams[i] = new CUstream();
            cuStreamCreate(streams[i], CU_STREAM_NON_BLOCKING);
        }
        cuEventCreate(there, CU_EVENT_DISABLE_TIMING);
        cuEventCreate(back, CU_EVENT_DISABLE_TIMING);
        cuMemAlloc(x, Float.BYTES);
        cuMemAlloc(y, Float.BYTES);
    }

    private void launch(CUstream stream) {
        Pointer arguments =
                Pointer.to(Pointer.to(new int[] {0}), Pointer.to(new float[] {2}), Pointer.to(x), Pointer.to(y));
        cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, arguments, null);
    }

    private static void order(CUevent event, CUstream before, CUstream after) {
        cuEventRecord(event, before);
        cuStreamWaitEvent(after, event, 0);
    }

    @Override
    public String name() {
        return "JCuda";
    }

    @Override
    public double launch(int count, int used) {
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            launch(streams[i % used]);
        }
        for (int i = 0; i < used; i++) {
            cuStreamSynchronize(streams[i]);
        }
        return (double) (System.nanoTime() - start) / count;
    }

    @Override
    public double launchAndWait(int count) {
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            launch(streams[0]);
            cuStreamSynchronize(streams[0]);
        }
        return (double) (System.nanoTime() - start) / count;
    }

    @Override
    public double dependency(int count) {
        launch(streams[0]);
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            order(there, streams[0], streams[1]);
        }
        double nanos = (double) (System.nanoTime() - start) / count;
        cuStreamSynchronize(streams[0]);
        cuStreamSynchronize(streams[1]);
        return nanos;
    }

    @Override
    public double chain(int links) {
        long start = System.nanoTime();
        for (int i = 0; i < links; i += 2) {
            launch(streams[0]);
            order(there, streams[0], streams[1]);
            launch(streams[1]);
            order(back, streams[1], streams[0]);
        }
        cuStreamSynchronize(streams[0]);
        return (double) (System.nanoTime() - start) / links;
    }

    /** A launch of a graph is one call, which says nothing about who makes it. */
    @Override
    public OptionalDouble replay(int times) {
        return OptionalDouble.empty();
    }

    /** As of {@link BareContender}. */
    @Override
    public OptionalDouble copy(boolean up, boolean down, int times) {
        return OptionalDouble.empty();
    }

    @Override
    public void close() {
        JCudaDriver.cuMemFree(x);
        JCudaDriver.cuMemFree(y);
    }
}
