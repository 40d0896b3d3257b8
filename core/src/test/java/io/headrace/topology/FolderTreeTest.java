package io.headrace.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.headrace.error.TopologyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trees in folders, with what only a file system can do to them. */
class FolderTreeTest {

    @TempDir
    private Path folder;

    private Path tree;

    @BeforeEach
    void aTreeOfTwoGpus() {
        tree = folder.resolve("tree");
        KfdTopology.write(Machines.twoGpus(), tree);
    }

    private List<Warning> warnings() {
        return KfdTopology.read(tree).warnings();
    }

    private Path node2() {
        return tree.resolve("nodes/2/properties");
    }

    @Test
    void filesHaveTheKernelsOrderAndForm() throws IOException {
        assertThat(node2())
                .content()
                .startsWith("cpu_cores_count 0\nsimd_count 1216\nlocation_id 768\ndomain 0\nhive_id ");
        assertThat(tree.resolve("nodes/1/io_links/1/properties"))
                .hasContent("type 11\nnode_from 1\nnode_to 2\nweight 15\nrecommended_sdma_engine_id_mask 4\nflags 1\n");
        assertThat(tree.resolve("nodes/0/name")).hasContent("\n");
        assertThat(tree.resolve("nodes/2/gpu_id")).hasContent("1002\n");
        assertThat(tree.resolve("generation_id")).hasContent("2\n");
        assertThat(tree.resolve("system_properties")).hasContent("platform_rev 2\n");
    }

    @Test
    void aFolderThatIsNotEmptyIsNotWrittenTo() {
        assertThatThrownBy(() -> KfdTopology.write(Machines.twoGpus(), tree))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("not empty");
    }

    @Test
    void aPathThatIsNotThereIsNamed() {
        Path none = folder.resolve("none");
        assertThatThrownBy(() -> KfdTopology.read(none))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("no KFD topology at path=" + none);
    }

    @Test
    void aFileOfAnotherKindIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "hello");
        assertThatThrownBy(() -> KfdTopology.read(file))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("headrace-archive");
    }

    @Test
    void aNodeThatMayNotBeReadIsLeftOut() throws IOException {
        Files.setPosixFilePermissions(node2(), PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(node2()), "this user reads everything");
        assertThat(KfdTopology.read(tree).topology().nodes())
                .extracting(Node::id)
                .containsExactly(0, 1);
        assertThat(warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning.toString())
                        .startsWith("nodes/2/properties: node 2 is left out")
                        .contains("access is denied"));
    }

    @Test
    void aPipeIsNoFileAndNobodyWaitsForIt() throws Exception {
        Files.delete(node2());
        Process mkfifo = new ProcessBuilder("mkfifo", node2().toString()).start();
        assumeTrue(mkfifo.waitFor(10, TimeUnit.SECONDS) && mkfifo.exitValue() == 0, "there is no mkfifo");
        assertThat(warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning.text()).contains("node 2 is left out", "no regular file"));
    }

    @Test
    void linksThatGoInACircleAreNoFile() throws IOException {
        Files.delete(node2());
        Files.createSymbolicLink(node2(), node2());
        assertThat(warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning.text()).contains("node 2 is left out"));
    }

    @Test
    void aLinkToAFolderAboveIsFollowedOnce() throws IOException {
        Files.createSymbolicLink(tree.resolve("nodes/3"), tree.resolve("nodes"));
        Files.createSymbolicLink(tree.resolve("nodes/1/io_links/9"), tree);
        assertThat(KfdTopology.read(tree).topology()).isEqualTo(Machines.twoGpus());
        assertThat(warnings())
                .extracting(Warning::place)
                .containsExactlyInAnyOrder("nodes/3/properties", "nodes/1/io_links/9/properties");
    }

    @Test
    void aFolderOfVeryManyEntriesIsAnError() throws IOException {
        Path nodes = tree.resolve("nodes");
        for (int i = 0; i < 8; i++) {
            Files.createFile(nodes.resolve("x" + i));
        }
        assertThat(KfdTopology.read(new FolderTree(tree, 11))).isEqualTo(KfdTopology.read(tree));
        assertThatThrownBy(() -> KfdTopology.read(new FolderTree(tree, 10)))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("more than 10 entries");
    }

    @Test
    void deepFoldersAreNotEntered() throws IOException {
        Path deep = tree.resolve("nodes/2");
        for (int i = 0; i < 100; i++) {
            deep = Files.createDirectory(deep.resolve("9"));
        }
        assertThat(KfdTopology.read(tree)).isEqualTo(new TopologyReading(Machines.twoGpus(), List.of()));
        assertThat(Set.copyOf(new FolderTree(tree).folders("nodes"))).isEqualTo(Set.of("0", "1", "2"));
    }
}
