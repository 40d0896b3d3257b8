package io.headrace.cli.topo;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.cli.Cli;
import io.headrace.cli.CliProcess;
import io.headrace.cli.Facts;
import io.headrace.cli.StandInGpu;
import io.headrace.topology.KfdTopology;
import io.headrace.topology.Link;
import io.headrace.topology.LinkField;
import io.headrace.topology.Node;
import io.headrace.topology.NodeField;
import io.headrace.topology.SystemField;
import io.headrace.topology.Topology;
import io.headrace.topology.Values;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopoCommandTest {

    @TempDir
    private Path folder;

    @AfterEach
    void forgetTheProperty() {
        System.clearProperty("headrace.excluded.engines");
    }

    private static Node node(int id, boolean gpu) {
        Values<NodeField> values = Values.unknown(NodeField.class)
                .with(NodeField.CPU_CORES_COUNT, gpu ? 0 : 16)
                .with(NodeField.SIMD_COUNT, gpu ? 1216 : 0);
        if (gpu) {
            values = values.with(NodeField.LOCATION_ID, 768)
                    .with(NodeField.DOMAIN, id)
                    .with(NodeField.HIVE_ID, -2)
                    .with(NodeField.NUM_SDMA_ENGINES, 2)
                    .with(NodeField.NUM_SDMA_XGMI_ENGINES, 6)
                    .with(NodeField.NUM_SDMA_QUEUES_PER_ENGINE, 8);
        }
        return new Node(
                id,
                OptionalLong.of(gpu ? 4_000 + id : 0),
                Optional.of(gpu ? "aldebaran" : ""),
                values,
                Optional.empty(),
                Optional.empty());
    }

    private static Link link(int from, int to, int type, long mask) {
        Values<LinkField> values =
                Values.unknown(LinkField.class).with(LinkField.TYPE, type).with(LinkField.WEIGHT, type == 11 ? 15 : 20);
        return new Link(
                from, to, true, mask < 0 ? values : values.with(LinkField.RECOMMENDED_SDMA_ENGINE_ID_MASK, mask));
    }

    /** A CPU and so many GPUs, linked with each other; the first GPU's link to the second has a mask. */
    private Path tree(int gpus) {
        List<Node> nodes = new ArrayList<>(List.of(node(0, false)));
        List<Link> links = new ArrayList<>();
        for (int from = 1; from <= gpus; from++) {
            nodes.add(node(from, true));
            links.add(link(0, from, 2, 3));
            links.add(link(from, 0, 2, 3));
            for (int to = 1; to <= gpus; to++) {
                if (to != from) {
                    links.add(link(from, to, 11, from == 1 && to == 2 ? 0x10 : -1));
                }
            }
        }
        Path path = folder.resolve("tree" + gpus);
        KfdTopology.write(
                new Topology(
                        OptionalLong.of(1),
                        Values.unknown(SystemField.class).with(SystemField.PLATFORM_REV, 1),
                        nodes,
                        links),
                path);
        return path;
    }

    @Test
    void nodesLinksAndEnginesAreTables() {
        Cli.Result result = Cli.run("topo", "--root", tree(2));
        assertThat(result.code()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .contains("nodes=3 (CPU 1, GPU 2)")
                .containsPattern("1 +GPU +aldebaran +4001 +1216 SIMDs +0001:03:00.0 +unknown +A +0-1 PCIe, 2-7 xGMI +8")
                .containsPattern("(?m)^ +1 +PCIe 20 +\\. +xGMI 15$")
                .containsPattern("(?m)^ +1 +0-1 +\\. +4$")
                .containsPattern("(?m)^ +2 +0-1 +2-7\\* +\\.$")
                .contains("taken from the file (links: 5)")
                .contains("*: the file has no mask, the sockets are unknown: any engine of class xGMI (links: 1)")
                .contains("for no link of node 1 the engines 2-3,5-7");
    }

    @Test
    void theUserMayKnowTheSockets() {
        Cli.Result result = Cli.run("topo", "--root", tree(8), "--sockets", "1=0,2=1,3=2,4=3,5=4,6=5,7=6,8=7");
        assertThat(result.out())
                .containsPattern("(?m)^ +1 +0-1 +\\. +4 +6t +2-7\\* +2t +4t +5t +3t$")
                .contains("t: the file has no mask, the table for sockets 0 to 2 (links: 1)");
    }

    @Test
    void excludedEnginesAreDroppedWithAWarning() {
        System.setProperty("headrace.excluded.engines", "1,4");
        Cli.Result result = Cli.run("topo", "--root", tree(2));
        assertThat(result.out()).containsPattern("(?m)^ +1 +0 +\\. +2-3,5-7\\*$");
        assertThat(result.err().lines()).hasSize(3).allMatch(line -> line.startsWith("warning: node "));
        assertThat(result.err()).contains("HEADRACE_EXCLUDED_ENGINES=1,4");
    }

    @Test
    void manyNodesShareRows() {
        Cli.Result result = Cli.run("topo", "--root", tree(40));
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .containsPattern("(?m)^0 +1-40 +PCIe 20 +unknown +0-1 +taken from the file$")
                .containsPattern("(?m)^1-40 +0 +PCIe 20 ")
                .containsPattern("(?m)^2-40 +each other +xGMI 15 +unknown +2-7\\*|(?m)^2 +1,3-40 +xGMI 15 ");
        assertThat(result.out().lines()).allMatch(line -> line.length() < 200);
    }

    @Test
    void theFactsAreOneObject() throws IOException {
        Map<String, Object> facts = Facts.of(Cli.run("topo", "--root", tree(2), "--json"));
        assertThat(facts).containsOnlyKeys("nodes", "links", "warnings");
        assertThat(Facts.list(facts, "nodes").get(1))
                .containsEntry("id", 1)
                .containsEntry("kind", "gpu")
                .containsEntry("gpu_id", 4001)
                .containsEntry("usable", true)
                .containsEntry("pci_address", "0001:03:00.0")
                .containsEntry(
                        "engines",
                        Map.of(
                                "pcie",
                                List.of(0, 1),
                                "xgmi",
                                List.of(2, 3, 4, 5, 6, 7),
                                "never_recommended",
                                List.of(2, 3, 5, 6, 7)));
        assertThat(Facts.list(facts, "nodes").get(1).get("properties"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("hive_id", new BigInteger("18446744073709551614"))
                .doesNotContainKey("unique_id");
        assertThat(Facts.list(facts, "links"))
                .filteredOn(link -> link.get("from").equals(1) && link.get("to").equals(2))
                .singleElement()
                .satisfies(link -> assertThat(link)
                        .containsEntry("type", "xgmi")
                        .containsEntry("direct", true)
                        .extracting("recommended")
                        .isEqualTo(Map.of(
                                "node",
                                1,
                                "engines",
                                List.of(4),
                                "mask",
                                16,
                                "reason",
                                "file",
                                "detail",
                                "taken from the file")));
        assertThat(Facts.list(facts, "warnings")).isEmpty();
    }

    @Test
    void whatIsOddIsALineOnStderrAndAnObject() throws IOException {
        Path tree = tree(2);
        Files.writeString(tree.resolve("nodes/2/gpu_id"), "eight\n");
        Cli.Result result = Cli.run("topo", "--root", tree);
        assertThat(result.code()).isZero();
        assertThat(result.err())
                .isEqualToIgnoringNewLines(
                        "warning: nodes/2/gpu_id:1: unknown, \"eight\" is no number in decimal digits");
        Map<String, Object> facts = Facts.of(Cli.run("topo", "--root", tree, "--json"));
        assertThat(Facts.list(facts, "warnings"))
                .singleElement()
                .satisfies(warning -> assertThat(warning)
                        .containsEntry("kind", "value")
                        .containsEntry("place", "nodes/2/gpu_id")
                        .containsEntry("line", 1));
        assertThat(Facts.list(facts, "nodes").get(2)).doesNotContainKey("gpu_id");
    }

    @Test
    void ofAKindThatComesAgainAndAgainAFewAreShown() throws IOException {
        Path tree = tree(20);
        for (int i = 1; i <= 20; i++) {
            Files.delete(tree.resolve("nodes/" + i + "/name"));
        }
        Cli.Result result = Cli.run("topo", "--root", tree);
        assertThat(result.err().lines()).hasSize(6);
        assertThat(result.err()).contains("15 more of this kind (unreadable)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "empty", "file"})
    void aPathThatHoldsNoMachineFails(String name) throws IOException {
        Files.createDirectories(folder.resolve("empty/nodes"));
        Files.writeString(folder.resolve("file"), "hello");
        Cli.Result result = Cli.run("topo", "--root", folder.resolve(name));
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .startsWith("headrace topo: ")
                .contains(folder.resolve(name).toString())
                .doesNotContain("\tat ");
        assertThat(result.err().lines()).hasSize(1);
    }

    @Test
    void withoutAPathItIsThisMachine() throws IOException {
        Cli.Result result = Cli.run("topo");
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains("This machine: processors", "NUMA NODE")
                .containsPattern("(?m)^host:0 .* 2 +0 +1 +none$");
        Map<String, Object> facts = Facts.of(Cli.run("topo", "--json"));
        assertThat(Facts.list(facts, "nodes"))
                .anySatisfy(node -> assertThat(node).containsEntry("kind", "cpu"));
        assertThat(Facts.list(facts, "devices"))
                .anySatisfy(device -> assertThat(device)
                        .containsEntry("id", "host:0")
                        .containsEntry("from_host", 0)
                        .containsEntry("to_host", 1)
                        .containsEntry("peers", List.of()));
    }

    @Test
    void gpusHaveALaneForEachDirection() throws Exception {
        try (CliProcess topo = CliProcess.start(folder, StandInGpu.options(folder), "topo", "--json")) {
            assertThat(topo.exitCode()).as(topo.err()).isZero();
            assertThat(Facts.list(Facts.of(new Cli.Result(0, topo.out(), topo.err())), "devices"))
                    .anySatisfy(device -> assertThat(device)
                            .containsEntry("id", "cuda:0")
                            .containsEntry("from_host", 0)
                            .containsEntry("to_host", 1)
                            .containsKey("peers"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1=x", "=2", "1=-1", "77=0", "0=0", "1=0,1=1", "1=0,1=0", "1=0,2=0"})
    void socketsThatMakeNoSenseAreRefused(String sockets) {
        Cli.Result result = Cli.run("topo", "--root", tree(2), "--sockets", sockets);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("--sockets");
    }

    @Test
    void socketsOfNoGpuAreRefusedForCopiesAndForThisMachineToo() {
        assertThat(Cli.run("topo", "--root", tree(2), "--sockets", "3=0", "--what-if", "ring", "--bytes", 1)
                        .err())
                .contains("--sockets: the machine has no such GPU: node=3; its GPUs: 1-2");
        assertThat(Cli.run("topo", "--sockets", "99999=0").code()).isEqualTo(2);
    }

    @Test
    void whatCannotBeReadIsSaidInOneLineOfWords() throws IOException {
        Path folders = Files.createDirectory(folder.resolve("folders"));
        Files.createFile(folders.resolve("nodes"));
        Path cut = Files.write(folder.resolve("cut.tar.gz"), new byte[] {0x1f, (byte) 0x8b, 8, 0});
        byte[] header = new byte[1_024];
        System.arraycopy("ustar\00000".getBytes(StandardCharsets.US_ASCII), 0, header, 257, 8);
        header[100] = 'C';
        Path damaged = Files.write(folder.resolve("damaged.tar"), header);
        for (Path path : List.of(folders, cut, damaged)) {
            Cli.Result result = Cli.run("topo", "--root", path);
            assertThat(result.code()).isEqualTo(1);
            assertThat(result.err().lines())
                    .singleElement()
                    .asString()
                    .contains("cannot be read: path=" + path)
                    .doesNotContain("Exception", "java.");
        }
        assertThat(Cli.run("topo", "--root", cut).err()).contains("it ends too early");
        assertThat(Cli.run("topo", "--root", folders).err()).contains("it is no folder");
    }

    @ParameterizedTest
    @EnabledIfEnvironmentVariable(named = "HEADRACE_TEST_DATA", matches = ".+")
    @ValueSource(
            strings = {
                "apu-renoir-two-nodes",
                "cpu-only",
                "mi210x8-2hives-xgmi-pcie",
                "mi300x-8-spx-derived",
                "mi300x-cpx-63nodes.tar.gz",
                "two-gpu-base",
                "vega20-1gpu",
                "malformed/duplicate-key",
                "malformed/gpu_id-0-on-gpu",
                "malformed/link-to-absent-node",
                "malformed/link-to-self",
                "malformed/mask-all-xgmi-bits",
                "malformed/mask-missing-key",
                "malformed/mask-zero-on-xgmi",
                "malformed/no-gpu_id-and-name",
                "malformed/node1-no-io_links-dir",
                "malformed/node2-no-properties-file",
                "malformed/node2-properties-empty",
                "malformed/node2-properties-mode-000",
                "malformed/non-numeric-value",
                "malformed/one-way-link",
                "malformed/stray-files-in-nodes",
                "malformed/tabs-and-double-spaces",
                "malformed/unknown-keys",
                "malformed/value-over-2pow64"
            })
    void everyMachineThatCanBeReadIsShownWhateverIsOddWithIt(String name) throws IOException {
        Path path = Path.of(System.getenv("HEADRACE_TEST_DATA"), "kfd", name);
        Cli.Result result = Cli.run("topo", "--root", path);
        assertThat(result.code()).isZero();
        assertThat(result.err().lines()).allMatch(line -> line.startsWith("warning: "));
        Map<String, Object> facts = Facts.of(Cli.run("topo", "--root", path, "--json"));
        assertThat(Facts.list(facts, "nodes")).isNotEmpty();
    }

    @ParameterizedTest
    @EnabledIfEnvironmentVariable(named = "HEADRACE_TEST_DATA", matches = ".+")
    @ValueSource(strings = {"malformed/empty-nodes-dir", "malformed/nodes-missing"})
    void aMachineWithoutNodesFails(String name) {
        Cli.Result result = Cli.run("topo", "--root", Path.of(System.getenv("HEADRACE_TEST_DATA"), "kfd", name));
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err())
                .startsWith("headrace topo: no KFD topology at path=")
                .doesNotContain("\tat ");
    }
}
