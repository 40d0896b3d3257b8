package io.headrace.stress.process;

import static io.headrace.signal.Condition.EQ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Headrace;
import io.headrace.error.SharingException;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalBatch;
import io.headrace.stress.Crew;
import io.headrace.stress.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signals that this process and another one share. */
class SharingTest {

    private static final long SLACK_THREADS = 4;
    private static final long SLACK_FILES = 2;
    private static final long SLACK_KILOBYTES = Effort.rounds(6, 8) * 1024L;

    /** What the Java heap and the compilers take is fixed, so that what is left is the library's. */
    private static final List<String> FIXED = List.of(
            "-Xms48m",
            "-Xmx48m",
            "-XX:+AlwaysPreTouch",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:CICompilerCount=1");

    @TempDir
    Path directory;

    private final Headrace headrace = Headrace.open();

    @AfterEach
    void close() {
        headrace.close();
    }

    @Test
    void questionsAndAnswersGoToAndFro() throws Exception {
        int rounds = Effort.rounds(1_000, 20_000);
        Path file = directory.resolve("signals");
        SignalBatch batch = headrace.shareSignals(file, 2, 0);
        try (Child child = start("answer", file, rounds)) {
            for (long round = 1; round <= rounds; round++) {
                batch.get(0).storeRelease(round);
                expect(child, batch.get(1), -round);
            }
            assertThat(child.line()).isEqualTo("done");
            assertEnded(child);
        }
        batch.close();
        assertThat(files()).isEmpty();
    }

    @Test
    void changesByBothSidesAreAtomic() throws Exception {
        int times = Effort.rounds(200_000, 5_000_000);
        Path file = directory.resolve("signals");
        SignalBatch batch = headrace.shareSignals(file, 5, 0);
        try (Child child = start("add", file, times)) {
            expect(child, batch.get(1), 1);
            batch.get(0).storeRelease(1);
            for (int i = 0; i < times; i++) {
                batch.get(2).addAcqRel(1);
                batch.get(3).xorAcqRel(1L << 40 | 1);
                long seen = batch.get(4).loadAcquire();
                for (long found; (found = batch.get(4).compareAndSetAcqRel(seen, seen + 3)) != seen; ) {
                    seen = found;
                }
            }
            assertThat(child.line()).isEqualTo("done");
            assertEnded(child);
        }
        assertThat(batch.get(2).loadAcquire()).isEqualTo(2L * times);
        assertThat(batch.get(3).loadAcquire()).isZero();
        assertThat(batch.get(4).loadAcquire()).isEqualTo(6L * times);
    }

    @Test
    void anotherProcesssStoresEndEveryKindOfWait() throws Exception {
        Path file = directory.resolve("signals");
        SignalBatch batch = headrace.shareSignals(file, 8, 0);
        try (Child child = start("each", file)) {
            expect(child, batch.get(7), 1);
            batch.get(1).storeRelease(2);
            batch.get(4).storeRelease(-1);
            batch.get(2).storeRelease(3);
            batch.get(5).storeRelease(6);
            batch.get(6).storeRelease(7);
            assertThat(child.line()).isEqualTo("all=true any=1 future=6");
            assertEnded(child);
        }
    }

    @Test
    void anAttacherThatIsKilledHarmsNobody() throws Exception {
        Path file = directory.resolve("signals");
        SignalBatch batch = headrace.shareSignals(file, 2, 0);
        for (int round = 1; round <= 3; round++) {
            try (Child child = start("keep", file)) {
                expect(child, batch.get(0), round);
            }
        }
        batch.get(1).storeRelease(-1);
        try (Child child = start("attach", file)) {
            assertThat(child.line()).isEqualTo("attached 2");
            assertEnded(child);
        }
        batch.close();
        assertThat(files()).isEmpty();
    }

    @Test
    void anOwnerThatIsKilledIsSeenAndItsSignalsStay() throws Exception {
        Path file = directory.resolve("signals");
        SignalBatch batch;
        try (Child child = start("share", file)) {
            assertThat(child.line()).startsWith("shared ");
            batch = headrace.attachSignals(file);
            assertThat(batch.isOwnerGone()).isFalse();
        }
        Crew.until("the owner is gone", batch::isOwnerGone);

        assertThat(batch.get(1).addAcqRel(1)).isEqualTo(7);
        assertThat(batch.get(1).await(EQ, 8, Child.LIMIT)).isTrue();
        assertThat(file).exists();
        assertThatThrownBy(() -> headrace.attachSignals(file))
                .isInstanceOf(SharingException.class)
                .hasMessageContainingAll(file.toString(), "ended without closing", "delete the file");
        assertThatThrownBy(() -> headrace.shareSignals(file, 1, 0))
                .isInstanceOf(SharingException.class)
                .hasMessageContainingAll(file.toString(), "delete it", "has ended");

        Files.delete(file);
        headrace.shareSignals(file, 1, 0).close();
        assertThat(batch.get(1).loadAcquire()).isEqualTo(8);
        batch.close();
    }

    @Test
    void anOwnerThatClosesLeavesOthersTheirSignals() throws Exception {
        Path file = directory.resolve("signals");
        try (Child child = start("share", file)) {
            assertThat(child.line()).startsWith("shared ");
            SignalBatch before = headrace.attachSignals(file);
            before.get(0).storeRelease(8);
            assertThat(child.line()).isEqualTo("closed two");
            try (SignalBatch after = headrace.attachSignals(file)) {
                assertThat(after).extracting(Signal::isClosed).containsExactly(true, false, true);
                assertThat(after.isOwnerGone()).isFalse();
            }
            before.get(2).storeRelease(70);
            before.get(1).storeRelease(9);
            assertThat(child.line()).isEqualTo("closed all");

            assertThat(before.isOwnerGone()).isTrue();
            assertThat(before.get(2).loadAcquire()).isEqualTo(70);
            assertThat(before.get(2).addAcqRel(1)).isEqualTo(70);
            assertThat(files()).isEmpty();
            assertThatThrownBy(() -> headrace.attachSignals(file))
                    .isInstanceOf(SharingException.class)
                    .hasMessageContainingAll(file.toString(), "no such file");
            before.close();
        }
    }

    @Test
    void eachMistakeHasAMessageOfItsOwn() throws Exception {
        Path file = directory.resolve("signals");
        Path wrong = Files.writeString(directory.resolve("wrong"), "x".repeat(8_192));
        Files.setPosixFilePermissions(wrong, PosixFilePermissions.fromString("rw-------"));
        headrace.shareSignals(file, 1, 0);
        assertThatThrownBy(() -> headrace.attachSignals(file))
                .hasMessageContainingAll(file.toString(), "this process itself");
        assertRefused(wrong, "no file of shared signals");
        assertRefused(directory.resolve("missing"), "no such file");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertRefused(file, "permissions=rw-r--r--");
    }

    @Test
    void usesOfWhatOtherThreadsDetachHarmNobody() throws Exception {
        Path file = directory.resolve("signals");
        headrace.shareSignals(file, 40, 0);
        try (Child child = start("churn", file, Effort.rounds(4_000, 100_000))) {
            assertThat(child.line()).isEqualTo("done true");
            assertEnded(child);
        }
    }

    @Test
    void aFileThatIsCutEndsNoProcessAndIsReportedNotForEachLook() throws Exception {
        Path file = directory.resolve("signals");
        try (Child child = start("cut", file)) {
            assertThat(child.line()).isEqualTo("closed true");
            assertThat(child.exitCode(Child.LIMIT)).isZero();
            assertThat(child.rest()).isEmpty();
            assertThat(child.err().lines().filter(line -> line.contains("SEVERE")))
                    .hasSizeLessThan(10);
        }
    }

    @Test
    void streamsAreOrderedByAnotherProcesssStores() throws Exception {
        int rounds = Effort.rounds(100, 2_000);
        Path file = directory.resolve("signals");
        List<Long> seen = new ArrayList<>();
        try (SignalBatch batch = headrace.shareSignals(file, 2, 0);
                io.headrace.Stream stream = headrace.device().stream();
                Child child = start("answer", file, rounds)) {
            for (long round = 1; round <= rounds; round++) {
                stream.set(batch.get(0), round)
                        .waitFor(batch.get(1), EQ, -round)
                        .hostCall(() -> seen.add(batch.get(1).loadAcquire()));
            }
            assertThat(stream.await(Child.LIMIT)).as(child::err).isTrue();
            assertThat(child.line()).isEqualTo("done");
            assertEnded(child);
        }
        assertThat(seen)
                .isEqualTo(LongStream.rangeClosed(1, rounds)
                        .mapToObj(round -> -round)
                        .toList());
    }

    @Test
    void attachingAndClosingLeavesNoMappingsFilesAndThreads() throws Exception {
        int rounds = Effort.rounds(1_000, 10_000);
        Path file = directory.resolve("signals");
        SignalBatch batch = headrace.shareSignals(file, 100, 0);
        try (Child child =
                Child.start(FIXED, SharingProgram.class, "rounds", file.toString(), Integer.toString(rounds))) {
            List<long[]> samples = new ArrayList<>();
            for (int i = 0; i < RoundsProgram.SAMPLES; i++) {
                samples.add(Arrays.stream(child.line().split(" "))
                        .mapToLong(Long::parseLong)
                        .toArray());
            }
            assertEnded(child);
            long[] first = samples.getFirst();
            long[] last = samples.getLast();
            String all = samples.stream().map(Arrays::toString).toList().toString();
            assertThat(last[0]).as("threads in " + all).isLessThanOrEqualTo(first[0] + SLACK_THREADS);
            assertThat(last[1]).as("files in " + all).isLessThanOrEqualTo(first[1] + SLACK_FILES);
            assertThat(last[2]).as("resident kilobytes in " + all).isLessThanOrEqualTo(first[2] + SLACK_KILOBYTES);
            assertThat(last[3]).as("mappings in " + all).isZero();
        }
        long added = 0;
        for (Signal signal : batch) {
            added += signal.loadAcquire();
        }
        assertThat(added).isEqualTo(rounds);
    }

    private void assertRefused(Path file, String message) throws Exception {
        try (Child child = start("attach", file)) {
            assertThat(child.line()).startsWith("SharingException: ").contains(file.toString(), message);
            assertEnded(child);
        }
    }

    private static Child start(String what, Path file, Object... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(what, file.toString()));
        for (Object argument : more) {
            arguments.add(argument.toString());
        }
        return Child.start(List.of(), SharingProgram.class, arguments.toArray(String[]::new));
    }

    private static void expect(Child child, Signal signal, long value) throws InterruptedException {
        if (!signal.await(EQ, value, Child.LIMIT)) {
            child.close();
            throw new AssertionError("not in time: value=" + value + " " + signal + "; the child said: " + child.err());
        }
    }

    private static void assertEnded(Child child) throws Exception {
        assertThat(child.exitCode(Child.LIMIT)).isZero();
        assertThat(child.rest() + child.err()).isEmpty();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.toList();
        }
    }
}
