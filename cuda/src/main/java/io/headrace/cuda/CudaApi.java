package io.headrace.cuda;

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
 * The functions of the CUDA driver, one method each, under their own names without the prefix. All give CUDA's result code;
 * pointers are addresses. Nothing is checked here, and no memory is allocated: who calls owns the words that results go to.
 *
 * <p>There is one handle for each shape of a call and none for each function, so that the handles are constants whichever library
 * was loaded. A function that an older driver lacks is missing by itself: {@code has...} tells.
 */
final class CudaApi {

    /** What a call gives if the driver lacks the function; CUDA's own code for things that are not supported. */
    static final int NOT_SUPPORTED = 801;

    private static final MethodHandle I_CALL = shape(ValueLayout.JAVA_INT);
    private static final MethodHandle J_CALL = shape(ValueLayout.JAVA_LONG);
    private static final MethodHandle JI_CALL = shape(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT);
    private static final MethodHandle JII_CALL =
            shape(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
    private static final MethodHandle IJ_CALL = shape(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG);
    private static final MethodHandle JJI_CALL =
            shape(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT);
    private static final MethodHandle JJ_CALL = shape(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final MethodHandle JJJJ_CALL =
            shape(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final MethodHandle JBJJ_CALL =
            shape(ValueLayout.JAVA_LONG, ValueLayout.JAVA_BYTE, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final MethodHandle JSJJ_CALL =
            shape(ValueLayout.JAVA_LONG, ValueLayout.JAVA_SHORT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final MethodHandle JIJJ_CALL =
            shape(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final MethodHandle JJBJJJ_CALL = shape(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_BYTE,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JJIJJJ_CALL = shape(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JJIJJ_CALL = shape(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JJJ_CALL =
            shape(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final MethodHandle JIIIIIIIJJJ_CALL = shape(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    private static final MethodHandle JJJI_CALL =
            shape(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT);
    private static final MethodHandle JIJ_CALL =
            shape(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG);
    private static final MethodHandle JJJJJI_CALL = shape(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT);

    private final List<String> missing = new ArrayList<>();
    private final NativeLibrary library;
    private final MemorySegment init;
    private final MemorySegment driverGetVersion;
    private final MemorySegment deviceGetCount;
    private final MemorySegment deviceGet;
    private final MemorySegment deviceGetName;
    private final MemorySegment deviceTotalMem;
    private final MemorySegment deviceGetAttribute;
    private final MemorySegment primaryCtxRetain;
    private final MemorySegment primaryCtxRelease;
    private final MemorySegment ctxSetCurrent;
    private final MemorySegment getErrorName;
    private final MemorySegment streamCreateWithPriority;
    private final MemorySegment streamDestroy;
    private final MemorySegment streamQuery;
    private final MemorySegment streamWaitEvent;
    private final MemorySegment eventCreate;
    private final MemorySegment eventDestroy;
    private final MemorySegment eventRecord;
    private final MemorySegment eventQuery;
    private final MemorySegment memAlloc;
    private final MemorySegment memFree;
    private final MemorySegment memHostAlloc;
    private final MemorySegment memFreeHost;
    private final MemorySegment memHostRegister;
    private final MemorySegment memHostUnregister;
    private final MemorySegment memcpyHtoDAsync;
    private final MemorySegment memcpyDtoHAsync;
    private final MemorySegment memcpyDtoDAsync;
    private final MemorySegment memcpy2DAsync;
    private final MemorySegment memsetD8Async;
    private final MemorySegment memsetD16Async;
    private final MemorySegment memsetD32Async;
    private final MemorySegment memsetD2D8Async;
    private final MemorySegment memsetD2D32Async;
    private final MemorySegment moduleLoadDataEx;
    private final MemorySegment moduleUnload;
    private final MemorySegment moduleGetFunction;
    private final MemorySegment launchKernel;
    private final MemorySegment ctxGetStreamPriorityRange;
    private final MemorySegment streamWriteValue64;
    private final MemorySegment eventElapsedTime;
    private final MemorySegment memPoolCreate;
    private final MemorySegment memPoolDestroy;
    private final MemorySegment memPoolSetAttribute;
    private final MemorySegment memPoolTrimTo;
    private final MemorySegment memPoolSetAccess;
    private final MemorySegment memAllocFromPoolAsync;
    private final MemorySegment memFreeAsync;
    private final MemorySegment deviceCanAccessPeer;
    private final MemorySegment ctxEnablePeerAccess;
    private final MemorySegment launchKernelEx;
    private final MemorySegment funcGetParamInfo;
    private final MemorySegment funcGetAttribute;
    private final MemorySegment funcSetAttribute;
    private final MemorySegment occupancyMaxPotentialBlockSize;
    private final MemorySegment streamBeginCapture;
    private final MemorySegment streamEndCapture;
    private final MemorySegment graphDestroy;
    private final MemorySegment graphInstantiate;
    private final MemorySegment graphExecDestroy;
    private final MemorySegment graphLaunch;

    CudaApi(NativeLibrary library) {
        this.library = library;
        init = required("cuInit");
        driverGetVersion = required("cuDriverGetVersion");
        deviceGetCount = required("cuDeviceGetCount");
        deviceGet = required("cuDeviceGet");
        deviceGetName = required("cuDeviceGetName");
        deviceTotalMem = required("cuDeviceTotalMem_v2");
        deviceGetAttribute = required("cuDeviceGetAttribute");
        primaryCtxRetain = required("cuDevicePrimaryCtxRetain");
        primaryCtxRelease = required("cuDevicePrimaryCtxRelease_v2");
        ctxSetCurrent = required("cuCtxSetCurrent");
        getErrorName = required("cuGetErrorName");
        streamCreateWithPriority = required("cuStreamCreateWithPriority");
        streamDestroy = required("cuStreamDestroy_v2");
        streamQuery = required("cuStreamQuery");
        streamWaitEvent = required("cuStreamWaitEvent");
        eventCreate = required("cuEventCreate");
        eventDestroy = required("cuEventDestroy_v2");
        eventRecord = required("cuEventRecord");
        eventQuery = required("cuEventQuery");
        memAlloc = required("cuMemAlloc_v2");
        memFree = required("cuMemFree_v2");
        memHostAlloc = required("cuMemHostAlloc");
        memFreeHost = required("cuMemFreeHost");
        memHostRegister = required("cuMemHostRegister_v2");
        memHostUnregister = required("cuMemHostUnregister");
        memcpyHtoDAsync = required("cuMemcpyHtoDAsync_v2");
        memcpyDtoHAsync = required("cuMemcpyDtoHAsync_v2");
        memcpyDtoDAsync = required("cuMemcpyDtoDAsync_v2");
        memcpy2DAsync = required("cuMemcpy2DAsync_v2");
        memsetD8Async = required("cuMemsetD8Async");
        memsetD16Async = required("cuMemsetD16Async");
        memsetD32Async = required("cuMemsetD32Async");
        memsetD2D8Async = required("cuMemsetD2D8Async");
        memsetD2D32Async = required("cuMemsetD2D32Async");
        moduleLoadDataEx = required("cuModuleLoadDataEx");
        moduleUnload = required("cuModuleUnload");
        moduleGetFunction = required("cuModuleGetFunction");
        launchKernel = required("cuLaunchKernel");
        ctxGetStreamPriorityRange = optional("cuCtxGetStreamPriorityRange");
        streamWriteValue64 = optional("cuStreamWriteValue64_v2");
        eventElapsedTime = optional("cuEventElapsedTime");
        memPoolCreate = optional("cuMemPoolCreate");
        memPoolDestroy = optional("cuMemPoolDestroy");
        memPoolSetAttribute = optional("cuMemPoolSetAttribute");
        memPoolTrimTo = optional("cuMemPoolTrimTo");
        memPoolSetAccess = optional("cuMemPoolSetAccess");
        memAllocFromPoolAsync = optional("cuMemAllocFromPoolAsync");
        memFreeAsync = optional("cuMemFreeAsync");
        deviceCanAccessPeer = optional("cuDeviceCanAccessPeer");
        ctxEnablePeerAccess = optional("cuCtxEnablePeerAccess");
        launchKernelEx = optional("cuLaunchKernelEx");
        funcGetParamInfo = optional("cuFuncGetParamInfo");
        funcGetAttribute = optional("cuFuncGetAttribute");
        funcSetAttribute = optional("cuFuncSetAttribute");
        occupancyMaxPotentialBlockSize = optional("cuOccupancyMaxPotentialBlockSize");
        streamBeginCapture = optional("cuStreamBeginCapture_v2");
        streamEndCapture = optional("cuStreamEndCapture");
        graphDestroy = optional("cuGraphDestroy");
        graphInstantiate = optional("cuGraphInstantiateWithFlags");
        graphExecDestroy = optional("cuGraphExecDestroy");
        graphLaunch = optional("cuGraphLaunch");
    }

    private static MethodHandle shape(MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments));
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

    boolean hasMemoryPools() {
        return isThere(memPoolCreate)
                && isThere(memPoolDestroy)
                && isThere(memPoolSetAttribute)
                && isThere(memPoolTrimTo)
                && isThere(memAllocFromPoolAsync)
                && isThere(memFreeAsync);
    }

    boolean hasStreamWrites() {
        return isThere(streamWriteValue64);
    }

    boolean hasGraphs() {
        return isThere(streamBeginCapture)
                && isThere(streamEndCapture)
                && isThere(graphDestroy)
                && isThere(graphInstantiate)
                && isThere(graphExecDestroy)
                && isThere(graphLaunch);
    }

    private static boolean isThere(MemorySegment function) {
        return function.address() != 0;
    }

    int init(int flags) {
        try {
            return (int) I_CALL.invokeExact(init, flags);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int driverGetVersion(long out) {
        try {
            return (int) J_CALL.invokeExact(driverGetVersion, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int deviceGetCount(long out) {
        try {
            return (int) J_CALL.invokeExact(deviceGetCount, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int deviceGet(long out, int ordinal) {
        try {
            return (int) JI_CALL.invokeExact(deviceGet, out, ordinal);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int deviceGetName(long out, int bytes, int device) {
        try {
            return (int) JII_CALL.invokeExact(deviceGetName, out, bytes, device);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int deviceTotalMem(long out, int device) {
        try {
            return (int) JI_CALL.invokeExact(deviceTotalMem, out, device);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int deviceGetAttribute(long out, int attribute, int device) {
        try {
            return (int) JII_CALL.invokeExact(deviceGetAttribute, out, attribute, device);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int primaryCtxRetain(long out, int device) {
        try {
            return (int) JI_CALL.invokeExact(primaryCtxRetain, out, device);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int primaryCtxRelease(int device) {
        try {
            return (int) I_CALL.invokeExact(primaryCtxRelease, device);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int ctxSetCurrent(long context) {
        try {
            return (int) J_CALL.invokeExact(ctxSetCurrent, context);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int getErrorName(int code, long out) {
        try {
            return (int) IJ_CALL.invokeExact(getErrorName, code, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int streamCreateWithPriority(long out, int flags, int priority) {
        try {
            return (int) JII_CALL.invokeExact(streamCreateWithPriority, out, flags, priority);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int streamDestroy(long stream) {
        try {
            return (int) J_CALL.invokeExact(streamDestroy, stream);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int streamQuery(long stream) {
        try {
            return (int) J_CALL.invokeExact(streamQuery, stream);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int streamWaitEvent(long stream, long event, int flags) {
        try {
            return (int) JJI_CALL.invokeExact(streamWaitEvent, stream, event, flags);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int eventCreate(long out, int flags) {
        try {
            return (int) JI_CALL.invokeExact(eventCreate, out, flags);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int eventDestroy(long event) {
        try {
            return (int) J_CALL.invokeExact(eventDestroy, event);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int eventRecord(long event, long stream) {
        try {
            return (int) JJ_CALL.invokeExact(eventRecord, event, stream);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int eventQuery(long event) {
        try {
            return (int) J_CALL.invokeExact(eventQuery, event);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memAlloc(long out, long bytes) {
        try {
            return (int) JJ_CALL.invokeExact(memAlloc, out, bytes);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memFree(long address) {
        try {
            return (int) J_CALL.invokeExact(memFree, address);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memHostAlloc(long out, long bytes, int flags) {
        try {
            return (int) JJI_CALL.invokeExact(memHostAlloc, out, bytes, flags);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memFreeHost(long address) {
        try {
            return (int) J_CALL.invokeExact(memFreeHost, address);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memHostRegister(long address, long bytes, int flags) {
        try {
            return (int) JJI_CALL.invokeExact(memHostRegister, address, bytes, flags);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memHostUnregister(long address) {
        try {
            return (int) J_CALL.invokeExact(memHostUnregister, address);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memcpyHtoDAsync(long to, long from, long bytes, long stream) {
        try {
            return (int) JJJJ_CALL.invokeExact(memcpyHtoDAsync, to, from, bytes, stream);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memcpyDtoHAsync(long to, long from, long bytes, long stream) {
        try {
            return (int) JJJJ_CALL.invokeExact(memcpyDtoHAsync, to, from, bytes, stream);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memcpyDtoDAsync(long to, long from, long bytes, long stream) {
        try {
            return (int) JJJJ_CALL.invokeExact(memcpyDtoDAsync, to, from, bytes, stream);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memcpy2DAsync(long copy, long stream) {
        try {
            return (int) JJ_CALL.invokeExact(memcpy2DAsync, copy, stream);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memsetD8Async(long to, byte value, long count, long stream) {
        try {
            return (int) JBJJ_CALL.invokeExact(memsetD8Async, to, value, count, stream);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memsetD16Async(long to, short value, long count, long stream) {
        try {
            return (int) JSJJ_CALL.invokeExact(memsetD16Async, to, value, count, stream);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memsetD32Async(long to, int value, long count, long stream) {
        try {
            return (int) JIJJ_CALL.invokeExact(memsetD32Async, to, value, count, stream);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memsetD2D8Async(long to, long pitch, byte value, long width, long height, long stream) {
        try {
            return (int) JJBJJJ_CALL.invokeExact(memsetD2D8Async, to, pitch, value, width, height, stream);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memsetD2D32Async(long to, long pitch, int value, long width, long height, long stream) {
        try {
            return (int) JJIJJJ_CALL.invokeExact(memsetD2D32Async, to, pitch, value, width, height, stream);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int moduleLoadDataEx(long out, long image, int count, long options, long values) {
        try {
            return (int) JJIJJ_CALL.invokeExact(moduleLoadDataEx, out, image, count, options, values);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int moduleUnload(long module) {
        try {
            return (int) J_CALL.invokeExact(moduleUnload, module);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int moduleGetFunction(long out, long module, long name) {
        try {
            return (int) JJJ_CALL.invokeExact(moduleGetFunction, out, module, name);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int launchKernel(
            long function,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            long stream,
            long parameters,
            long extra) {
        try {
            return (int) JIIIIIIIJJJ_CALL.invokeExact(
                    launchKernel,
                    function,
                    gridX,
                    gridY,
                    gridZ,
                    blockX,
                    blockY,
                    blockZ,
                    sharedBytes,
                    stream,
                    parameters,
                    extra);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int ctxGetStreamPriorityRange(long least, long greatest) {
        if (!isThere(ctxGetStreamPriorityRange)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JJ_CALL.invokeExact(ctxGetStreamPriorityRange, least, greatest);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int streamWriteValue64(long stream, long address, long value, int flags) {
        if (!isThere(streamWriteValue64)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JJJI_CALL.invokeExact(streamWriteValue64, stream, address, value, flags);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int eventElapsedTime(long out, long start, long end) {
        if (!isThere(eventElapsedTime)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JJJ_CALL.invokeExact(eventElapsedTime, out, start, end);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memPoolCreate(long out, long properties) {
        if (!isThere(memPoolCreate)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JJ_CALL.invokeExact(memPoolCreate, out, properties);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memPoolDestroy(long pool) {
        if (!isThere(memPoolDestroy)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) J_CALL.invokeExact(memPoolDestroy, pool);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memPoolSetAttribute(long pool, int attribute, long value) {
        if (!isThere(memPoolSetAttribute)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JIJ_CALL.invokeExact(memPoolSetAttribute, pool, attribute, value);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memPoolTrimTo(long pool, long bytes) {
        if (!isThere(memPoolTrimTo)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JJ_CALL.invokeExact(memPoolTrimTo, pool, bytes);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memPoolSetAccess(long pool, long descriptors, long count) {
        if (!isThere(memPoolSetAccess)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JJJ_CALL.invokeExact(memPoolSetAccess, pool, descriptors, count);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memAllocFromPoolAsync(long out, long bytes, long pool, long stream) {
        if (!isThere(memAllocFromPoolAsync)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JJJJ_CALL.invokeExact(memAllocFromPoolAsync, out, bytes, pool, stream);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memFreeAsync(long address, long stream) {
        if (!isThere(memFreeAsync)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JJ_CALL.invokeExact(memFreeAsync, address, stream);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int ctxEnablePeerAccess(long peer, int flags) {
        if (!isThere(ctxEnablePeerAccess)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JI_CALL.invokeExact(ctxEnablePeerAccess, peer, flags);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int deviceCanAccessPeer(long out, int device, int peer) {
        if (!isThere(deviceCanAccessPeer)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JII_CALL.invokeExact(deviceCanAccessPeer, out, device, peer);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int launchKernelEx(long configuration, long function, long parameters, long extra) {
        if (!isThere(launchKernelEx)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JJJJ_CALL.invokeExact(launchKernelEx, configuration, function, parameters, extra);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int funcGetParamInfo(long function, long index, long offset, long size) {
        if (!isThere(funcGetParamInfo)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JJJJ_CALL.invokeExact(funcGetParamInfo, function, index, offset, size);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int funcGetAttribute(long out, int attribute, long function) {
        if (!isThere(funcGetAttribute)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JIJ_CALL.invokeExact(funcGetAttribute, out, attribute, function);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int funcSetAttribute(long function, int attribute, int value) {
        if (!isThere(funcSetAttribute)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JII_CALL.invokeExact(funcSetAttribute, function, attribute, value);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int occupancyMaxPotentialBlockSize(
            long grid, long block, long function, long toShared, long sharedBytes, int limit) {
        if (!isThere(occupancyMaxPotentialBlockSize)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JJJJJI_CALL.invokeExact(
                    occupancyMaxPotentialBlockSize, grid, block, function, toShared, sharedBytes, limit);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int streamBeginCapture(long stream, int mode) {
        if (!isThere(streamBeginCapture)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JI_CALL.invokeExact(streamBeginCapture, stream, mode);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int streamEndCapture(long stream, long out) {
        if (!isThere(streamEndCapture)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JJ_CALL.invokeExact(streamEndCapture, stream, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int graphDestroy(long graph) {
        if (!isThere(graphDestroy)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) J_CALL.invokeExact(graphDestroy, graph);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int graphInstantiate(long out, long graph, long flags) {
        if (!isThere(graphInstantiate)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JJJ_CALL.invokeExact(graphInstantiate, out, graph, flags);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int graphExecDestroy(long graph) {
        if (!isThere(graphExecDestroy)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) J_CALL.invokeExact(graphExecDestroy, graph);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int graphLaunch(long graph, long stream) {
        if (!isThere(graphLaunch)) {
            return NOT_SUPPORTED;
        }
        try {
            return (int) JJ_CALL.invokeExact(graphLaunch, graph, stream);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }
}
