package io.headrace.cuda.standin;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Index.atIndex;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StandInMemoryTest {

    private static final int PAGE = 4_096;

    private final StandIn standIn = StandIn.get();
    private final RawCalls cuda = new RawCalls();

    @AfterEach
    void close() {
        cuda.close();
    }

    @Test
    void bytesGoUpAcrossAndDown() {
        long stream = cuda.stream();
        long seed = System.nanoTime();
        byte[] bytes = new byte[100_000];
        new Random(seed).nextBytes(bytes);
        MemorySegment source = cuda.pinned(bytes.length);
        MemorySegment target = cuda.pinned(bytes.length);
        MemorySegment.copy(bytes, 0, source, JAVA_BYTE, 0, bytes.length);
        long first = cuda.memory(bytes.length);
        cuda.on(1);
        long second = cuda.memory(bytes.length);
        cuda.on(0);
        cuda.good("cuMemcpyHtoDAsync_v2", first, source, (long) bytes.length, stream);
        cuda.good(
                "cuMemcpyPeerAsync",
                second + 3,
                cuda.context(1),
                first + 7,
                cuda.context(0),
                (long) bytes.length - 7,
                stream);
        cuda.good("cuMemcpyAsync", target.address(), second + 3, (long) bytes.length - 7, stream);
        cuda.synchronize(stream);
        assertThat(target.asSlice(0, bytes.length - 7).mismatch(source.asSlice(7)))
                .as("seed=%d", seed)
                .isEqualTo(-1);
    }

    @Test
    void rowsAreCopiedByTheirPitches() {
        long stream = cuda.stream();
        long memory = cuda.memory(64 * 8);
        MemorySegment host = cuda.pinned(100);
        for (int i = 0; i < 100; i++) host.set(JAVA_BYTE, i, (byte) i);
        cuda.good("cuMemsetD8Async", memory, (byte) 0, 512L, stream);
        MemorySegment copy = cuda.arena().allocate(128, 8);
        copy.set(JAVA_LONG, 0, 2); // column and row of the source
        copy.set(JAVA_LONG, 8, 1);
        copy.set(JAVA_INT, 16, 1);
        copy.set(JAVA_LONG, 24, host.address());
        copy.set(JAVA_LONG, 48, 10);
        copy.set(JAVA_LONG, 56, 5);
        copy.set(JAVA_LONG, 64, 0);
        copy.set(JAVA_INT, 72, 2);
        copy.set(JAVA_LONG, 88, memory);
        copy.set(JAVA_LONG, 104, 64);
        copy.set(JAVA_LONG, 112, 4);
        copy.set(JAVA_LONG, 120, 3);
        cuda.good("cuMemcpy2DAsync_v2", copy, stream);
        cuda.synchronize(stream);
        byte[] seen = standIn.peek(memory, 512);
        assertThat(seen).startsWith(0, 0, 0, 0, 0, 12, 13, 14, 15, 0);
        assertThat(seen[64 + 5]).isEqualTo((byte) 22);
        assertThat(seen[128 + 8]).isEqualTo((byte) 35);
        assertThat(seen[192 + 5]).isZero();
        copy.set(JAVA_LONG, 112, 9);
        assertThat(cuda.call("cuMemcpy2DAsync_v2", copy, stream)).isEqualTo(1);
    }

    @Test
    void rangesAreFilledByElements() {
        long stream = cuda.stream();
        long memory = cuda.memory(64);
        cuda.good("cuMemsetD8Async", memory, (byte) 1, 64L, stream);
        cuda.good("cuMemsetD16Async", memory + 8, (short) 0x0302, 4L, stream);
        cuda.good("cuMemsetD32Async", memory + 16, 0x0706_0504, 2L, stream);
        cuda.good("cuMemsetD2D8Async", memory + 32, 16L, (byte) 9, 2L, 2L, stream);
        cuda.synchronize(stream);
        byte[] seen = standIn.peek(memory, 64);
        assertThat(seen[7]).isEqualTo((byte) 1);
        assertThat(seen).contains(2, atIndex(8));
        assertThat(seen[15]).isEqualTo((byte) 3);
        assertThat(seen[23]).isEqualTo((byte) 7);
        assertThat(seen[24]).isEqualTo((byte) 1);
        assertThat(new byte[] {seen[32], seen[33], seen[34], seen[48], seen[49], seen[50]})
                .containsExactly(9, 9, 1, 9, 9, 1);
        assertThat(cuda.call("cuMemsetD32Async", memory + 2, 0, 1L, stream)).isEqualTo(1);
        assertThat(cuda.call("cuMemsetD8Async", memory + 60, (byte) 0, 5L, stream))
                .isEqualTo(1);
    }

    @Test
    void moreThanThereIsGivesOutOfMemoryAndNothingIsLost() {
        MemorySegment place = cuda.arena().allocate(16, 8);
        cuda.good("cuMemGetInfo_v2", place, place.asSlice(8));
        long total = place.get(JAVA_LONG, 8);
        assertThat(place.get(JAVA_LONG, 0)).isEqualTo(total);
        long most = cuda.memory(total - 1024);
        assertThat(cuda.call("cuMemAlloc_v2", place, 2048L)).isEqualTo(2);
        cuda.good("cuMemFree_v2", most);
        cuda.good("cuMemFree_v2", cuda.memory(total));
        assertThat(cuda.call("cuMemAlloc_v2", place, 0L)).isEqualTo(1);
        assertThat(standIn.live("bytes")).isZero();
    }

    @Test
    void memoryThatWasFreedOrIsTooSmallIsRefusedAtTheCall() {
        long stream = cuda.stream();
        long memory = cuda.memory(16);
        MemorySegment host = cuda.pinned(64);
        assertThat(cuda.call("cuMemcpyDtoHAsync_v2", host, memory + 8, 9L, stream))
                .isEqualTo(1);
        cuda.good("cuMemcpyDtoHAsync_v2", host, memory + 8, 8L, stream);
        cuda.good("cuMemFree_v2", memory);
        assertThat(cuda.call("cuMemcpyDtoHAsync_v2", host, memory, 8L, stream)).isEqualTo(1);
        assertThat(cuda.call("cuMemFree_v2", memory)).isEqualTo(1);
        cuda.good("cuMemcpyDtoHAsync_v2", MemorySegment.NULL, 0L, 0L, stream);
    }

    @Test
    void aKernelThatLeavesItsMemoryEndsTheContext() {
        long stream = cuda.stream();
        long memory = cuda.memory(40);
        long fill = cuda.kernel("fill_i32");
        assertThat(cuda.launch(stream, fill, 10, memory, 3, 10L)).isZero();
        cuda.synchronize(stream);
        assertThat(cuda.launch(stream, fill, 11, memory, 3, 11L)).isZero();
        assertThat(cuda.call("cuStreamSynchronize", stream)).isEqualTo(700);
        MemorySegment place = cuda.arena().allocate(8);
        assertThat(cuda.call("cuMemAlloc_v2", place, 8L)).isEqualTo(700);
        assertThat(cuda.call("cuStreamQuery", stream)).isEqualTo(700);
        cuda.on(1).good("cuMemAlloc_v2", place, 8L);
    }

    @Test
    void memoryOfAStreamIsThereFromItsPlaceToItsPlace() {
        long stream = cuda.stream();
        long other = cuda.stream();
        standIn.hold();
        long memory = cuda.made("cuMemAllocAsync", 8L, stream);
        cuda.good("cuMemsetD8Async", memory, (byte) 7, 8L, stream);
        cuda.good("cuMemFreeAsync", memory, stream);
        assertThat(standIn.live("allocation")).isZero();
        standIn.release();
        cuda.synchronize(stream);
        MemorySegment flag = cuda.pinned(4);
        cuda.launch(stream, cuda.kernel("wait_flag"), 1, flag.address(), 1);
        long late = cuda.made("cuMemAllocAsync", 8L, stream);
        cuda.good("cuMemsetD8Async", late, (byte) 7, 8L, other);
        assertThat(cuda.call("cuStreamSynchronize", other)).isEqualTo(700);
    }

    @Test
    void hostMemoryIsRegisteredOnceAndByPages() {
        MemorySegment memory = cuda.arena().allocate(4 * PAGE, PAGE);
        cuda.good("cuMemHostRegister_v2", memory, 2L * PAGE, 3);
        assertThat(cuda.call("cuMemHostRegister_v2", memory.asSlice(PAGE), 2L * PAGE, 3))
                .isEqualTo(712);
        cuda.good("cuMemHostRegister_v2", memory.asSlice(2 * PAGE), 100L, 3);
        assertThat(cuda.call("cuMemHostRegister_v2", memory.asSlice(2 * PAGE + 200), 100L, 3))
                .isEqualTo(712);
        assertThat(cuda.call("cuMemHostUnregister", memory.asSlice(PAGE))).isEqualTo(713);
        assertThat(standIn.live("registration")).isEqualTo(2);
        cuda.good("cuMemHostUnregister", memory);
        cuda.good("cuMemHostUnregister", memory.asSlice(2 * PAGE));
        assertThat(cuda.call("cuMemHostUnregister", memory)).isEqualTo(713);
        assertThat(cuda.call("cuMemHostRegister_v2", MemorySegment.ofAddress(PAGE), (long) PAGE, 3))
                .isEqualTo(1);
        assertThat(cuda.call("cuMemHostRegister_v2", MemorySegment.ofAddress(cuda.memory(PAGE)), (long) PAGE, 3))
                .isEqualTo(1);
    }

    @Test
    void onlyMappedMemoryIsReachedByKernels() {
        long stream = cuda.stream();
        MemorySegment memory = cuda.arena().allocate(PAGE, PAGE);
        cuda.good("cuMemHostRegister_v2", memory, (long) PAGE, 2);
        assertThat(cuda.made("cuMemHostGetDevicePointer_v2", memory, 0)).isEqualTo(memory.address());
        cuda.launch(stream, cuda.kernel("store_u64"), 1, memory.address(), 12L);
        cuda.synchronize(stream);
        assertThat(memory.get(JAVA_LONG, 0)).isEqualTo(12);
        cuda.good("cuMemHostUnregister", memory);
        cuda.good("cuMemHostRegister_v2", memory, (long) PAGE, 0);
        assertThat(cuda.call("cuMemHostGetDevicePointer_v2", cuda.arena().allocate(8), memory, 0))
                .isEqualTo(1);
        cuda.launch(stream, cuda.kernel("store_u64"), 1, memory.address(), 13L);
        assertThat(cuda.call("cuStreamSynchronize", stream)).isEqualTo(700);
    }

    @Test
    void aPageableTargetMakesTheCallWait() throws Exception {
        long stream = cuda.stream();
        long memory = cuda.memory(8);
        MemorySegment host = cuda.arena().allocate(8);
        cuda.good("cuMemcpyHtoDAsync_v2", memory, host, 8L, stream);
        standIn.hold();
        Thread caller = Thread.ofPlatform().start(() -> cuda.good("cuMemcpyDtoHAsync_v2", host, memory, 8L, stream));
        while (standIn.live("operation") == 0) Thread.onSpinWait();
        assertThat(caller.isAlive()).isTrue();
        standIn.release();
        caller.join();
    }

    @Test
    void aKernelReachesAPeerOnlyWhereAccessIsOn() {
        long stream = cuda.stream();
        long store = cuda.kernel("store_u64");
        cuda.on(1);
        long memory = cuda.memory(8);
        cuda.on(0).good("cuCtxEnablePeerAccess", cuda.context(1), 0);
        assertThat(cuda.call("cuCtxEnablePeerAccess", cuda.context(1), 0)).isEqualTo(704);
        cuda.launch(stream, store, 1, memory, 5L);
        cuda.synchronize(stream);
        assertThat(standIn.peek(memory, 8)[0]).isEqualTo((byte) 5);
        cuda.good("cuCtxDisablePeerAccess", cuda.context(1));
        cuda.good("cuMemcpyDtoDAsync_v2", cuda.memory(8), memory, 8L, stream);
        cuda.synchronize(stream);
        cuda.launch(stream, store, 1, memory, 6L);
        assertThat(cuda.call("cuStreamSynchronize", stream)).isEqualTo(700);
    }

    @Test
    void memoryOfAPoolIsReachedByPeersThatThePoolNames() {
        long stream = cuda.stream();
        long store = cuda.kernel("store_u64");
        MemorySegment properties = cuda.arena().allocate(88, 8);
        properties.set(JAVA_INT, 0, 1);
        properties.set(JAVA_INT, 8, 1);
        properties.set(JAVA_INT, 12, 1);
        long pool = cuda.made("cuMemPoolCreate", properties);
        cuda.on(1);
        long other = cuda.stream();
        long memory = cuda.made("cuMemAllocFromPoolAsync", 8L, pool, other);
        cuda.synchronize(other);
        cuda.on(0);
        MemorySegment access = cuda.arena().allocate(12, 4);
        access.set(JAVA_INT, 0, 1);
        access.set(JAVA_INT, 8, 3);
        cuda.good("cuMemPoolSetAccess", pool, access, 1L);
        cuda.launch(stream, store, 1, memory, 5L);
        cuda.synchronize(stream);
        access.set(JAVA_INT, 8, 0);
        cuda.good("cuMemPoolSetAccess", pool, access, 1L);
        cuda.good("cuCtxEnablePeerAccess", cuda.context(1), 0);
        cuda.launch(stream, store, 1, memory, 6L);
        assertThat(cuda.call("cuStreamSynchronize", stream)).isEqualTo(700);
    }

    @Test
    void pointersTellWhatTheyAre() {
        MemorySegment value = cuda.arena().allocate(8);
        long memory = cuda.memory(100);
        cuda.good("cuPointerGetAttribute", value, 2, memory + 50);
        assertThat(value.get(JAVA_INT, 0)).isEqualTo(2);
        cuda.good("cuPointerGetAttribute", value, 2, cuda.pinned(8).address());
        assertThat(value.get(JAVA_INT, 0)).isEqualTo(1);
        assertThat(cuda.call("cuPointerGetAttribute", value, 2, value.address()))
                .isEqualTo(1);
        assertThat(cuda.call("cuPointerGetAttribute", value, 2, memory + 100)).isEqualTo(1);
        cuda.good("cuMemGetAddressRange_v2", value, MemorySegment.NULL, memory + 99);
        assertThat(value.get(JAVA_LONG, 0)).isEqualTo(memory);
    }
}
