package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.Recording;
import io.headrace.Stream;
import io.headrace.Trace;
import io.headrace.U8;
import io.headrace.config.Knob;
import io.headrace.config.TimeSource;
import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.trace.OperationKind;
import io.headrace.trace.OperationRecord;
import io.headrace.trace.Outcome;
import io.headrace.trace.TraceSink;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a trace holds: a record of each operation that was enqueued and has ended since it began. */
abstract class TraceContract extends DriverContract {

    private static final Range ONE = Range.of(1);

    /** A kernel whose class has a name. */
    private record Doubled(AtomicInteger cell) implements Kernel1D {
        @Override
        public void run(long index) {
            cell.updateAndGet(value -> 2 * value);
        }
    }

    private static OperationRecord only(List<OperationRecord> records) {
        assertThat(records).hasSize(1);
        return records.getFirst();
    }

    static void assertWellFormed(List<OperationRecord> records) {
        assertThat(records.stream().map(OperationRecord::id))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, records.size()).boxed().toList());
        assertThat(records).allSatisfy(one -> {
            assertThat(one.submittedNanos()).isGreaterThanOrEqualTo(one.enqueuedNanos());
            assertThat(one.startedNanos()).isGreaterThanOrEqualTo(one.submittedNanos());
            assertThat(one.endedNanos()).isGreaterThanOrEqualTo(one.startedNanos());
        });
    }

    private static Kernel1D failing() {
        return i -> {
            throw new IllegalStateException("thrown on purpose by a test");
        };
    }

    @Test
    void eachKindOfOperationLeavesARecordOfWhatItDid() throws InterruptedException {
        Headrace headrace = open(options());
        Device device = headrace.device();
        RecordList list = new RecordList();
        byte[] bytes = new byte[60];
        try (Buffer x = device.buffer(60);
                Buffer y = device.buffer(60);
                Stream stream = device.stream()) {
            Trace trace = headrace.trace(list);
            stream.copy(MemorySegment.ofArray(bytes), x)
                    .copy(x, y)
                    .fillBytes(y, (byte) 3)
                    .copy2D(x, 20, y, 30, 10, 2)
                    .launch(ONE, new Doubled(new AtomicInteger(1)))
                    .launch(Range.of(0), i -> {})
                    .nativeCall(handle -> {})
                    .hostCall(() -> {})
                    .copy(y, MemorySegment.ofArray(bytes));
            finish(stream);
            List<OperationRecord> records = list.of(trace);
            assertWellFormed(records);
            assertThat(records.stream().map(one -> one.kind().label() + " " + one.bytes()))
                    .containsExactlyInAnyOrder(
                            "copy 60",
                            "copy 60",
                            "fill 60",
                            "copy 20",
                            "kernel 0",
                            "native_call 0",
                            "host_call 0",
                            "copy 60");
            assertThat(records).allSatisfy(one -> {
                assertThat(one.outcome()).isEqualTo(Outcome.DONE);
                assertThat(one.device()).isEqualTo(device.id());
                assertThat(one.stream()).isEqualTo(stream.id());
                assertThat(one.correlation()).isEqualTo(one.id());
            });
            assertThat(records.stream()
                            .filter(one -> one.kind() == OperationKind.COPY || one.kind() == OperationKind.FILL)
                            .map(OperationRecord::name))
                    .containsExactlyInAnyOrder(
                            "host to device", "device to device", "fill", "device to device 2D", "device to host");
            assertThat(records).anySatisfy(one -> {
                assertThat(one.kind()).isEqualTo(OperationKind.KERNEL);
                assertThat(one.name()).isEqualTo("TraceContract.Doubled");
                assertThat(one.queue()).isEqualTo("queue 0");
            });
            assertThat(records).anySatisfy(one -> {
                assertThat(one.kind()).isEqualTo(OperationKind.HOST_CALL);
                assertThat(one.name()).startsWith("TraceContract.lambda");
                assertThat(one.queue()).isEqualTo("host");
            });
        }
    }

    @Test
    void whatAKernelSeesOfTheClockLiesBetweenItsTimes() throws InterruptedException {
        Headrace headrace = open(options());
        RecordList list = new RecordList();
        long[] inside = new long[2];
        TimeSource time = headrace.device().time();
        try (Stream stream = headrace.device().stream()) {
            Trace trace = headrace.trace(list);
            long before = time.nanos();
            stream.launch(ONE, i -> {
                inside[0] = time.nanos();
                inside[1] = time.nanos();
            });
            finish(stream);
            long after = time.nanos();
            OperationRecord record = only(list.of(trace));
            assertThat(record.enqueuedNanos()).isBetween(before, record.submittedNanos());
            assertThat(record.startedNanos()).isBetween(record.submittedNanos(), inside[0]);
            assertThat(record.endedNanos()).isBetween(inside[1], after);
        }
    }

    @Test
    void aHeldOperationIsSubmittedWhenItsTurnHasCome() throws InterruptedException {
        Headrace headrace = open(options());
        RecordList list = new RecordList();
        try (Signal signal = headrace.signal(0);
                Stream stream = headrace.device().stream()) {
            Trace trace = headrace.trace(list);
            stream.waitFor(signal, Condition.EQ, 1).launch(ONE, i -> {});
            long released = headrace.device().time().nanos();
            signal.storeRelease(1);
            finish(stream);
            OperationRecord record = only(list.of(trace));
            assertThat(record.enqueuedNanos()).isLessThanOrEqualTo(released);
            assertThat(record.submittedNanos()).isGreaterThanOrEqualTo(released);
        }
    }

    @Test
    void whatFailedAndWhatWasLeftOutForItAreToldApart() throws InterruptedException {
        Headrace headrace = open(options());
        RecordList list = new RecordList();
        try (Stream stream = headrace.device().stream()) {
            Trace trace = headrace.trace(list);
            stream.launch(ONE, i -> {})
                    .launch(ONE, failing())
                    .launch(ONE, i -> {})
                    .hostCall(() -> {});
            Eventually.isTrue("the failure is there", stream::hasFailed);
            stream.nativeCall(handle -> {});
            assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(HeadraceException.class);
            stream.hostCall(() -> {
                throw new IllegalStateException("thrown on purpose by a test");
            });
            assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(HeadraceException.class);
            List<OperationRecord> records = list.of(trace);
            assertWellFormed(records);
            assertThat(records.stream().map(one -> one.kind().label() + " " + one.outcome()))
                    .containsExactlyInAnyOrder(
                            "kernel DONE",
                            "kernel FAILED",
                            "kernel SKIPPED",
                            "host_call SKIPPED",
                            "native_call SKIPPED",
                            "host_call FAILED");
            assertThat(records)
                    .filteredOn(one -> one.outcome() == Outcome.SKIPPED)
                    .allSatisfy(one -> assertThat(one.startedNanos()).isEqualTo(one.endedNanos()));
        }
    }

    @Test
    void whatIsCancelledIsRecordedAsLeftOut() throws InterruptedException {
        Headrace headrace = open(options());
        RecordList list = new RecordList();
        try (Signal signal = headrace.signal(0);
                Stream stream = headrace.device().stream()) {
            Trace trace = headrace.trace(list);
            stream.waitFor(signal, Condition.EQ, 1).launch(ONE, i -> {}).hostCall(() -> {});
            stream.cancel();
            assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(HeadraceException.class);
            List<OperationRecord> records = list.of(trace);
            assertWellFormed(records);
            assertThat(records).hasSize(2).allSatisfy(one -> {
                assertThat(one.outcome()).isEqualTo(Outcome.SKIPPED);
                assertThat(one.queue()).isEqualTo("host");
            });
        }
    }

    @Test
    void whatWasRefusedIsNotRecorded() throws InterruptedException {
        Headrace headrace = open(options().with(Knob.QUEUE_SIZE, 4).with(Knob.NUM_QUEUES, 1));
        RecordList list = new RecordList();
        Gate gate = gate();
        try (Stream stream = headrace.device().stream();
                Stream closed = headrace.device().stream()) {
            Trace trace = headrace.trace(list);
            gate.hold(stream);
            int taken = 1;
            while (stream.offerLaunch(ONE, i -> {})) {
                taken++;
            }
            closed.close();
            assertThatThrownBy(() -> closed.launch(ONE, i -> {})).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> closed.hostCall(() -> {})).isInstanceOf(ClosedException.class);
            gate.open();
            finish(stream);
            assertThat(list.of(trace)).hasSize(taken);
        }
    }

    @Test
    void whatWasEnqueuedBeforeATraceOrHasNotEndedInItIsNotInIt() throws InterruptedException {
        Headrace headrace = open(options());
        RecordList list = new RecordList();
        Gate first = gate();
        Gate second = gate();
        try (Stream stream = headrace.device().stream();
                Stream other = headrace.device().stream()) {
            assertThat(headrace.isTracing()).isFalse();
            first.hold(stream);
            stream.hostCall(() -> {}).launch(ONE, i -> {});
            Trace trace = headrace.trace(list);
            assertThat(headrace.isTracing()).isTrue();
            stream.fillBytes(headrace.device().buffer(8), (byte) 1);
            second.hold(other);
            first.open();
            finish(stream);
            assertThat(only(list.of(trace)).kind()).isEqualTo(OperationKind.FILL);
            assertThat(headrace.isTracing()).isFalse();
            second.open();
            finish(other.launch(ONE, i -> {}));
            assertThat(trace.recorded()).isEqualTo(1);
        }
    }

    @Test
    void switchingATraceOnAndOffInBetweenChangesNoChoiceOfAQueue() throws InterruptedException {
        assertThat(choices(true)).isEqualTo(choices(false));
    }

    /** Which queue each of some streams takes, with a trace begun and ended in between or not. */
    private List<Integer> choices(boolean traced) throws InterruptedException {
        Headrace headrace = open(options().with(Knob.NUM_QUEUES, 16));
        Device device = headrace.device();
        List<Integer> choices = new ArrayList<>();
        List<Stream> streams = new ArrayList<>();
        List<Gate> gates = new ArrayList<>();
        Trace trace = null;
        for (int i = 0; i < 12; i++) {
            if (i % 4 == 1 && traced) {
                trace = headrace.trace(new RecordList());
            }
            if (i % 4 == 3 && trace != null) {
                trace.close();
            }
            Gate gate = gate();
            Stream stream = gate.hold(device.stream()).launch(ONE, x -> {});
            choices.add(stream.queueIndex());
            gates.add(gate);
            streams.add(stream);
            if (i % 3 == 2) {
                gates.get(i - 1).open();
                finish(streams.get(i - 1));
                choices.add(QueueUse.allUsers(device));
            }
        }
        gates.forEach(Gate::open);
        for (Stream stream : streams) {
            finish(stream);
        }
        choices.add(QueueUse.created(device));
        closeAllHandles();
        return choices;
    }

    @Test
    void theStepsOfAReplayShareACorrelationThatNobodyElseHas() throws InterruptedException {
        Headrace headrace = open(options().with(Knob.COPY_THRESHOLD, 0));
        Device device = headrace.device();
        RecordList list = new RecordList();
        byte[] bytes = new byte[10];
        try (U8 x = device.u8(10);
                Stream stream = device.stream()) {
            Recording recording = device.record(recorder -> recorder.launch(ONE, i -> {})
                    .launch(ONE, i -> {})
                    .copy(bytes, x)
                    .launch(ONE, i -> {}));
            Trace trace = headrace.trace(list);
            finish(stream.launch(ONE, i -> {}).replay(recording).replay(recording));
            List<OperationRecord> records = list.of(trace);
            assertWellFormed(records);
            int parts = recordsOfAReplay(device);
            assertThat(records).hasSize(1 + 2 * parts);
            assertThat(records.stream().map(OperationRecord::correlation).distinct())
                    .hasSize(3);
            assertThat(records)
                    .filteredOn(one -> one.kind() == OperationKind.RECORDING)
                    .isNotEmpty()
                    .allSatisfy(one -> assertThat(one.name()).matches("recording of [24] operations"));
            assertThat(records.stream().mapToLong(OperationRecord::bytes).sum()).isEqualTo(20);
        }
    }

    /** The copy goes to an engine if there is one. */
    private static int recordsOfAReplay(Device device) {
        return device.info().engines().isEmpty() ? 1 : 3;
    }

    @Test
    void thePartsOfACopyAreRecordedEachAndShareACorrelation() throws InterruptedException {
        Headrace headrace = open(options()
                .with(Knob.COPY_THRESHOLD, 0)
                .with(Knob.COPY_SPLIT_BYTES, 4_096)
                .with(Knob.COPY_SPLIT_SINGLE, true));
        Device device = headrace.device();
        RecordList list = new RecordList();
        byte[] bytes = new byte[100_000];
        try (U8 x = device.u8(bytes.length);
                Stream stream = device.stream()) {
            Trace trace = headrace.trace(list);
            finish(stream.copy(bytes, x));
            List<OperationRecord> records = list.of(trace);
            assertWellFormed(records);
            assertThat(records.stream().mapToLong(OperationRecord::bytes).sum()).isEqualTo(bytes.length);
            assertThat(records.stream().map(OperationRecord::correlation).distinct())
                    .hasSize(1);
            assertThat(records).allSatisfy(one -> {
                assertThat(one.kind()).isEqualTo(OperationKind.COPY);
                assertThat(one.name()).isEqualTo("host to device");
                assertThat(one.stream()).isEqualTo(stream.id());
            });
            assertThat(records.stream().map(OperationRecord::queue)).doesNotHaveDuplicates();
            assertThat(device.counters().ended(OperationKind.COPY).done()).isEqualTo(records.size());
        }
    }

    @Test
    void whatHasNoRoomIsCountedAndChangesNothingElse() throws InterruptedException {
        Headrace headrace = open(options().with(Knob.TRACE_RECORDS, 64));
        CountDownLatch goOn = new CountDownLatch(1);
        RecordList list = new RecordList();
        int[] ran = new int[1];
        try (Stream stream = headrace.device().stream()) {
            Trace trace = headrace.trace(new TraceSink() {
                @Override
                public void record(OperationRecord operation) {
                    await(goOn);
                    list.record(operation);
                }

                @Override
                public void dropped(long count) {
                    list.dropped(count);
                }
            });
            for (int i = 0; i < 1_000; i++) {
                stream.launch(ONE, x -> ran[0]++);
            }
            finish(stream);
            assertThat(ran[0]).isEqualTo(1_000);
            assertThat(trace.dropped()).isBetween(1L, 1_000L - 64);
            goOn.countDown();
            List<OperationRecord> records = list.of(trace);
            assertWellFormed(records);
            assertThat(records.size() + list.dropped()).isEqualTo(1_000);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void thereIsOneTraceAtATime() {
        Headrace headrace = open(options());
        Headrace sameRuntime = Headrace.open();
        try (sameRuntime;
                Trace trace = headrace.trace(new RecordList())) {
            assertThatThrownBy(() -> sameRuntime.trace(new RecordList()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("close it first");
            trace.close();
            trace.close();
            sameRuntime.trace(new RecordList()).close();
        }
    }

    @Test
    void aSinkThatThrowsEndsItsTraceAndNothingElse() throws InterruptedException {
        Headrace headrace = open(options());
        try (Stream stream = headrace.device().stream()) {
            Trace trace = headrace.trace(new TraceSink() {
                @Override
                public void record(OperationRecord operation) {
                    throw new IllegalStateException("thrown on purpose by a test");
                }

                @Override
                public void dropped(long count) {}
            });
            finish(stream.launch(ONE, i -> {}));
            assertThatThrownBy(trace::close)
                    .isInstanceOf(HeadraceException.class)
                    .hasMessageContaining("thrown on purpose by a test");
            finish(stream.launch(ONE, i -> {}));
            RecordList list = new RecordList();
            Trace next = headrace.trace(list);
            finish(stream.launch(ONE, i -> {}));
            assertThat(list.of(next)).hasSize(1);
        }
    }

    @Test
    void theEndOfTheRuntimeEndsATrace() {
        Headrace headrace = open(options());
        RecordList list = new RecordList();
        Stream stream = headrace.device().stream();
        Trace trace = headrace.trace(list);
        for (int i = 0; i < 100; i++) {
            stream.launch(ONE, x -> {});
        }
        closeAllHandles();
        assertThat(list.of(trace)).hasSize(100);
    }
}
