package io.headrace.trace.tape;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.trace.OperationKind;
import io.headrace.trace.OperationRecord;
import io.headrace.trace.Outcome;
import io.headrace.trace.TraceSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TapeTest {

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Keeps what it is given; may be made to wait before it takes the first record. */
    private static final class Kept implements TraceSink {
        private final List<OperationRecord> records = new ArrayList<>();
        private final CountDownLatch begin;
        private long dropped;

        Kept(int waits) {
            begin = new CountDownLatch(waits);
        }

        @Override
        public void record(OperationRecord operation) {
            try {
                assertThat(begin.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            records.add(operation);
        }

        @Override
        public void dropped(long count) {
            dropped += count;
        }
    }

    private static void write(Tape tape, long stream, long number) {
        tape.write(
                RecordCode.of(RecordCode.number(OperationKind.FILL), Outcome.DONE, 0, RecordCode.queue(3)),
                "fill",
                stream,
                number,
                Tape.ITS_OWN,
                number,
                number,
                number,
                number,
                0,
                0);
    }

    private static void finish(TapeReader reader) {
        reader.finish();
        assertThat(reader.awaitEnd(LIMIT_NANOS)).isTrue();
    }

    @Test
    void aRecordComesOutAsItWasWritten() {
        Tape tape = new Tape(64, List.of("host:0", "cuda:0"));
        Kept kept = new Kept(0);
        TapeReader reader = new TapeReader(tape, kept);
        long shared = tape.newCorrelation();
        tape.write(
                RecordCode.of(RecordCode.number(OperationKind.COPY), Outcome.FAILED, 1, RecordCode.engine(15)),
                "host to device",
                7,
                1L << 40,
                shared,
                -3,
                -2,
                -1,
                0,
                Long.MAX_VALUE,
                Long.MIN_VALUE);
        tape.write(
                RecordCode.of(RecordCode.number(OperationKind.HOST_CALL), Outcome.SKIPPED, 0, RecordCode.HOST),
                TapeTest.class,
                8,
                0,
                Tape.ITS_OWN,
                1,
                2,
                3,
                4,
                0,
                0);
        reader.start();
        finish(reader);
        assertThat(kept.records)
                .containsExactly(
                        new OperationRecord(
                                1,
                                OperationKind.COPY,
                                "host to device",
                                "cuda:0",
                                7,
                                "engine 15",
                                1L << 40,
                                shared,
                                -3,
                                -2,
                                -1,
                                0,
                                Long.MAX_VALUE,
                                Long.MIN_VALUE,
                                Outcome.FAILED),
                        new OperationRecord(
                                2,
                                OperationKind.HOST_CALL,
                                "TapeTest",
                                "host:0",
                                8,
                                "host",
                                0,
                                2,
                                1,
                                2,
                                3,
                                4,
                                0,
                                0,
                                Outcome.SKIPPED));
    }

    @Test
    void everyKindOutcomeAndPlaceFitsInACode() {
        for (OperationKind kind : OperationKind.values()) {
            for (Outcome outcome : Outcome.values()) {
                for (int place : new int[] {
                    RecordCode.queue(0),
                    RecordCode.queue(1_000),
                    RecordCode.engine(0),
                    RecordCode.engine(63),
                    RecordCode.HOST
                }) {
                    long code = RecordCode.of(RecordCode.number(kind), outcome, 15, place);
                    assertThat(RecordCode.kind(code)).isEqualTo(kind);
                    assertThat(RecordCode.outcome(code)).isEqualTo(outcome);
                    assertThat(RecordCode.place(code)).isEqualTo(place);
                    assertThat(RecordCode.device(code)).isEqualTo(15);
                }
            }
        }
        assertThat(RecordCode.nameOf(RecordCode.queue(1_000))).isEqualTo("queue 1000");
        assertThat(RecordCode.nameOf(RecordCode.engine(0))).isEqualTo("engine 0");
    }

    @Test
    void noTimeIsBeforeTheOneInFrontOfItEvenWhereTheClockWraps() {
        Tape tape = new Tape(64, List.of("host:0"));
        Kept kept = new Kept(0);
        TapeReader reader = new TapeReader(tape, kept);
        long late = Long.MAX_VALUE - 5;
        long code = RecordCode.of(0, Outcome.DONE, 0, 0);
        tape.write(code, "a", 1, 0, Tape.ITS_OWN, 100, 90, 120, 110, 5, 4);
        tape.write(code, "b", 1, 0, Tape.ITS_OWN, late, late + 10, late + 5, late + 30, 0, 0);
        reader.start();
        finish(reader);
        OperationRecord first = kept.records.get(0);
        assertThat(new long[] {first.submittedNanos(), first.startedNanos(), first.endedNanos()})
                .containsExactly(100, 120, 120);
        assertThat(new long[] {first.startTicks(), first.endTicks()}).containsExactly(5, 4);
        OperationRecord second = kept.records.get(1);
        assertThat(new long[] {second.submittedNanos(), second.startedNanos(), second.endedNanos()})
                .containsExactly(late + 10, late + 10, late + 30);
    }

    @Test
    void oneWriterMayFillAllRoomBeforeAnythingIsDropped() {
        Tape tape = new Tape(1_024, List.of("host:0"));
        Kept kept = new Kept(0);
        TapeReader reader = new TapeReader(tape, kept);
        for (int i = 0; i < 1_500; i++) {
            write(tape, 1, i);
        }
        assertThat(tape.dropped()).isEqualTo(1_500 - 1_024);
        reader.start();
        finish(reader);
        assertThat(kept.records).hasSize(1_024);
        assertThat(kept.dropped).isEqualTo(1_500 - 1_024);
        assertThat(kept.records.stream().map(OperationRecord::bytes).distinct()).hasSize(1_024);
    }

    @Test
    void whatIsWrittenAfterTheEndIsNeitherRecordedNorDropped() {
        Tape tape = new Tape(64, List.of("host:0"));
        Kept kept = new Kept(0);
        TapeReader reader = new TapeReader(tape, kept);
        reader.start();
        write(tape, 1, 1);
        finish(reader);
        write(tape, 1, 2);
        assertThat(kept.records).hasSize(1);
        assertThat(reader.dropped()).isZero();
    }

    @Test
    void aReaderWhoseSinkDoesNotReturnIsNotWaitedForWithoutEnd() {
        Tape tape = new Tape(64, List.of("host:0"));
        Kept kept = new Kept(1);
        TapeReader reader = new TapeReader(tape, kept);
        write(tape, 1, 1);
        reader.start();
        reader.finish();
        assertThat(reader.awaitEnd(1)).isFalse();
        Thread.currentThread().interrupt();
        assertThat(reader.awaitEnd(1)).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        kept.begin.countDown();
        assertThat(reader.awaitEnd(LIMIT_NANOS)).isTrue();
    }

    @Test
    void recordsOfManyWritersAreEachThereOnceAndWholeOrCounted() throws InterruptedException {
        int writers = 6;
        int each = 20_000;
        Tape tape = new Tape(256, List.of("host:0"));
        Kept kept = new Kept(0);
        TapeReader reader = new TapeReader(tape, kept);
        reader.start();
        List<Thread> threads = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
            long stream = writer;
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < each; i++) {
                    write(tape, stream, i);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        finish(reader);
        assertThat(kept.records.size() + kept.dropped).isEqualTo((long) writers * each);
        Map<Long, Set<Long>> seen = new HashMap<>();
        for (OperationRecord record : kept.records) {
            assertThat(seen.computeIfAbsent(record.stream(), ignored -> new HashSet<>())
                            .add(record.bytes()))
                    .isTrue();
            assertThat(record.enqueuedNanos()).isEqualTo(record.bytes());
            assertThat(record.endedNanos()).isEqualTo(record.bytes());
        }
    }
}
