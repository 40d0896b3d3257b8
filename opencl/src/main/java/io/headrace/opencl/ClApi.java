package io.headrace.opencl;

import io.headrace.spi.NativeLibrary;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * The functions of OpenCL, one method each, under their own names without the prefix. They give OpenCL's result code, or the object
 * that they make and the code where they are told; pointers are addresses. Nothing is checked here, and no memory is allocated: who
 * calls owns the words that results go to.
 *
 * <p>There is one handle for each shape of a call and none for each function, so that the handles are constants whichever library
 * was loaded. A function that an older library lacks is missing by itself: {@code has...} tells.
 */
final class ClApi {

    private static final MethodHandle IJJ =
            shape(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final MethodHandle JIJJJ = shape(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JJIJJ = shape(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JIJJJJ_TO_POINTER = shape(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle J = shape(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG);
    private static final MethodHandle JJJJ_TO_POINTER = shape(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JJJJJ_TO_POINTER = shape(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JJIJJ_TO_POINTER = shape(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JJIJJJIJJ = shape(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JJIJJJJJJJJIJJ = shape(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JJJJJJIJJ = shape(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JJJJJJJJJJIJJ = shape(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JJIJJJIJJJ_TO_POINTER = shape(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JJJIJJ = shape(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JIJJ = shape(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JIJJJ_TO_POINTER = shape(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JIJJJJ = shape(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JJIJJJ = shape(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JJJ_TO_POINTER =
            shape(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final MethodHandle JIIJJJ = shape(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JJJ =
            shape(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);

    private final List<String> missing = new ArrayList<>();
    private final NativeLibrary library;
    private final MemorySegment getPlatformIDs;
    private final MemorySegment getPlatformInfo;
    private final MemorySegment getDeviceIDs;
    private final MemorySegment getDeviceInfo;
    private final MemorySegment createContext;
    private final MemorySegment releaseContext;
    private final MemorySegment createCommandQueue;
    private final MemorySegment releaseCommandQueue;
    private final MemorySegment flush;
    private final MemorySegment createBuffer;
    private final MemorySegment createSubBuffer;
    private final MemorySegment releaseMemObject;
    private final MemorySegment enqueueReadBuffer;
    private final MemorySegment enqueueWriteBuffer;
    private final MemorySegment enqueueReadBufferRect;
    private final MemorySegment enqueueWriteBufferRect;
    private final MemorySegment enqueueCopyBuffer;
    private final MemorySegment enqueueCopyBufferRect;
    private final MemorySegment enqueueFillBuffer;
    private final MemorySegment enqueueMapBuffer;
    private final MemorySegment enqueueUnmapMemObject;
    private final MemorySegment enqueueMarkerWithWaitList;
    private final MemorySegment enqueueBarrierWithWaitList;
    private final MemorySegment enqueueNDRangeKernel;
    private final MemorySegment createProgramWithSource;
    private final MemorySegment buildProgram;
    private final MemorySegment getProgramBuildInfo;
    private final MemorySegment getProgramInfo;
    private final MemorySegment releaseProgram;
    private final MemorySegment createKernel;
    private final MemorySegment releaseKernel;
    private final MemorySegment setKernelArg;
    private final MemorySegment getKernelInfo;
    private final MemorySegment getKernelArgInfo;
    private final MemorySegment getKernelWorkGroupInfo;
    private final MemorySegment getEventInfo;
    private final MemorySegment getEventProfilingInfo;
    private final MemorySegment setEventCallback;
    private final MemorySegment retainEvent;
    private final MemorySegment releaseEvent;
    private final MemorySegment createCommandQueueWithProperties;
    private final MemorySegment createProgramWithIL;
    private final MemorySegment getDeviceAndHostTimer;

    ClApi(NativeLibrary library) {
        this.library = library;
        getPlatformIDs = required("clGetPlatformIDs");
        getPlatformInfo = required("clGetPlatformInfo");
        getDeviceIDs = required("clGetDeviceIDs");
        getDeviceInfo = required("clGetDeviceInfo");
        createContext = required("clCreateContext");
        releaseContext = required("clReleaseContext");
        createCommandQueue = required("clCreateCommandQueue");
        releaseCommandQueue = required("clReleaseCommandQueue");
        flush = required("clFlush");
        createBuffer = required("clCreateBuffer");
        createSubBuffer = required("clCreateSubBuffer");
        releaseMemObject = required("clReleaseMemObject");
        enqueueReadBuffer = required("clEnqueueReadBuffer");
        enqueueWriteBuffer = required("clEnqueueWriteBuffer");
        enqueueReadBufferRect = required("clEnqueueReadBufferRect");
        enqueueWriteBufferRect = required("clEnqueueWriteBufferRect");
        enqueueCopyBuffer = required("clEnqueueCopyBuffer");
        enqueueCopyBufferRect = required("clEnqueueCopyBufferRect");
        enqueueFillBuffer = required("clEnqueueFillBuffer");
        enqueueMapBuffer = required("clEnqueueMapBuffer");
        enqueueUnmapMemObject = required("clEnqueueUnmapMemObject");
        enqueueMarkerWithWaitList = required("clEnqueueMarkerWithWaitList");
        enqueueBarrierWithWaitList = required("clEnqueueBarrierWithWaitList");
        enqueueNDRangeKernel = required("clEnqueueNDRangeKernel");
        createProgramWithSource = required("clCreateProgramWithSource");
        buildProgram = required("clBuildProgram");
        getProgramBuildInfo = required("clGetProgramBuildInfo");
        getProgramInfo = required("clGetProgramInfo");
        releaseProgram = required("clReleaseProgram");
        createKernel = required("clCreateKernel");
        releaseKernel = required("clReleaseKernel");
        setKernelArg = required("clSetKernelArg");
        getKernelInfo = required("clGetKernelInfo");
        getKernelArgInfo = required("clGetKernelArgInfo");
        getKernelWorkGroupInfo = required("clGetKernelWorkGroupInfo");
        getEventInfo = required("clGetEventInfo");
        getEventProfilingInfo = required("clGetEventProfilingInfo");
        setEventCallback = required("clSetEventCallback");
        retainEvent = required("clRetainEvent");
        releaseEvent = required("clReleaseEvent");
        createCommandQueueWithProperties = optional("clCreateCommandQueueWithProperties");
        createProgramWithIL = optional("clCreateProgramWithIL");
        getDeviceAndHostTimer = optional("clGetDeviceAndHostTimer");
    }

    private static MethodHandle shape(MemoryLayout result, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(result, arguments));
    }

    private MemorySegment required(String symbol) {
        MemorySegment address = optional(symbol);
        if (address.address() == 0) {
            missing.add(symbol);
        }
        return address;
    }

    private MemorySegment optional(String symbol) {
        return library.find(symbol);
    }

    /** The functions that no use can do without and that the library lacks. */
    List<String> missing() {
        return missing;
    }

    /** The name by which the library was loaded. */
    String libraryName() {
        return library.name();
    }

    private static AssertionError impossible(Throwable e) {
        return new AssertionError("a native call throws nothing", e);
    }

    private static boolean isThere(MemorySegment function) {
        return function.address() != 0;
    }

    boolean hasQueueProperties() {
        return isThere(createCommandQueueWithProperties);
    }

    boolean hasIntermediateLanguage() {
        return isThere(createProgramWithIL);
    }

    boolean hasTimers() {
        return isThere(getDeviceAndHostTimer);
    }

    int getPlatformIDs(int count, long out, long number) {
        try {
            return (int) IJJ.invokeExact(this.getPlatformIDs, count, out, number);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int getPlatformInfo(long platform, int what, long bytes, long out, long size) {
        try {
            return (int) JIJJJ.invokeExact(this.getPlatformInfo, platform, what, bytes, out, size);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int getDeviceIDs(long platform, long type, int count, long out, long number) {
        try {
            return (int) JJIJJ.invokeExact(this.getDeviceIDs, platform, type, count, out, number);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int getDeviceInfo(long device, int what, long bytes, long out, long size) {
        try {
            return (int) JIJJJ.invokeExact(this.getDeviceInfo, device, what, bytes, out, size);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    long createContext(long properties, int count, long devices, long callback, long data, long code) {
        try {
            return (long)
                    JIJJJJ_TO_POINTER.invokeExact(this.createContext, properties, count, devices, callback, data, code);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int releaseContext(long context) {
        try {
            return (int) J.invokeExact(this.releaseContext, context);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    long createCommandQueue(long context, long device, long properties, long code) {
        try {
            return (long) JJJJ_TO_POINTER.invokeExact(this.createCommandQueue, context, device, properties, code);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int releaseCommandQueue(long queue) {
        try {
            return (int) J.invokeExact(this.releaseCommandQueue, queue);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int flush(long queue) {
        try {
            return (int) J.invokeExact(this.flush, queue);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    long createBuffer(long context, long flags, long bytes, long host, long code) {
        try {
            return (long) JJJJJ_TO_POINTER.invokeExact(this.createBuffer, context, flags, bytes, host, code);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    long createSubBuffer(long buffer, long flags, int type, long region, long code) {
        try {
            return (long) JJIJJ_TO_POINTER.invokeExact(this.createSubBuffer, buffer, flags, type, region, code);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int releaseMemObject(long object) {
        try {
            return (int) J.invokeExact(this.releaseMemObject, object);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int enqueueReadBuffer(
            long queue,
            long buffer,
            int blocking,
            long offset,
            long bytes,
            long host,
            int waits,
            long waitList,
            long event) {
        try {
            return (int) JJIJJJIJJ.invokeExact(
                    this.enqueueReadBuffer, queue, buffer, blocking, offset, bytes, host, waits, waitList, event);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int enqueueWriteBuffer(
            long queue,
            long buffer,
            int blocking,
            long offset,
            long bytes,
            long host,
            int waits,
            long waitList,
            long event) {
        try {
            return (int) JJIJJJIJJ.invokeExact(
                    this.enqueueWriteBuffer, queue, buffer, blocking, offset, bytes, host, waits, waitList, event);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int enqueueReadBufferRect(
            long queue,
            long buffer,
            int blocking,
            long bufferOrigin,
            long hostOrigin,
            long region,
            long bufferPitch,
            long bufferSlice,
            long hostPitch,
            long hostSlice,
            long host,
            int waits,
            long waitList,
            long event) {
        try {
            return (int) JJIJJJJJJJJIJJ.invokeExact(
                    this.enqueueReadBufferRect,
                    queue,
                    buffer,
                    blocking,
                    bufferOrigin,
                    hostOrigin,
                    region,
                    bufferPitch,
                    bufferSlice,
                    hostPitch,
                    hostSlice,
                    host,
                    waits,
                    waitList,
                    event);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int enqueueWriteBufferRect(
            long queue,
            long buffer,
            int blocking,
            long bufferOrigin,
            long hostOrigin,
            long region,
            long bufferPitch,
            long bufferSlice,
            long hostPitch,
            long hostSlice,
            long host,
            int waits,
            long waitList,
            long event) {
        try {
            return (int) JJIJJJJJJJJIJJ.invokeExact(
                    this.enqueueWriteBufferRect,
                    queue,
                    buffer,
                    blocking,
                    bufferOrigin,
                    hostOrigin,
                    region,
                    bufferPitch,
                    bufferSlice,
                    hostPitch,
                    hostSlice,
                    host,
                    waits,
                    waitList,
                    event);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int enqueueCopyBuffer(
            long queue,
            long from,
            long to,
            long fromOffset,
            long toOffset,
            long bytes,
            int waits,
            long waitList,
            long event) {
        try {
            return (int) JJJJJJIJJ.invokeExact(
                    this.enqueueCopyBuffer, queue, from, to, fromOffset, toOffset, bytes, waits, waitList, event);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int enqueueCopyBufferRect(
            long queue,
            long from,
            long to,
            long fromOrigin,
            long toOrigin,
            long region,
            long fromPitch,
            long fromSlice,
            long toPitch,
            long toSlice,
            int waits,
            long waitList,
            long event) {
        try {
            return (int) JJJJJJJJJJIJJ.invokeExact(
                    this.enqueueCopyBufferRect,
                    queue,
                    from,
                    to,
                    fromOrigin,
                    toOrigin,
                    region,
                    fromPitch,
                    fromSlice,
                    toPitch,
                    toSlice,
                    waits,
                    waitList,
                    event);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int enqueueFillBuffer(
            long queue,
            long buffer,
            long pattern,
            long patternBytes,
            long offset,
            long bytes,
            int waits,
            long waitList,
            long event) {
        try {
            return (int) JJJJJJIJJ.invokeExact(
                    this.enqueueFillBuffer,
                    queue,
                    buffer,
                    pattern,
                    patternBytes,
                    offset,
                    bytes,
                    waits,
                    waitList,
                    event);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    long enqueueMapBuffer(
            long queue,
            long buffer,
            int blocking,
            long flags,
            long offset,
            long bytes,
            int waits,
            long waitList,
            long event,
            long code) {
        try {
            return (long) JJIJJJIJJJ_TO_POINTER.invokeExact(
                    this.enqueueMapBuffer, queue, buffer, blocking, flags, offset, bytes, waits, waitList, event, code);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int enqueueUnmapMemObject(long queue, long object, long pointer, int waits, long waitList, long event) {
        try {
            return (int) JJJIJJ.invokeExact(this.enqueueUnmapMemObject, queue, object, pointer, waits, waitList, event);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int enqueueMarkerWithWaitList(long queue, int waits, long waitList, long event) {
        try {
            return (int) JIJJ.invokeExact(this.enqueueMarkerWithWaitList, queue, waits, waitList, event);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int enqueueBarrierWithWaitList(long queue, int waits, long waitList, long event) {
        try {
            return (int) JIJJ.invokeExact(this.enqueueBarrierWithWaitList, queue, waits, waitList, event);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int enqueueNDRangeKernel(
            long queue,
            long kernel,
            int dimensions,
            long offsets,
            long sizes,
            long groups,
            int waits,
            long waitList,
            long event) {
        try {
            return (int) JJIJJJIJJ.invokeExact(
                    this.enqueueNDRangeKernel,
                    queue,
                    kernel,
                    dimensions,
                    offsets,
                    sizes,
                    groups,
                    waits,
                    waitList,
                    event);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    long createProgramWithSource(long context, int count, long texts, long lengths, long code) {
        try {
            return (long)
                    JIJJJ_TO_POINTER.invokeExact(this.createProgramWithSource, context, count, texts, lengths, code);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int buildProgram(long program, int count, long devices, long options, long callback, long data) {
        try {
            return (int) JIJJJJ.invokeExact(this.buildProgram, program, count, devices, options, callback, data);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int getProgramBuildInfo(long program, long device, int what, long bytes, long out, long size) {
        try {
            return (int) JJIJJJ.invokeExact(this.getProgramBuildInfo, program, device, what, bytes, out, size);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int getProgramInfo(long program, int what, long bytes, long out, long size) {
        try {
            return (int) JIJJJ.invokeExact(this.getProgramInfo, program, what, bytes, out, size);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int releaseProgram(long program) {
        try {
            return (int) J.invokeExact(this.releaseProgram, program);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    long createKernel(long program, long name, long code) {
        try {
            return (long) JJJ_TO_POINTER.invokeExact(this.createKernel, program, name, code);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int releaseKernel(long kernel) {
        try {
            return (int) J.invokeExact(this.releaseKernel, kernel);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int setKernelArg(long kernel, int index, long bytes, long value) {
        try {
            return (int) JIJJ.invokeExact(this.setKernelArg, kernel, index, bytes, value);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int getKernelInfo(long kernel, int what, long bytes, long out, long size) {
        try {
            return (int) JIJJJ.invokeExact(this.getKernelInfo, kernel, what, bytes, out, size);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int getKernelArgInfo(long kernel, int index, int what, long bytes, long out, long size) {
        try {
            return (int) JIIJJJ.invokeExact(this.getKernelArgInfo, kernel, index, what, bytes, out, size);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int getKernelWorkGroupInfo(long kernel, long device, int what, long bytes, long out, long size) {
        try {
            return (int) JJIJJJ.invokeExact(this.getKernelWorkGroupInfo, kernel, device, what, bytes, out, size);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int getEventInfo(long event, int what, long bytes, long out, long size) {
        try {
            return (int) JIJJJ.invokeExact(this.getEventInfo, event, what, bytes, out, size);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int getEventProfilingInfo(long event, int what, long bytes, long out, long size) {
        try {
            return (int) JIJJJ.invokeExact(this.getEventProfilingInfo, event, what, bytes, out, size);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int setEventCallback(long event, int status, long callback, long data) {
        try {
            return (int) JIJJ.invokeExact(this.setEventCallback, event, status, callback, data);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int retainEvent(long event) {
        try {
            return (int) J.invokeExact(this.retainEvent, event);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int releaseEvent(long event) {
        try {
            return (int) J.invokeExact(this.releaseEvent, event);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    long createCommandQueueWithProperties(long context, long device, long properties, long code) {
        try {
            return (long) JJJJ_TO_POINTER.invokeExact(
                    this.createCommandQueueWithProperties, context, device, properties, code);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    long createProgramWithIL(long context, long code, long bytes, long result) {
        try {
            return (long) JJJJ_TO_POINTER.invokeExact(this.createProgramWithIL, context, code, bytes, result);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int getDeviceAndHostTimer(long device, long deviceTime, long hostTime) {
        try {
            return (int) JJJ.invokeExact(this.getDeviceAndHostTimer, device, deviceTime, hostTime);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }
}
