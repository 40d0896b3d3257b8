package io.headrace.cuda.standin;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StandInStreamsTest {

    private final StandIn standIn = StandIn.get();
    private final RawCalls cuda = new RawCalls();

    @AfterEach
    void close() {
        cuda.close();
    }

    @Test
    void operationsOfAStreamRunInOrder() {
        long stream = cuda.stream();
        long log = cuda.memory(400);
        long counter = cuda.memory(4);
        cuda.good("cuMemsetD32Async", counter, 0, 1L, stream);
        long append = cuda.kernel("append");
        for (int i = 0; i < 100; i++)
            assertThat(cuda.launch(stream, append, 1, log, counter, i)).isZero();
        cuda.synchronize(stream);
        MemorySegment seen = MemorySegment.ofArray(standIn.peek(log, 400));
        for (int i = 0; i < 100; i++) {
            assertThat(seen.get(JAVA_INT.withByteAlignment(1), 4L * i)).isEqualTo(i);
        }
    }

    @Test
    void aStreamIsNotReadyUntilTheGateOpens() {
        long stream = cuda.stream();
        assertThat(cuda.call("cuStreamQuery", stream)).isZero();
        standIn.hold();
        cuda.launch(stream, cuda.kernel("empty"), 1);
        assertThat(cuda.call("cuStreamQuery", stream)).isEqualTo(600);
        assertThat(standIn.live("operation")).isEqualTo(1);
        assertThat(standIn.operations()).isZero();
        standIn.release();
        cuda.synchronize(stream);
        assertThat(cuda.call("cuStreamQuery", stream)).isZero();
        assertThat(standIn.operations()).isEqualTo(1);
    }

    @Test
    void anEventOrdersTwoStreams() {
        long first = cuda.stream();
        long second = cuda.stream();
        long value = cuda.memory(8);
        MemorySegment seen = cuda.pinned(8);
        MemorySegment flag = cuda.pinned(4);
        long event = cuda.event();
        cuda.launch(first, cuda.kernel("wait_flag"), 1, flag.address(), 1);
        cuda.launch(first, cuda.kernel("store_u64"), 1, value, 42L);
        cuda.good("cuEventRecord", event, first);
        cuda.good("cuStreamWaitEvent", second, event, 0);
        cuda.good("cuMemcpyDtoHAsync_v2", seen, value, 8L, second);
        assertThat(cuda.call("cuEventQuery", event)).isEqualTo(600);
        flag.set(JAVA_INT, 0, 1);
        cuda.synchronize(second);
        assertThat(seen.get(JAVA_LONG, 0)).isEqualTo(42);
        assertThat(cuda.call("cuEventQuery", event)).isZero();
    }

    @Test
    void aWaitSeesTheRecordThatWasMadeBeforeIt() {
        long first = cuda.stream();
        long second = cuda.stream();
        long event = cuda.event();
        MemorySegment flag = cuda.pinned(4);
        cuda.good("cuStreamWaitEvent", second, event, 0);
        cuda.good("cuEventRecord", event, first);
        cuda.good("cuEventSynchronize", event);
        cuda.good("cuStreamWaitEvent", second, event, 0);
        cuda.launch(first, cuda.kernel("wait_flag"), 1, flag.address(), 1);
        cuda.good("cuEventRecord", event, first);
        cuda.synchronize(second);
        assertThat(cuda.call("cuEventQuery", event)).isEqualTo(600);
        flag.set(JAVA_INT, 0, 1);
        cuda.synchronize(first);
    }

    @Test
    void elapsedTimeIsRefusedWithoutARecordAndWithoutTiming() {
        long stream = cuda.stream();
        long from = cuda.event();
        long to = cuda.event();
        long untimed = cuda.made("cuEventCreate", 2);
        MemorySegment time = cuda.arena().allocate(JAVA_FLOAT);
        assertThat(cuda.call("cuEventQuery", from)).isZero();
        assertThat(cuda.call("cuEventElapsedTime_v2", time, from, to)).isEqualTo(400);
        cuda.good("cuEventRecord", from, stream);
        cuda.good("cuEventRecord", untimed, stream);
        cuda.launch(stream, cuda.kernel("spin_ns"), 1, 3_000_000L);
        standIn.delay(Duration.ofMillis(1));
        cuda.good("cuEventRecord", to, stream);
        cuda.synchronize(stream);
        assertThat(cuda.call("cuEventElapsedTime_v2", time, from, untimed)).isEqualTo(400);
        cuda.good("cuEventElapsedTime_v2", time, from, to);
        assertThat(time.get(JAVA_FLOAT, 0)).isGreaterThanOrEqualTo(3);
        standIn.hold();
        cuda.good("cuEventRecord", to, stream);
        assertThat(cuda.call("cuEventElapsedTime_v2", time, from, to)).isEqualTo(600);
    }

    @Test
    void aStreamThatIsDestroyedFinishesItsWork() {
        long stream = cuda.stream();
        long value = cuda.memory(8);
        long event = cuda.event();
        MemorySegment flag = cuda.pinned(4);
        cuda.launch(stream, cuda.kernel("wait_flag"), 1, flag.address(), 1);
        cuda.launch(stream, cuda.kernel("store_u64"), 1, value, 7L);
        cuda.good("cuEventRecord", event, stream);
        cuda.good("cuStreamDestroy_v2", stream);
        assertThat(cuda.call("cuStreamQuery", stream)).isEqualTo(400);
        flag.set(JAVA_INT, 0, 1);
        cuda.good("cuEventSynchronize", event);
        assertThat(standIn.peek(value, 8)[0]).isEqualTo((byte) 7);
    }

    @Test
    void aValueIsWrittenAndAwaitedInPinnedMemory() {
        long stream = cuda.stream();
        MemorySegment words = cuda.pinned(16);
        words.set(JAVA_LONG, 0, 5);
        cuda.good("cuStreamWaitValue64_v2", stream, words.address(), 7L, 0);
        cuda.good("cuStreamWriteValue64_v2", stream, words.address() + 8, 99L, 0);
        assertThat(cuda.call("cuStreamQuery", stream)).isEqualTo(600);
        assertThat(words.get(JAVA_LONG, 8)).isZero();
        words.set(JAVA_LONG, 0, 8);
        cuda.synchronize(stream);
        assertThat(words.get(JAVA_LONG, 8)).isEqualTo(99);
        assertThat(cuda.call("cuStreamWriteValue64_v2", stream, words.address() + 4, 1L, 0))
                .isEqualTo(1);
        assertThat(cuda.call(
                        "cuStreamWriteValue32_v2",
                        stream,
                        cuda.arena().allocate(8).address(),
                        1,
                        0))
                .isEqualTo(1);
    }

    @Test
    void theConditionsOfAWaitAreThoseOfCuda() {
        long stream = cuda.stream();
        MemorySegment word = cuda.pinned(4);
        int[][] cases = {{0, 5, 5}, {0, 0x8000_0000, 0x7fff_ffff}, {1, 9, 9}, {2, 6, 2}, {3, 0xf0, 0x0e}};
        for (int[] one : cases) {
            word.set(JAVA_INT, 0, one[1]);
            cuda.good("cuStreamWaitValue32_v2", stream, word.address(), one[2], one[0]);
            cuda.synchronize(stream);
        }
        int[][] not = {{0, 4, 5}, {1, 8, 9}, {2, 4, 2}, {3, 0xf0f0_f0f0, 0x0f0f_0f0f}};
        for (int[] one : not) {
            word.set(JAVA_INT, 0, one[1]);
            cuda.good("cuStreamWaitValue32_v2", stream, word.address(), one[2], one[0]);
            assertThat(cuda.call("cuStreamQuery", stream)).isEqualTo(600);
            word.set(JAVA_INT, 0, one[0] == 3 ? 0 : one[2]);
            cuda.synchronize(stream);
        }
    }

    @Test
    void aBatchIsTakenWholeOrNotAtAll() {
        long stream = cuda.stream();
        MemorySegment words = cuda.pinned(16);
        MemorySegment batch = cuda.arena().allocate(96, 8);
        for (int i = 0; i < 2; i++) {
            batch.set(JAVA_INT, 48L * i, 5);
            batch.set(JAVA_LONG, 48L * i + 8, words.address() + 8L * i);
            batch.set(JAVA_LONG, 48L * i + 16, 70 + i);
        }
        batch.set(JAVA_LONG, 56, words.address() + 3);
        assertThat(cuda.call("cuStreamBatchMemOp_v2", stream, 2, batch, 0)).isEqualTo(1);
        batch.set(JAVA_LONG, 56, words.address() + 8);
        cuda.synchronize(stream);
        assertThat(words.get(JAVA_LONG, 0)).isZero();
        cuda.good("cuStreamBatchMemOp_v2", stream, 2, batch, 0);
        cuda.synchronize(stream);
        assertThat(words.get(JAVA_LONG, 0)).isEqualTo(70);
        assertThat(words.get(JAVA_LONG, 8)).isEqualTo(71);
    }

    private final List<Integer> fromHostCall = new CopyOnWriteArrayList<>();

    void hostCall(MemorySegment data) {
        fromHostCall.add(cuda.bare("cuStreamCreate", cuda.arena().allocate(8), 0));
    }

    @Test
    void aHostCallMayNotCallCuda() throws Exception {
        MemorySegment function = Linker.nativeLinker()
                .upcallStub(
                        MethodHandles.lookup()
                                .findVirtual(
                                        StandInStreamsTest.class,
                                        "hostCall",
                                        MethodType.methodType(void.class, MemorySegment.class))
                                .bindTo(this),
                        FunctionDescriptor.ofVoid(ValueLayout.ADDRESS),
                        cuda.arena());
        long stream = cuda.stream();
        cuda.good("cuLaunchHostFunc", stream, function, MemorySegment.NULL);
        cuda.synchronize(stream);
        assertThat(fromHostCall).containsExactly(800);
        cuda.launch(stream, cuda.kernel("fail_illegal"), 1);
        cuda.call("cuLaunchHostFunc", stream, function, MemorySegment.NULL);
        assertThat(cuda.call("cuStreamSynchronize", stream)).isEqualTo(700);
        assertThat(fromHostCall).hasSize(1);
    }

    @Test
    void theDefaultStreamWaitsForBlockingStreamsAndNotForOthers() {
        long blocking = cuda.made("cuStreamCreate", 0);
        long other = cuda.stream();
        MemorySegment flags = cuda.pinned(8);
        long wait = cuda.kernel("wait_flag");
        cuda.launch(other, wait, 1, flags.address(), 1);
        cuda.launch(0, cuda.kernel("empty"), 1);
        cuda.synchronize(0);
        cuda.launch(blocking, wait, 1, flags.address() + 4, 1);
        cuda.launch(0, cuda.kernel("empty"), 1);
        assertThat(cuda.call("cuStreamQuery", 0L)).isEqualTo(600);
        flags.set(JAVA_INT, 4, 1);
        cuda.synchronize(0);
        assertThat(cuda.call("cuStreamQuery", other)).isEqualTo(600);
        flags.set(JAVA_INT, 0, 1);
        cuda.synchronize(other);
    }

    @Test
    void prioritiesAreKeptWithinTheirRange() {
        long stream = cuda.made("cuStreamCreateWithPriority", 1, -100);
        MemorySegment priority = cuda.arena().allocate(JAVA_INT);
        cuda.good("cuStreamGetPriority", stream, priority);
        assertThat(priority.get(JAVA_INT, 0)).isEqualTo(-5);
    }
}
