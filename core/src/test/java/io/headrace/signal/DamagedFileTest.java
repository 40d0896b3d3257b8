package io.headrace.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.headrace.error.SharingException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is in a file, attaching it ends with signals or with an error that names it. */
class DamagedFileTest {

    /** Two pages: header and slots. */
    private static final int SIGNALS = 20;

    private static final int BYTES = 2 * 4_096;

    @TempDir
    Path directory;

    private final SignalPool pool = new SignalPool(0, 0);
    private Path file = Path.of("");

    @BeforeEach
    void makeFile() throws IOException {
        file = ForeignFile.make(directory.resolve("signals"), SIGNALS, 0);
    }

    @AfterEach
    void closePool() {
        assertThat(pool.batches()).isZero();
        pool.close();
    }

    @Test
    void aMissingFileAndADirectoryAreRefused() {
        Path missing = directory.resolve("missing");
        assertRefused(() -> pool.attachBatch(missing), missing, "no such file");
        assertRefused(() -> pool.attachBatch(directory), directory, "no ordinary file");
        assertRefused(() -> pool.attachBatch(missing.resolve("below")), missing.resolve("below"), "no such file");
    }

    @Test
    void aLinkThatLeadsToTheFileIsFollowed() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        pool.attachBatch(link).close();
        Files.delete(file);
        assertRefused(() -> pool.attachBatch(link), link, "no such file");
        assertThatThrownBy(() -> pool.shareBatch(link, 1, 0))
                .isInstanceOf(SharingException.class)
                .hasMessageContaining("not overwritten");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8, 64, 4_095, 4_096, 4_097, BYTES - 1, BYTES + 1, BYTES + 4_096, 1 << 20})
    void aFileOfAnotherSizeIsRefusedAndStaysAsItIs(int bytes) throws IOException {
        ForeignFile.resize(file, bytes);
        assertRefused("bytes=" + bytes);
        assertThat(file).hasSize(bytes);
    }

    @Test
    void aFileThatIsLargerThanAllIsRefused() throws IOException {
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(1L << 40);
        }
        assertRefused("most=");
    }

    @ParameterizedTest
    @CsvSource({
        "0x00, 0, no file of shared signals",
        "0x00, -1, no file of shared signals",
        "0x08, 1, same version",
        "0x08, 0, same version",
        "0x10, 64, same version",
        "0x18, 0, damaged",
        "0x18, -1, damaged",
        "0x18, 33, damaged",
        "0x18, 16777216, damaged",
        "0x18, 16777217, damaged",
        "0x18, 4294967316, damaged",
        "0x18, 9223372036854775807, damaged",
        "0x20, 0, damaged",
        "0x20, -1, damaged",
        "0x20, 4294967296, damaged",
        "0x20, 4294967295, has ended",
        "0x28, 0, has ended",
        "0x28, 9223372036854775807, has ended",
        "0x38, 0, damaged",
        "0x38, 3, damaged",
        "0x38, 2, has closed them",
        "0x40, 1, a copy",
        "0x48, 77777, a copy",
    })
    void aHeaderWithAWrongWordIsRefused(String at, long value, String message) throws IOException {
        ForeignFile.change(file, Integer.decode(at), value);
        assertRefused(message);
    }

    @Test
    void anOwnerWithThisProcesssNumberThatIsNotThisProcessHasEnded() throws IOException {
        ForeignFile.change(file, ShareHeader.PID_AT, ProcessHandle.current().pid());
        ForeignFile.change(
                file, ShareHeader.STARTED_AT, ShareOwner.thisProcess().startedMillis());
        assertRefused("has ended");
    }

    @ParameterizedTest
    @CsvSource({"0x00, 0", "0x00, 2", "0x48, 4096", "0x50, 1", "0x50, -1"})
    void aSlotThatIsNoSharedSignalsIsRefused(String at, long value) throws IOException {
        ForeignFile.change(file, 4_096 + 128 * 7 + Integer.decode(at), value);
        assertRefused("number=7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-rw----", "rw-r-----", "rw----r--", "rw-----w-", "rwxrwxrwx"})
    void aFileThatOthersMayReadOrChangeIsRefused(String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        assertRefused("permissions=" + permissions);
    }

    @Test
    void aCopyIsRefusedAndALinkIsNot() throws IOException {
        Path copy = Files.copy(file, directory.resolve("copy"), StandardCopyOption.COPY_ATTRIBUTES);
        assertRefused(() -> pool.attachBatch(copy), copy, "this is a copy");
        assertThatThrownBy(() -> pool.shareBatch(copy, 1, 0)).hasMessageContaining("delete it: it is a copy");
        Path moved = Files.move(file, directory.resolve("moved"));
        Path link = Files.createLink(directory.resolve("link"), moved);
        pool.attachBatch(link).close();
    }

    @Test
    void aCopyOfOnesOwnFileIsRefusedAsACopy() throws IOException {
        Path own = directory.resolve("own");
        SignalBatch batch = pool.shareBatch(own, 1, 0);
        Path copy = Files.copy(own, directory.resolve("copy"), StandardCopyOption.COPY_ATTRIBUTES);
        assertRefused(() -> pool.attachBatch(copy), copy, "this is a copy");
        batch.close();
    }

    @Test
    void anotherUsersFileIsRefused() throws IOException {
        UserPrincipal other = () -> "somebody-else";
        assertRefused(() -> SharedFiles.checkOwner(file, other), file, "user=somebody-else");
        SharedFiles.checkOwner(file, Files.getOwner(file));
    }

    @Test
    void anotherUsersFileIsRefusedAlsoToAnAdministrator() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "only an administrator can give files away");
        Files.setAttribute(file, "unix:uid", 65_534);
        assertRefused("another user's");
    }

    @Test
    void randomDamageNeverDoesHarm() throws IOException {
        long seed =
                Long.getLong("headrace.test.seed", ThreadLocalRandom.current().nextLong());
        System.out.println("DamagedFileTest -Dheadrace.test.seed=" + seed);
        Random random = new Random(seed);
        byte[] right = Files.readAllBytes(file);
        int attached = 0;
        Set<Long> values = new HashSet<>();
        for (int round = 0; round < 2_000; round++) {
            ForeignFile.write(file, damaged(right, random));
            try {
                SignalBatch batch = pool.attachBatch(file);
                // Whatever value the damage has left; all that counts is that looking at it does no harm.
                batch.forEach(signal -> values.add(signal.isClosed() ? 0 : signal.loadAcquire()));
                batch.close();
                attached++;
            } catch (SharingException refused) {
                assertThat(refused).hasMessageContaining(file.toString());
            }
            assertThat(pool.batches()).as("round %d of seed %d", round, seed).isZero();
        }
        assertThat(attached).as("attached in spite of the damage").isBetween(1, 1_999);
        assertThat(values).as("values that were read").isNotEmpty();
    }

    private static byte[] damaged(byte[] right, Random random) {
        byte[] image = right.clone();
        switch (random.nextInt(6)) {
            case 0 -> random.nextBytes(image);
            case 1 -> ForeignFile.put(image, 8 * random.nextInt(8), random.nextLong());
            case 2 -> ForeignFile.put(image, 8 * random.nextInt(8), random.nextInt(-2, 40));
            case 3 -> ForeignFile.put(image, 8 * random.nextInt(image.length / 8), random.nextLong());
            case 4 -> image[random.nextInt(image.length)] ^= (byte) (1 << random.nextInt(8));
            default -> image = Arrays.copyOf(image, random.nextInt(2 * image.length));
        }
        return image;
    }

    private void assertRefused(String message) {
        assertRefused(() -> pool.attachBatch(file), file, message);
    }

    private static void assertRefused(ThrowingCallable attach, Path named, String message) {
        assertThatThrownBy(attach)
                .isInstanceOf(SharingException.class)
                .hasMessageContainingAll(named.toString(), message)
                .message()
                .contains("; ");
    }
}
