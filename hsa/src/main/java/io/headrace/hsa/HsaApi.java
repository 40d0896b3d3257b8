package io.headrace.hsa;

import io.headrace.spi.NativeLibrary;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * The functions of ROCr that the driver calls, one method each. They give ROCr's status, or what the function gives; handles and pointers
 * are words. Nothing is checked here, and no memory is allocated: who calls owns the words that results go to.
 *
 * <p>There is one handle for each shape of a call and none for each function, so that the handles are constants whichever library
 * was loaded. A function that an older library lacks costs what needs it: {@code has...} tells. Calls of a few nanoseconds that never
 * block, of signals and indices of queues, are critical ones.
 */
final class HsaApi {

    private static final MethodHandle NONE = shape(FunctionDescriptor.of(ValueLayout.JAVA_INT));
    private static final MethodHandle IJ =
            shape(FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));
    private static final MethodHandle JJ =
            shape(FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle JIJ = shape(FunctionDescriptor.of(
            ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));
    private static final MethodHandle JJJ = shape(FunctionDescriptor.of(
            ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle JJIJ = shape(FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG));
    private static final MethodHandle J = shape(FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));
    private static final MethodHandle IJJJ = shape(FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG));
    private static final MethodHandle JJJIJ = shape(FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG));
    private static final MethodHandle JIJJJ = shape(FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG));
    private static final MethodHandle JJ_TO_NOTHING_CRITICAL = shape(
            FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG), Linker.Option.critical(false));
    private static final MethodHandle JIIJJIIJ = shape(FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG));
    private static final MethodHandle JJ_TO_LONG_CRITICAL = shape(
            FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG),
            Linker.Option.critical(false));
    private static final MethodHandle J_TO_LONG_CRITICAL =
            shape(FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG), Linker.Option.critical(false));
    private static final MethodHandle JI =
            shape(FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
    private static final MethodHandle Z = shape(FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_BOOLEAN));
    private static final MethodHandle JJJJJIJJ = shape(FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG));
    private static final MethodHandle IIJJ = shape(FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG));
    private static final MethodHandle JJJJJ = shape(FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG));
    private static final MethodHandle JJJJ = shape(FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG));
    private static final MethodHandle JJJJJJIIJJ = shape(FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG));
    private static final MethodHandle JJJJJIJJIZ = shape(FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_BOOLEAN));

    private final NativeLibrary library;
    private final List<String> missing = new ArrayList<>();
    private final MemorySegment init;
    private final MemorySegment statusString;
    private final MemorySegment systemGetInfo;
    private final MemorySegment iterateAgents;
    private final MemorySegment agentGetInfo;
    private final MemorySegment agentIterateMemoryPools;
    private final MemorySegment memoryPoolGetInfo;
    private final MemorySegment agentMemoryPoolGetInfo;
    private final MemorySegment memoryPoolAllocate;
    private final MemorySegment memoryPoolFree;
    private final MemorySegment agentsAllowAccess;
    private final MemorySegment memoryLock;
    private final MemorySegment memoryUnlock;
    private final MemorySegment signalCreate;
    private final MemorySegment signalValuePointer;
    private final MemorySegment signalDestroy;
    private final MemorySegment signalStoreRelease;
    private final MemorySegment queueCreate;
    private final MemorySegment queueDestroy;
    private final MemorySegment queueAddWriteIndex;
    private final MemorySegment queueLoadWriteIndex;
    private final MemorySegment queueLoadReadIndex;
    private final MemorySegment setProfilerEnabled;
    private final MemorySegment asyncCopyProfiling;
    private final MemorySegment getDispatchTime;
    private final MemorySegment getAsyncCopyTime;
    private final MemorySegment memoryAsyncCopy;
    private final MemorySegment codeObjectReaderCreate;
    private final MemorySegment codeObjectReaderDestroy;
    private final MemorySegment executableCreate;
    private final MemorySegment executableLoad;
    private final MemorySegment executableFreeze;
    private final MemorySegment executableGetSymbol;
    private final MemorySegment symbolGetInfo;
    private final MemorySegment executableDestroy;
    private final MemorySegment memoryAsyncCopyRect;
    private final MemorySegment memoryAsyncCopyOnEngine;
    private final MemorySegment memoryCopyEngineStatus;
    private final MemorySegment memoryGetPreferredCopyEngine;
    private final MemorySegment queueSetPriority;
    private final MemorySegment registerSystemEventHandler;

    HsaApi(NativeLibrary library) {
        this.library = library;
        init = required("hsa_init");
        statusString = required("hsa_status_string");
        systemGetInfo = required("hsa_system_get_info");
        iterateAgents = required("hsa_iterate_agents");
        agentGetInfo = required("hsa_agent_get_info");
        agentIterateMemoryPools = required("hsa_amd_agent_iterate_memory_pools");
        memoryPoolGetInfo = required("hsa_amd_memory_pool_get_info");
        agentMemoryPoolGetInfo = required("hsa_amd_agent_memory_pool_get_info");
        memoryPoolAllocate = required("hsa_amd_memory_pool_allocate");
        memoryPoolFree = required("hsa_amd_memory_pool_free");
        agentsAllowAccess = required("hsa_amd_agents_allow_access");
        memoryLock = required("hsa_amd_memory_lock");
        memoryUnlock = required("hsa_amd_memory_unlock");
        signalCreate = required("hsa_amd_signal_create");
        signalValuePointer = required("hsa_amd_signal_value_pointer");
        signalDestroy = required("hsa_signal_destroy");
        signalStoreRelease = required("hsa_signal_store_screlease");
        queueCreate = required("hsa_queue_create");
        queueDestroy = required("hsa_queue_destroy");
        queueAddWriteIndex = required("hsa_queue_add_write_index_screlease");
        queueLoadWriteIndex = required("hsa_queue_load_write_index_scacquire");
        queueLoadReadIndex = required("hsa_queue_load_read_index_scacquire");
        setProfilerEnabled = required("hsa_amd_profiling_set_profiler_enabled");
        asyncCopyProfiling = required("hsa_amd_profiling_async_copy_enable");
        getDispatchTime = required("hsa_amd_profiling_get_dispatch_time");
        getAsyncCopyTime = required("hsa_amd_profiling_get_async_copy_time");
        memoryAsyncCopy = required("hsa_amd_memory_async_copy");
        codeObjectReaderCreate = required("hsa_code_object_reader_create_from_memory");
        codeObjectReaderDestroy = required("hsa_code_object_reader_destroy");
        executableCreate = required("hsa_executable_create_alt");
        executableLoad = required("hsa_executable_load_agent_code_object");
        executableFreeze = required("hsa_executable_freeze");
        executableGetSymbol = required("hsa_executable_get_symbol_by_name");
        symbolGetInfo = required("hsa_executable_symbol_get_info");
        executableDestroy = required("hsa_executable_destroy");
        memoryAsyncCopyRect = optional("hsa_amd_memory_async_copy_rect");
        memoryAsyncCopyOnEngine = optional("hsa_amd_memory_async_copy_on_engine");
        memoryCopyEngineStatus = optional("hsa_amd_memory_copy_engine_status");
        memoryGetPreferredCopyEngine = optional("hsa_amd_memory_get_preferred_copy_engine");
        queueSetPriority = optional("hsa_amd_queue_set_priority");
        registerSystemEventHandler = optional("hsa_amd_register_system_event_handler");
    }

    private static MethodHandle shape(FunctionDescriptor descriptor, Linker.Option... options) {
        return Linker.nativeLinker().downcallHandle(descriptor, options);
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

    /** Whether copies of rows can be one operation. */
    boolean hasRectangles() {
        return isThere(memoryAsyncCopyRect);
    }

    /** Whether a copy can be given to an engine, and engines be asked for. */
    boolean hasEngines() {
        return isThere(memoryAsyncCopyOnEngine) && isThere(memoryCopyEngineStatus);
    }

    boolean hasPreferredEngines() {
        return isThere(memoryGetPreferredCopyEngine);
    }

    boolean hasPriorities() {
        return isThere(queueSetPriority);
    }

    boolean hasSystemEvents() {
        return isThere(registerSystemEventHandler);
    }

    int init() {
        try {
            return (int) NONE.invokeExact(this.init);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int statusString(int status, long out) {
        try {
            return (int) IJ.invokeExact(this.statusString, status, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int systemGetInfo(int what, long out) {
        try {
            return (int) IJ.invokeExact(this.systemGetInfo, what, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int iterateAgents(long callback, long data) {
        try {
            return (int) JJ.invokeExact(this.iterateAgents, callback, data);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int agentGetInfo(long agent, int what, long out) {
        try {
            return (int) JIJ.invokeExact(this.agentGetInfo, agent, what, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int agentIterateMemoryPools(long agent, long callback, long data) {
        try {
            return (int) JJJ.invokeExact(this.agentIterateMemoryPools, agent, callback, data);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memoryPoolGetInfo(long pool, int what, long out) {
        try {
            return (int) JIJ.invokeExact(this.memoryPoolGetInfo, pool, what, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int agentMemoryPoolGetInfo(long agent, long pool, int what, long out) {
        try {
            return (int) JJIJ.invokeExact(this.agentMemoryPoolGetInfo, agent, pool, what, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memoryPoolAllocate(long pool, long bytes, int flags, long out) {
        try {
            return (int) JJIJ.invokeExact(this.memoryPoolAllocate, pool, bytes, flags, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memoryPoolFree(long address) {
        try {
            return (int) J.invokeExact(this.memoryPoolFree, address);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int agentsAllowAccess(int count, long agents, long flags, long address) {
        try {
            return (int) IJJJ.invokeExact(this.agentsAllowAccess, count, agents, flags, address);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memoryLock(long address, long bytes, long agents, int count, long out) {
        try {
            return (int) JJJIJ.invokeExact(this.memoryLock, address, bytes, agents, count, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memoryUnlock(long address) {
        try {
            return (int) J.invokeExact(this.memoryUnlock, address);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int signalCreate(long value, int consumers, long agents, long attributes, long out) {
        try {
            return (int) JIJJJ.invokeExact(this.signalCreate, value, consumers, agents, attributes, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int signalValuePointer(long signal, long out) {
        try {
            return (int) JJ.invokeExact(this.signalValuePointer, signal, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int signalDestroy(long signal) {
        try {
            return (int) J.invokeExact(this.signalDestroy, signal);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    void signalStoreRelease(long signal, long value) {
        try {
            JJ_TO_NOTHING_CRITICAL.invokeExact(this.signalStoreRelease, signal, value);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int queueCreate(
            long agent, int size, int type, long callback, long data, int privateBytes, int groupBytes, long out) {
        try {
            return (int) JIIJJIIJ.invokeExact(
                    this.queueCreate, agent, size, type, callback, data, privateBytes, groupBytes, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int queueDestroy(long queue) {
        try {
            return (int) J.invokeExact(this.queueDestroy, queue);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    long queueAddWriteIndex(long queue, long count) {
        try {
            return (long) JJ_TO_LONG_CRITICAL.invokeExact(this.queueAddWriteIndex, queue, count);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    long queueLoadWriteIndex(long queue) {
        try {
            return (long) J_TO_LONG_CRITICAL.invokeExact(this.queueLoadWriteIndex, queue);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    long queueLoadReadIndex(long queue) {
        try {
            return (long) J_TO_LONG_CRITICAL.invokeExact(this.queueLoadReadIndex, queue);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int setProfilerEnabled(long queue, int enable) {
        try {
            return (int) JI.invokeExact(this.setProfilerEnabled, queue, enable);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int asyncCopyProfiling(boolean enable) {
        try {
            return (int) Z.invokeExact(this.asyncCopyProfiling, enable);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int getDispatchTime(long agent, long signal, long out) {
        try {
            return (int) JJJ.invokeExact(this.getDispatchTime, agent, signal, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int getAsyncCopyTime(long signal, long out) {
        try {
            return (int) JJ.invokeExact(this.getAsyncCopyTime, signal, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memoryAsyncCopy(
            long to, long toAgent, long from, long fromAgent, long bytes, int count, long awaited, long completion) {
        try {
            return (int) JJJJJIJJ.invokeExact(
                    this.memoryAsyncCopy, to, toAgent, from, fromAgent, bytes, count, awaited, completion);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int codeObjectReaderCreate(long code, long bytes, long out) {
        try {
            return (int) JJJ.invokeExact(this.codeObjectReaderCreate, code, bytes, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int codeObjectReaderDestroy(long reader) {
        try {
            return (int) J.invokeExact(this.codeObjectReaderDestroy, reader);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int executableCreate(int profile, int rounding, long options, long out) {
        try {
            return (int) IIJJ.invokeExact(this.executableCreate, profile, rounding, options, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int executableLoad(long executable, long agent, long reader, long options, long out) {
        try {
            return (int) JJJJJ.invokeExact(this.executableLoad, executable, agent, reader, options, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int executableFreeze(long executable, long options) {
        try {
            return (int) JJ.invokeExact(this.executableFreeze, executable, options);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int executableGetSymbol(long executable, long name, long agent, long out) {
        try {
            return (int) JJJJ.invokeExact(this.executableGetSymbol, executable, name, agent, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int symbolGetInfo(long symbol, int what, long out) {
        try {
            return (int) JIJ.invokeExact(this.symbolGetInfo, symbol, what, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int executableDestroy(long executable) {
        try {
            return (int) J.invokeExact(this.executableDestroy, executable);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memoryAsyncCopyRect(
            long to,
            long toOffset,
            long from,
            long fromOffset,
            long range,
            long agent,
            int direction,
            int count,
            long awaited,
            long completion) {
        try {
            return (int) JJJJJJIIJJ.invokeExact(
                    this.memoryAsyncCopyRect,
                    to,
                    toOffset,
                    from,
                    fromOffset,
                    range,
                    agent,
                    direction,
                    count,
                    awaited,
                    completion);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memoryAsyncCopyOnEngine(
            long to,
            long toAgent,
            long from,
            long fromAgent,
            long bytes,
            int count,
            long awaited,
            long completion,
            int engine,
            boolean force) {
        try {
            return (int) JJJJJIJJIZ.invokeExact(
                    this.memoryAsyncCopyOnEngine,
                    to,
                    toAgent,
                    from,
                    fromAgent,
                    bytes,
                    count,
                    awaited,
                    completion,
                    engine,
                    force);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memoryCopyEngineStatus(long toAgent, long fromAgent, long out) {
        try {
            return (int) JJJ.invokeExact(this.memoryCopyEngineStatus, toAgent, fromAgent, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int memoryGetPreferredCopyEngine(long toAgent, long fromAgent, long out) {
        try {
            return (int) JJJ.invokeExact(this.memoryGetPreferredCopyEngine, toAgent, fromAgent, out);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int queueSetPriority(long queue, int priority) {
        try {
            return (int) JI.invokeExact(this.queueSetPriority, queue, priority);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int registerSystemEventHandler(long callback, long data) {
        try {
            return (int) JJ.invokeExact(this.registerSystemEventHandler, callback, data);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }
}
