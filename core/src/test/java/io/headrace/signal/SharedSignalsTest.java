package io.headrace.signal;

import static io.headrace.signal.Condition.EQ;
import static io.headrace.signal.Condition.GTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.ClosedException;
import io.headrace.error.InvalidSignalException;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.error.SharingException;
import io.headrace.memory.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both sides in one process: what another process would do to its mapping is done to a second one. */
class SharedSignalsTest {

    @TempDir
    Path directory;

    /** Its waits park at once. */
    private final SignalPool pool = new SignalPool(0, 0);

    private final Crew crew = new Crew();

    @AfterEach
    void closePool() {
        pool.close();
    }

    @Test
    void aFileHasAHeaderAndSlotsThatNameNoProcess() throws IOException {
        Path file = directory.resolve("signals");
        SignalBatch batch = pool.shareBatch(file, 33, -5);

        byte[] image = Files.readAllBytes(file);
        assertThat(image).hasSize(4_096 + 8_192);
        assertThat(ForeignFile.get(image, 0x00)).isEqualTo(0x4C41_4E47_4953_5248L);
        assertThat(ForeignFile.get(image, 0x08)).isEqualTo(2);
        assertThat(ForeignFile.get(image, 0x10)).isEqualTo(128);
        assertThat(ForeignFile.get(image, 0x18)).isEqualTo(33);
        assertThat(ForeignFile.get(image, 0x20))
                .isEqualTo(ProcessHandle.current().pid());
        assertThat(ForeignFile.get(image, 0x38)).isEqualTo(1);
        for (int number = 0; number < 33; number++) {
            int slot = 4_096 + 128 * number;
            assertThat(ForeignFile.get(image, slot)).isEqualTo(1);
            assertThat(ForeignFile.get(image, slot + 0x08)).isEqualTo(-5);
            assertThat(ForeignFile.get(image, slot + 0x48)).as("core_signal").isZero();
            assertThat(ForeignFile.get(image, slot + 0x50)).isEqualTo(0x71FCCA6A3D5D5276L);
            assertThat(batch.get(number).handle()).isEqualTo(batch.get(0).handle() + 128L * number);
            assertThat(Signals.resolve(batch.get(number).handle())).isSameAs(batch.get(number));
            assertThat(batch.get(number).isShared()).isTrue();
        }
    }

