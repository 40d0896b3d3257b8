package io.headrace.cuda.standin;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StandInContextTest {

    private static final Executor NEW_THREAD = task -> Thread.ofPlatform().start(task);

    private final StandIn standIn = StandIn.get();
    private final RawCalls cuda = new RawCalls();

    @AfterEach
    void close() {
        cuda.close();
    }

    @Test
    void devicesTellTheirNameMemoryAndAttributes() {
        assertThat(cuda.number("cuDeviceGetCount")).isEqualTo(2);
        assertThat(cuda.made("cuDeviceTotalMem_v2", 1)).isEqualTo(256L << 20);
        MemorySegment name = cuda.arena().allocate(100);
        cuda.good("cuDeviceGetName", name, 100, 0);
        assertThat(name.getString(0)).isEqualTo("Stand-in GPU");
        assertThat(cuda.number("cuDeviceGetAttribute", 16, 0)).isEqualTo(132);
        assertThat(cuda.number("cuDeviceGetAttribute", 75, 0)).isEqualTo(9);
        assertThat(cuda.bare("cuDeviceGetAttribute", name, 5_000, 0)).isEqualTo(1);
        assertThat(cuda.bare("cuDeviceGet", name, 2)).isEqualTo(101);
        MemorySegment other = cuda.arena().allocate(16);
        cuda.good("cuDeviceGetUuid_v2", name, 0);
        cuda.good("cuDeviceGetUuid_v2", other, 1);
        assertThat(name.asSlice(0, 16).toArray(JAVA_BYTE)).isNotEqualTo(other.toArray(JAVA_BYTE));
        assertThat(cuda.number("cuDeviceCanAccessPeer", 0, 1)).isEqualTo(1);
        assertThat(cuda.number("cuDeviceGetP2PAttribute", 2, 0, 1)).isEqualTo(1);
    }

    @Test
    void aThreadWithoutAContextIsRefused() {
        MemorySegment place = cuda.arena().allocate(8);
        cuda.context(0);
        int result = CompletableFuture.supplyAsync(() -> cuda.bare("cuStreamCreate", place, 1), NEW_THREAD)
                .join();
        assertThat(result).isEqualTo(201);
        assertThat(CompletableFuture.supplyAsync(() -> cuda.call("cuStreamCreate", place, 1), NEW_THREAD)
                        .join())
                .isZero();
    }

    @Test
    void aContextEndsWithItsLastRelease() {
        long first = cuda.context(0);
        assertThat(cuda.made("cuDevicePrimaryCtxRetain", 0)).isEqualTo(first);
        cuda.event();
        cuda.stream();
        cuda.good("cuDevicePrimaryCtxRelease_v2", 0);
        MemorySegment place = cuda.arena().allocate(8);
        cuda.good("cuStreamCreate", place, 1);
        assertThat(standIn.live("stream")).isEqualTo(2);
        cuda.good("cuDevicePrimaryCtxRelease_v2", 0);
        assertThat(cuda.bare("cuStreamCreate", place, 1)).isEqualTo(709);
        assertThat(cuda.bare("cuDevicePrimaryCtxRelease_v2", 0)).isEqualTo(201);
        assertThat(standIn.live("stream")).isZero();
        assertThat(standIn.leftBehind("stream")).isEqualTo(2);
        assertThat(standIn.leftBehind("event")).isEqualTo(1);
        cuda.good("cuDevicePrimaryCtxRetain", place, 0);
    }

    @Test
    void aContextThatFailedWorksAgainAfterItsEnd() {
        long stream = cuda.stream();
        cuda.launch(stream, cuda.kernel("assert_fail"), 1);
        assertThat(cuda.call("cuStreamSynchronize", stream)).isEqualTo(710);
        assertThat(cuda.call("cuCtxSynchronize")).isEqualTo(710);
        cuda.good("cuDevicePrimaryCtxRelease_v2", 0);
        cuda.good("cuDevicePrimaryCtxRetain", cuda.arena().allocate(8), 0);
        cuda.good("cuCtxSynchronize");
    }

    @Test
    void aContextEndsThoughItsWorkWaits() {
        long stream = cuda.stream();
        MemorySegment flag = cuda.pinned(8);
        cuda.launch(stream, cuda.kernel("wait_flag"), 1, flag.address(), 1);
        cuda.good("cuStreamWaitValue64_v2", stream, flag.address(), 1L, 0);
        cuda.good("cuDevicePrimaryCtxRelease_v2", 0);
        assertThat(standIn.live("operation")).isZero();
        cuda.good("cuDevicePrimaryCtxRetain", cuda.arena().allocate(8), 0);
    }

    @Test
    void whatBelongsToAnotherContextIsRefusedWhereCudaDoes() {
        long stream = cuda.stream();
        long event = cuda.event();
        long kernel = cuda.kernel("empty");
        long memory = cuda.memory(8);
        cuda.on(1);
        long other = cuda.stream();
        assertThat(cuda.call("cuEventRecord", event, other)).isEqualTo(400);
        assertThat(cuda.launch(other, kernel, 1)).isEqualTo(400);
        assertThat(cuda.launch(stream, kernel, 1)).isEqualTo(400);
        cuda.good("cuEventRecord", event, stream);
        cuda.good("cuStreamWaitEvent", other, event, 0);
        cuda.good("cuMemsetD8Async", memory, (byte) 0, 8L, stream);
        cuda.synchronize(stream);
        MemorySegment place = cuda.arena().allocate(8);
        cuda.good("cuStreamGetCtx", stream, place);
        assertThat(place.get(JAVA_LONG, 0)).isEqualTo(cuda.context(0));
    }

    @Test
    void errorsHaveTheirNames() {
        MemorySegment place = cuda.arena().allocate(ADDRESS);
        cuda.good("cuGetErrorName", 700, place);
        assertThat(place.get(ADDRESS, 0).reinterpret(100).getString(0)).isEqualTo("CUDA_ERROR_ILLEGAL_ADDRESS");
        cuda.good("cuGetErrorString", 2, place);
        assertThat(place.get(ADDRESS, 0).reinterpret(100).getString(0)).isEqualTo("out of memory");
        assertThat(cuda.bare("cuGetErrorName", 12_345, place)).isEqualTo(1);
    }

    @Test
    void callsFailAsAskedAndAreCounted() {
        standIn.failCall("cuStreamCreate", 2, 2, 2);
        MemorySegment place = cuda.arena().allocate(8);
        int[] results = new int[4];
        for (int i = 0; i < 4; i++) results[i] = cuda.call("cuStreamCreate", place, 1);
        assertThat(results).containsExactly(0, 2, 2, 0);
        assertThat(standIn.calls("cuStreamCreate")).isEqualTo(4);
        assertThat(standIn.live("stream")).isEqualTo(2);
        assertThat(standIn.calls("cuStreamSynchronize")).isZero();
        cuda.memory(4);
        assertThat(standIn.calls("cuMemAlloc")).isEqualTo(1);
        assertThat(standIn.calls("cuMem*")).isEqualTo(1);
        assertThat(standIn.callReport()).contains("cuStreamCreate 4\n", "cuMemAlloc_v2 1\n");
    }

    @Test
    void anOperationFailsAsAskedAndThoseAfterItDoNotRun() {
        long stream = cuda.stream();
        MemorySegment words = cuda.pinned(16);
        standIn.failOperation(2, 719);
        standIn.hold();
        for (int i = 0; i < 3; i++) {
            cuda.good("cuStreamWriteValue64_v2", stream, words.address() + 8L * (i / 2), i + 1L, 0);
        }
        standIn.release();
        assertThat(cuda.call("cuStreamSynchronize", stream)).isEqualTo(719);
        assertThat(words.get(JAVA_LONG, 0)).isEqualTo(1);
        assertThat(words.get(JAVA_LONG, 8)).isZero();
    }

    @Test
    void theOldFormOfAFunctionRefuses() {
        assertThat(cuda.call(
                        "cuStreamWriteValue64", cuda.stream(), cuda.pinned(8).address(), 1L, 0))
                .isEqualTo(801);
        assertThat(cuda.call("cuMemAlloc", cuda.arena().allocate(8), 8L)).isEqualTo(801);
    }

    @Test
    void memoryOperationsAndPoolsCanBeMissing() {
        long stream = cuda.stream();
        MemorySegment word = cuda.pinned(8);
        try {
            standIn.configure("memory-operations", 0);
            standIn.configure("pools", 0);
            assertThat(cuda.number("cuDeviceGetAttribute", 122, 0)).isZero();
            assertThat(cuda.call("cuStreamWriteValue32_v2", stream, word.address(), 1, 0))
                    .isEqualTo(801);
            assertThat(cuda.call("cuMemAllocAsync", word, 8L, stream)).isEqualTo(801);
        } finally {
            standIn.configure("memory-operations", 1);
            standIn.configure("pools", 1);
        }
        assertThat(word.get(JAVA_INT, 0)).isZero();
    }

    @Test
    void whatIsLeftIsReported() {
        assertThat(standIn.leaks()).isEmpty();
        long stream = cuda.stream();
        cuda.memory(4);
        cuda.event();
        cuda.event();
        assertThat(standIn.leaks()).isEqualTo("allocation=1 stream=1 event=2");
        cuda.good("cuStreamDestroy_v2", stream);
        assertThat(standIn.leaks()).isEqualTo("allocation=1 event=2");
    }

    @Test
    void aLibraryCanLackFunctions() {
        SymbolLookup older = SymbolLookup.libraryLookup(standIn.without("cuFuncGetParamInfo"), Arena.global());
        assertThat(older.find("cuFuncGetParamInfo")).isEmpty();
        assertThat(older.find("cuFuncGetAttribute")).isPresent();
        assertThat(standIn.lookup().find("cuFuncGetParamInfo")).isPresent();
    }

    @Test
    void streamsThatShareAConnectionWaitForEachOther() {
        try {
            standIn.configure("connections", 1);
            long first = cuda.stream();
            long second = cuda.stream();
            MemorySegment words = cuda.pinned(24);
            cuda.good("cuStreamWaitValue64_v2", first, words.address(), 1L, 0);
            cuda.good("cuStreamWriteValue64_v2", second, words.address() + 8, 1L, 0);
            cuda.synchronize(second);
            cuda.good("cuStreamWriteValue64_v2", first, words.address() + 16, 1L, 0);
            cuda.good("cuStreamWriteValue64_v2", second, words.address() + 8, 2L, 0);
            assertThat(cuda.call("cuStreamQuery", second)).isEqualTo(600);
            words.set(JAVA_LONG, 0, 1);
            cuda.synchronize(second);
            assertThat(words.get(JAVA_LONG, 8)).isEqualTo(2);
            cuda.synchronize(first);
        } finally {
            standIn.configure("connections", 0);
        }
    }
}
