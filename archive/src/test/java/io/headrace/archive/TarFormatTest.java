package io.headrace.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.TopologyException;
import io.headrace.topology.KfdTopology;
import io.headrace.topology.Link;
import io.headrace.topology.LinkField;
import io.headrace.topology.Node;
import io.headrace.topology.NodeField;
import io.headrace.topology.NodeKind;
import io.headrace.topology.Topology;
import io.headrace.topology.TopologyReading;
import io.headrace.topology.Values;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads machines out of archives that are made here. */
class TarFormatTest {

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes);

    private static Topology machine() {
        Values<NodeField> values = Values.unknown(NodeField.class)
                .with(NodeField.CPU_CORES_COUNT, 0)
                .with(NodeField.SIMD_COUNT, 8);
        Values<LinkField> link = Values.unknown(LinkField.class).with(LinkField.TYPE, 11);
        return Topology.of(
                List.of(Node.of(1, values), Node.of(12, values)),
                List.of(new Link(1, 12, true, link), new Link(12, 1, true, link)));
    }

    private void add(String name, String content) throws IOException {
        byte[] data = content.getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(data.length);
        tar.putArchiveEntry(entry);
        tar.write(data);
        tar.closeArchiveEntry();
    }

    /** An empty file whose name is told in front of it: the library would take long to write one that is long. */
    private void addLong(byte kind, String name) throws IOException {
        String told = name;
        if (kind == TarConstants.LF_PAX_EXTENDED_HEADER_LC) {
            String record = " path=" + name + "\n";
            int length = record.length() + 1;
            while ((length + record).length() != length) {
                length = (length + record).length();
            }
            told = length + record;
        }
        byte[] data = told.getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(TarConstants.GNU_LONGLINK, kind);
        entry.setSize(data.length);
        tar.putArchiveEntry(entry);
        tar.write(data);
        tar.closeArchiveEntry();
        add("named before", "");
    }

    private void addMachine(String below) throws IOException {
        Path tree = folder.resolve("tree");
        if (!Files.exists(tree)) {
            KfdTopology.write(machine(), tree);
        }
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                add(below + tree.relativize(file), Files.readString(file));
            }
        }
    }

    private Path file(String name, boolean gzip) throws IOException {
        tar.close();
        Path file = folder.resolve(name);
        try (OutputStream out =
                gzip ? new GZIPOutputStream(Files.newOutputStream(file)) : Files.newOutputStream(file)) {
            bytes.writeTo(out);
        }
        return file;
    }

    private static void isRefused(Path file, String... words) {
        assertThatThrownBy(() -> KfdTopology.read(file))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("path=" + file)
                .satisfies(e -> assertThat(e.getMessage()).contains(words));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "./", "topology/", "a/b/c/topology/"})
    void aTreeIsFoundWhereverItIsInAnArchive(String below) throws IOException {
        addMachine(below);
        assertThat(KfdTopology.read(file("machine", false)).topology()).isEqualTo(machine());
    }

    @Test
    void whetherItIsCompressedIsSeenByItsContents() throws IOException {
        addMachine("topology/");
        assertThat(KfdTopology.read(file("machine.data", true)).topology()).isEqualTo(machine());
    }

    @Test
    void warningsNameTheFileBelowTheTree() throws IOException {
        addMachine("topology/");
        add("topology/nodes/12/gpu_id", "x\n");
        assertThat(KfdTopology.read(file("machine.tar", false)).warnings())
                .anySatisfy(warning -> assertThat(warning.toString()).startsWith("nodes/12/gpu_id:1: "));
    }

    @Test
    void severalTreesAreRefused() throws IOException {
        addMachine("one/");
        addMachine("two/");
        isRefused(file("both.tar", false), "several trees: one, two");
    }

    @Test
    void anArchiveWithoutATreeIsRefused() throws IOException {
        add("readme", "hello");
        assertThatThrownBy(() -> KfdTopology.read(file("none.tar", false)))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("no KFD topology at path=");
    }

    @Test
    void linksAndPathsThatLeadOutAreLeftOut() throws IOException {
        addMachine("");
        TarArchiveEntry link = new TarArchiveEntry("nodes/12/io_links/1/properties", TarConstants.LF_SYMLINK);
        link.setLinkName("../../../../../etc/passwd");
        tar.putArchiveEntry(link);
        tar.closeArchiveEntry();
        add("../nodes/5/properties", "simd_count 1\n");
        add("nodes/../nodes/6/properties", "simd_count 1\n");
        assertThat(KfdTopology.read(file("odd.tar", false)).topology()).isEqualTo(machine());
    }

    @Test
    void aFileOfAnotherKindIsRefused() throws IOException {
        isRefused(Files.writeString(folder.resolve("text"), "hello"), "neither a folder nor any of [.tar, .tar.gz]");
        isRefused(Files.createFile(folder.resolve("empty")), "neither a folder nor any of");
    }

    @Test
    void anArchiveThatGrowsBeyondMeasureIsRefused() throws IOException {
        addMachine("");
        TarArchiveEntry large = new TarArchiveEntry("large");
        large.setSize(TarFormat.MOST_BYTES + 1);
        tar.putArchiveEntry(large);
        Path file = folder.resolve("large.tar.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            bytes.writeTo(out);
            byte[] zeros = new byte[1 << 20];
            for (long left = TarFormat.MOST_BYTES; left > 0; left -= zeros.length) {
                out.write(zeros);
            }
            out.write(new byte[1024]);
        }
        isRefused(file, "more than " + TarFormat.MOST_BYTES + " bytes");
    }

    @ParameterizedTest
    @ValueSource(bytes = {TarConstants.LF_PAX_EXTENDED_HEADER_LC, TarConstants.LF_GNUTYPE_LONGNAME})
    void aNameIsAsLongAsTheKernelLetsItBeAndNoLonger(byte kind) throws IOException {
        addMachine("topology/");
        addLong(kind, "a/".repeat(EntryName.MOST_BYTES / 2 - 1) + "x");
        Path file = file("longest.tar", false);
        assertThat(KfdTopology.read(file).topology()).isEqualTo(machine());
    }

    @ParameterizedTest
    @ValueSource(bytes = {TarConstants.LF_PAX_EXTENDED_HEADER_LC, TarConstants.LF_GNUTYPE_LONGNAME})
    void aNameThatIsLongerIsRefused(byte kind) throws IOException {
        addMachine("");
        String name = "a/".repeat(EntryName.MOST_BYTES / 2) + "x";
        addLong(kind, name);
        isRefused(file("long.tar.gz", true), "a name of " + name.length() + " bytes (at most 4095)", "a/a/a");
    }

    @Test
    void aNameIsMeasuredInBytes() throws IOException {
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        tar.setAddPaxHeadersForNonAsciiNames(true);
        addMachine("");
        add("\u00e4".repeat(128), "");
        isRefused(file("umlauts.tar", false), "a part of a name of 256 bytes (at most 255)", "????...");
    }

    @Test
    void aPartOfANameThatIsTooLongIsRefused() throws IOException {
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        addMachine("");
        add("a/" + "b".repeat(255) + "/x", "");
        add("a/" + "b".repeat(256) + "/x", "");
        isRefused(file("part.tar", false), "a part of a name of 256 bytes (at most 255)");
    }

    @ParameterizedTest
    @ValueSource(bytes = {TarConstants.LF_PAX_EXTENDED_HEADER_LC, TarConstants.LF_GNUTYPE_LONGNAME})
    void whatIsSaidOfAnEntryIsReadOnlySoFar(byte kind) throws IOException {
        addMachine("");
        addLong(kind, "a/".repeat(TarFormat.MOST_HEADER_BYTES / 2));
        isRefused(
                file("header.tar.gz", true),
                "what the archive says of an entry has more than " + TarFormat.MOST_HEADER_BYTES + " bytes");
    }

    @ParameterizedTest
    @ValueSource(
            bytes = {
                TarConstants.LF_PAX_EXTENDED_HEADER_LC,
                TarConstants.LF_PAX_GLOBAL_EXTENDED_HEADER,
                TarConstants.LF_GNUTYPE_LONGNAME,
                TarConstants.LF_GNUTYPE_LONGLINK
            })
    void headersThatFollowEachOtherWithoutEndAreRefused(byte kind) throws IOException {
        byte[] header = new byte[512];
        new TarArchiveEntry("header", kind).writeEntryHeader(header);
        for (int i = 0; i < 20_000; i++) {
            bytes.write(header);
        }
        addMachine("");
        isRefused(file("headers.tar.gz", true), "what the archive says of an entry has more than ");
    }

    @Test
    void deepNamesThatShareNothingAreRefusedOnceTheyAreMany() throws IOException {
        MemoryTree tree = new MemoryTree("tree");
        int deep = 1_000;
        for (int i = 0; i < MemoryTree.MOST_NAMES / deep; i++) {
            tree.addFile(i + "/" + "b/".repeat(deep - 2) + "x", new byte[0]);
        }
        assertThatThrownBy(() -> tree.addFile("another", new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more than " + MemoryTree.MOST_NAMES + " files and folders");
    }

    @Test
    void namesThatAreAlwaysTheSameCountEachTime() throws IOException {
        MemoryTree tree = new MemoryTree("tree");
        String name = "a/".repeat(EntryName.MOST_BYTES / 2 - 1) + "x";
        for (long left = MemoryTree.MOST_BYTES_IN_ALL; left >= name.length(); left -= name.length()) {
            tree.addFolder(name);
        }
        assertThatThrownBy(() -> tree.addFolder(name))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more than " + MemoryTree.MOST_BYTES_IN_ALL + " bytes of names and files");
    }

    @Test
    void filesAreKeptUpToALimit() throws IOException {
        MemoryTree tree = new MemoryTree("tree");
        byte[] content = new byte[MemoryTree.MOST_BYTES];
        long most = MemoryTree.MOST_BYTES_IN_ALL / content.length - 1;
        for (int i = 0; i < most; i++) {
            tree.addFile("files/" + i, content);
        }
        tree.addFile("another", new byte[1]);
        assertThatThrownBy(() -> tree.addFile("last", content)).isInstanceOf(IOException.class);
    }

    @Test
    void theOutermostTreeCountsHoweverDeepOthersAre() throws IOException {
        addMachine("topology/");
        addLong(TarConstants.LF_GNUTYPE_LONGNAME, "a/".repeat(1_000) + "nodes/7/properties");
        assertThat(KfdTopology.read(file("two.tar.gz", true)).topology()).isEqualTo(machine());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void anArchiveThatIsDamagedGivesAMachineOrAClearError(long seed) throws IOException {
        addMachine("topology/");
        byte[] packed = Files.readAllBytes(file("whole.tar.gz", true));
        byte[] plain = bytes.toByteArray();
        Random random = new Random(seed);
        for (int round = 0; round < 150; round++) {
            byte[] broken = (random.nextBoolean() ? packed : plain).clone();
            if (random.nextInt(3) == 0) {
                broken = Arrays.copyOf(broken, random.nextInt(broken.length));
            }
            for (int i = 0; i < random.nextInt(20) && broken.length > 0; i++) {
                broken[random.nextInt(Math.min(broken.length, 4_000))] = (byte) random.nextInt();
            }
            Path file = Files.write(folder.resolve("broken"), broken);
            try {
                TopologyReading reading = KfdTopology.read(file);
                assertThat(reading.topology().nodes()).isNotEmpty();
            } catch (TopologyException e) {
                assertThat(e).as("seed=%d round=%d", seed, round).hasMessageContaining("path=");
            }
        }
    }

    @Test
    @EnabledIfEnvironmentVariable(named = "HEADRACE_TEST_DATA", matches = ".+")
    void aRealMachineOfSixtyFiveNodesIsRead() {
        Path file = Path.of(System.getenv("HEADRACE_TEST_DATA"), "kfd", "mi300x-cpx-63nodes.tar.gz");
        Topology topology = KfdTopology.read(file).topology();
        assertThat(topology.nodes()).hasSize(65);
        assertThat(topology.nodes().stream().filter(node -> node.kind() == NodeKind.GPU))
                .hasSize(63);
        assertThat(topology.links()).hasSize(4_034);
        long large = topology.nodes().stream()
                .flatMap(node -> node.values().known().stream().map(node.values()::get))
                .filter(value -> value.getAsLong() < 0)
                .count();
        assertThat(large).isEqualTo(118);
    }
}