    @Test
    void onlyTheUserMayReadOrChangeTheFile() throws IOException {
        Path file = directory.resolve("signals");
        pool.shareBatch(file, 1, 0);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void theFileGoesWithTheLastMemberAndNoOtherFileIsEverLeft() throws IOException {
        Path file = directory.resolve("signals");
        SignalBatch batch = pool.shareBatch(file, 3, 0);
        assertThat(files()).containsExactly(file);

        batch.get(1).close();
        batch.get(2).close();
        assertThat(files()).containsExactly(file);
        batch.get(0).retain();
        batch.get(0).close();
        assertThat(files()).containsExactly(file);
        batch.get(0).storeRetained(4);
        batch.get(0).release();

        assertThat(files()).isEmpty();
        assertThat(pool.batches()).isZero();
        assertThat(pool.live()).isZero();
    }

    @Test
    void theFileGoesWithThePool() throws IOException {
        pool.shareBatch(directory.resolve("one"), 3, 0);
        pool.shareBatch(directory.resolve("other"), 100, 0);

        pool.close();

        assertThat(files()).isEmpty();
        assertThatThrownBy(() -> pool.shareBatch(directory.resolve("late"), 1, 0))
                .isInstanceOf(ClosedException.class);
        assertThatThrownBy(() -> pool.attachBatch(directory.resolve("late"))).isInstanceOf(ClosedException.class);
        assertThat(files()).isEmpty();
    }

    @Test
    void aFileThatTookTheNameMeanwhileIsNotDeleted() throws IOException {
        Path file = directory.resolve("signals");
        SignalBatch batch = pool.shareBatch(file, 1, 0);
        Files.move(file, directory.resolve("moved"));
        Files.writeString(file, "somebody else's");

        batch.close();

        assertThat(file).hasContent("somebody else's");
    }

    @Test
    void aFileThatIsThereIsLeftAlone() throws IOException {
        Path file = Files.writeString(directory.resolve("mine"), "precious");

        assertThatThrownBy(() -> pool.shareBatch(file, 1, 0))
                .isInstanceOf(SharingException.class)
                .hasMessageContainingAll(file.toString(), "not overwritten", "choose another name");

        assertThat(file).hasContent("precious");
        assertThat(files()).containsExactly(file);
        assertThat(pool.batches()).isZero();
    }

    @Test
    void aFileThatAppearsAtTheLastMomentIsLeftAlone() throws IOException {
        Path file = directory.resolve("signals");
        OwnedSlots slots = OwnedSlots.create(file, 1);
        Files.writeString(file, "precious");

        assertThatThrownBy(slots::publish).isInstanceOf(SharingException.class).hasMessageContaining(file.toString());
        slots.giveBack(0, 0);

        assertThat(file).hasContent("precious");
        assertThat(files()).containsExactly(file);
    }

    @Test
    void oneOfManyGetsTheName() throws Exception {
        Path file = directory.resolve("signals");
        for (int round = 0; round < 30; round++) {
            ConcurrentLinkedQueue<SignalBatch> shared = new ConcurrentLinkedQueue<>();
            Crew.all(4, number -> {
                try {
                    shared.add(pool.shareBatch(file, 1, number));
                } catch (SharingException taken) {
                    assertThat(taken).hasMessageContaining(file.toString());
                }
            });
            assertThat(shared).hasSize(1);
            assertThat(files()).containsExactly(file);
            shared.forEach(SignalBatch::close);
            assertThat(files()).isEmpty();
        }
    }

    @Test
    void whoStillHasTheFileSeesThatTheOwnerHasClosed() throws IOException {
        Path file = directory.resolve("signals");
        SignalBatch batch = pool.shareBatch(file, 2, 0);
        Path kept = Files.createLink(directory.resolve("kept"), file);

        batch.get(1).close();
        assertThat(ForeignFile.get(Files.readAllBytes(kept), ShareHeader.STATE_AT))
                .isEqualTo(ShareHeader.OPEN);
        assertThat(ForeignFile.get(Files.readAllBytes(kept), 4_096 + 128 + SlotLayout.ID))
                .isZero();
        batch.get(0).close();

        assertThat(ForeignFile.get(Files.readAllBytes(kept), ShareHeader.STATE_AT))
                .isEqualTo(ShareHeader.CLOSED);
        assertThatThrownBy(() -> pool.attachBatch(kept))
                .isInstanceOf(SharingException.class)
                .hasMessageContainingAll(kept.toString(), "has closed them");
    }

    @Test
    void aFileThatRunningProcessesShareIsNotSharedAgain() throws IOException {
        Path own = directory.resolve("own");
        pool.shareBatch(own, 1, 0);
        Path foreign = ForeignFile.make(directory.resolve("foreign"), 1, 0);

        for (Path file : List.of(own, foreign)) {
            assertThatThrownBy(() -> pool.shareBatch(file, 1, 0))
                    .isInstanceOf(SharingException.class)
                    .hasMessageContainingAll(file.toString(), "process that runs", "choose another name");
        }
    }

    @Test
    void aFileThatAProcessLeftBehindIsToBeDeletedByHand() throws IOException {
        Path file = ForeignFile.make(directory.resolve("signals"), 1, 0);
        ForeignFile.change(file, ShareHeader.STARTED_AT, 0);

        assertThatThrownBy(() -> pool.shareBatch(file, 1, 0))
                .isInstanceOf(SharingException.class)
                .hasMessageContainingAll(file.toString(), "delete it", "has ended");
        assertThatThrownBy(() -> pool.attachBatch(file))
                .isInstanceOf(SharingException.class)
                .hasMessageContainingAll(file.toString(), "ended without closing", "delete the file");
    }

    @Test
    void whatCannotBeMadeLeavesNothingBehind() throws IOException {
        Path missing = directory.resolve("missing").resolve("signals");
        assertThatThrownBy(() -> pool.shareBatch(missing, 1, 0))
                .isInstanceOf(SharingException.class)
                .hasMessageContainingAll(missing.toString(), "directory");
        Path signals = directory.resolve("signals");
        assertThatThrownBy(() -> pool.shareBatch(signals, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> pool.shareBatch(signals, SignalBatch.MOST + 1, 0))
                .isInstanceOf(ResourcesExhaustedException.class);
        assertThatThrownBy(() -> pool.shareBatch(Path.of("/"), 1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> pool.shareBatch(Path.of(""), 1, 0)).isInstanceOf(IllegalArgumentException.class);

        assertThat(files()).isEmpty();
        assertThat(pool.batches()).isZero();
    }

    @Test
    void anInterruptedThreadLeavesNothingBehindAndStaysInterrupted() throws IOException {
        Path signals = directory.resolve("signals");
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> pool.shareBatch(signals, 1, 0))
                    .isInstanceOf(SharingException.class)
                    .hasMessageContaining("interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(files()).isEmpty();

        Path foreign = ForeignFile.make(directory.resolve("foreign"), 1, 0);
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> pool.attachBatch(foreign))
                    .isInstanceOf(SharingException.class)
                    .hasMessageContaining("interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(pool.batches()).isZero();
        Files.delete(foreign);

        SignalBatch batch = pool.shareBatch(signals, 1, 0);
        Thread.currentThread().interrupt();
        batch.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(files()).isEmpty();
    }

    @Test
    void theOwnerItselfCannotAttach() {
        Path file = directory.resolve("signals");
        pool.shareBatch(file, 1, 0);

        assertThatThrownBy(() -> pool.attachBatch(file))
                .isInstanceOf(SharingException.class)
                .hasMessageContainingAll(file.toString(), "this process itself", "other processes");
        assertThat(pool.batches()).isOne();
    }

    @Test
    void eachAttachmentHasMembersOfItsOwnForTheSameSlots() throws Exception {
        Path file = ForeignFile.make(directory.resolve("signals"), 5, 7);
        SignalBatch one = pool.attachBatch(file);
        SignalBatch other = pool.attachBatch(file);

        assertThat(one.size()).isEqualTo(5);
        assertThat(one.get(3)).isNotSameAs(other.get(3));
        assertThat(one.get(3).loadAcquire()).isEqualTo(7);
        one.get(3).storeRelease(8);
        assertThat(other.get(3).addAcqRel(10)).isEqualTo(8);
        assertThat(one.get(3).exchangeAcqRel(1)).isEqualTo(18);
        assertThat(other.get(3).compareAndSetAcqRel(1, 2)).isEqualTo(1);
        assertThat(one.get(3).orAcqRel(4)
                        + one.get(3).andAcqRel(12)
                        + one.get(3).xorAcqRel(5))
                .isEqualTo(2 + 6 + 4);
        assertThat(other.get(3).loadRelaxed()).isEqualTo(1);
        assertThat(other.get(2).loadRelaxed()).isEqualTo(7);
        assertThat(Signals.resolve(one.get(3).handle())).isSameAs(one.get(3));
        assertThat(Signals.resolve(other.get(3).handle())).isSameAs(other.get(3));

        one.close();
        assertThat(other.get(3).loadAcquire()).isEqualTo(1);
        assertThat(other.isOwnerGone()).isFalse();
        other.close();
        assertThat(pool.batches()).isZero();
        assertThat(file).exists();
    }

    @Test
    void aStoreByOneEndsTheWaitsWatchesHandlersAndFuturesOfAnother() throws Exception {
        Path file = ForeignFile.make(directory.resolve("signals"), 2, 0);
        SignalBatch one = pool.attachBatch(file);
        SignalBatch other = pool.attachBatch(file);
        Spy spy = new Spy(EQ, 6);
        one.get(0).watch(spy);
        CompletableFuture<Long> future = one.get(0).future(GTE, 5);
        CompletableFuture<Long> handled = new CompletableFuture<>();
        one.get(0).onChange(EQ, 6, handled::complete);
        crew.start(() -> assertThat(one.get(0).await(EQ, 6)).isEqualTo(6));
        crew.start(() -> assertThat(Signals.awaitAny(List.of(one.get(1), one.get(0)), EQ, 6, Duration.ofSeconds(50))
                        .index())
                .isOne());
        Crew.until(() -> one.get(0).watchers() == 4);

        other.get(0).storeRelease(6);

        crew.join();
        assertThat(future.get(50, TimeUnit.SECONDS)).isEqualTo(6);
        assertThat(handled.get(50, TimeUnit.SECONDS)).isEqualTo(6);
        Crew.until(() -> spy.calls().equals(List.of("6")));
    }

    @Test
    void whatTheOwnerHasClosedIsClosedFromTheStart() throws IOException {
        Path file = ForeignFile.make(directory.resolve("signals"), 3, 0);
        ForeignFile.change(file, 4_096 + 128 + SlotLayout.ID, 0);

        SignalBatch batch = pool.attachBatch(file);

        assertThat(batch.get(0).isClosed()).isFalse();
        assertThat(batch.get(1).isClosed()).isTrue();
        assertThat(batch.get(2).isClosed()).isFalse();
        assertThat(pool.live()).isEqualTo(2);
    }

    @Test
    void anOwnerThatClosesOrEndsIsSeenAndTheSignalsStay() throws IOException {
        Path file = ForeignFile.make(directory.resolve("signals"), 1, 3);
        SignalBatch batch = pool.attachBatch(file);
        assertThat(batch.isOwnerGone()).isFalse();

        setWord(batch, ShareHeader.STATE_AT, ShareHeader.CLOSED);

        assertThat(batch.isOwnerGone()).isTrue();
        batch.get(0).storeRelease(4);
        assertThat(batch.get(0).loadAcquire()).isEqualTo(4);
        assertThatThrownBy(() -> pool.attachBatch(file))
                .isInstanceOf(SharingException.class)
                .hasMessageContainingAll(file.toString(), "has closed them");
        batch.close();
        assertThat(batch.isOwnerGone()).isTrue();
    }

    @Test
    void anOrdinaryBatchAndOnesOwnHaveTheirOwner() {
        assertThat(pool.createBatch(1, 0).isOwnerGone()).isFalse();
        assertThat(pool.shareBatch(directory.resolve("signals"), 1, 0).isOwnerGone())
                .isFalse();
    }

    @Test
    void staleObjectsAndHandlesOfAnEndedMappingAreInvalid() throws IOException {
        Path file = ForeignFile.make(directory.resolve("signals"), 1, 3);
        for (int round = 0; round < 50; round++) {
            SignalBatch batch = pool.attachBatch(file);
            Signal signal = batch.get(0);
            long handle = signal.handle();
            Spy spy = new Spy(EQ, 1);
            signal.watch(spy);
            batch.close();

            assertThat(spy.calls()).containsExactly("closed");
            assertThatThrownBy(signal::loadAcquire).isInstanceOf(InvalidSignalException.class);
            assertThatThrownBy(() -> signal.storeRelease(1)).isInstanceOf(InvalidSignalException.class);
            assertThatThrownBy(() -> signal.addAcqRel(1)).isInstanceOf(InvalidSignalException.class);
            assertThatThrownBy(() -> signal.await(EQ, 1)).isInstanceOf(InvalidSignalException.class);
            assertThatThrownBy(() -> Signals.resolve(handle)).isInstanceOf(InvalidSignalException.class);
            assertThat(signal).asString().contains("closed");
            assertThat(signal.future(EQ, 3)).isCompletedExceptionally();
        }
    }

    @Test
    void readersWatchersAndWaitersSurviveTheEndOfTheMapping() throws Exception {
        Path file = ForeignFile.make(directory.resolve("signals"), 4, 3);
        for (int round = 0; round < 200; round++) {
            SignalBatch batch = pool.attachBatch(file);
            Crew users = new Crew();
            for (Signal signal : batch) {
                users.start(() -> {
                    try {
                        for (; ; ) {
                            assertThat(signal.loadAcquire()).isEqualTo(3);
                        }
                    } catch (InvalidSignalException closed) {
                        // As it should be.
                    }
                });
                users.start(
                        Thread.ofVirtual(),
                        () -> assertThatThrownBy(() -> signal.await(EQ, 1)).isInstanceOf(InvalidSignalException.class));
            }
            batch.close();
            users.join();
        }
        Crew.until(() -> pool.batches() == 0);
    }

    @Test
    void attachingAndClosingLeavesNothingBehind() throws IOException {
        Path file = ForeignFile.make(directory.resolve("signals"), 40, 0);
        for (int round = 0; round < 300; round++) {
            pool.attachBatch(file).close();
            pool.shareBatch(directory.resolve("own"), 40, 0).close();
        }
        assertThat(pool.batches()).isZero();
        assertThat(files()).containsExactly(file);
        Path maps = Path.of("/proc/self/maps");
        if (Files.isReadable(maps)) {
            assertThat(Files.readAllLines(maps)).noneMatch(line -> line.contains(directory.toString()));
        }
    }

    @Test
    void everyUseOfAFileThatWasCutSaysSoHoweverOftenItIsTried() throws IOException {
        Path file = ForeignFile.make(directory.resolve("signals"), 1, 3);
        SignalBatch batch = pool.attachBatch(file);
        Signal signal = batch.get(0);
        Files.write(file, new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
        List<Crew.Work> uses = List.of(
                signal::loadAcquire,
                () -> signal.storeRelease(1),
                () -> signal.addRelaxed(1),
                () -> signal.andRelaxed(1),
                () -> signal.orRelaxed(1),
                () -> signal.xorRelaxed(1),
                () -> signal.exchangeRelaxed(1),
                () -> signal.compareAndSetRelaxed(1, 2),
                () -> signal.await(EQ, 1),
                () -> signal.await(EQ, 1, Duration.ofSeconds(1)),
                () -> signal.future(EQ, 1),
                () -> signal.onChange(EQ, 1, observed -> true),
                () -> signal.watch(new Spy(EQ, 1)),
                () -> signal.dispatchTimes(DeviceClock.host()),
                () -> signal.copyTimes(DeviceClock.host()),
                () -> Signals.awaitAny(new Signal[] {signal}, EQ, 1, 0, WaitHint.BLOCK),
                () -> Signals.awaitAll(new Signal[] {signal}, EQ, 1, 0, WaitHint.BLOCK, null));
        // Compiled code reports the fault at another place than interpreted code.
        for (int round = 0; round < 3_000; round++) {
            for (int use = 0; use < uses.size(); use++) {
                assertCut(file, uses.get(use), use);
            }
        }
        assertThat(signal).asString().contains("unreadable");
        assertThat(batch.isOwnerGone()).isTrue();
        assertThat(signal.isWatched()).isFalse();
        batch.close();
        assertThat(pool.batches()).isZero();
    }

    private static void assertCut(Path file, Crew.Work use, int number) {
        try {
            use.run();
        } catch (SharingException cut) {
            if (!String.valueOf(cut.getMessage()).contains(file + "; close the signals")) {
                assertThat(cut).hasMessageContaining(file.toString());
            }
            return;
        } catch (Throwable other) {
            assertThat(other).as("use %d", number).isInstanceOf(SharingException.class);
        }
        assertThat(number).as("the number of a use that did not fail").isNegative();
    }

    private static void setWord(SignalBatch batch, int at, long value) {
        Words.setLongVolatile(batch.get(0).handle() - ShareHeader.BYTES + at, value);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.sorted().toList();
        }
    }
}
