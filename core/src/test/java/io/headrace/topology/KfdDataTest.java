package io.headrace.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.TopologyException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads machine descriptions that are kept outside of the project. */
@EnabledIfEnvironmentVariable(named = "HEADRACE_TEST_DATA", matches = ".+")
class KfdDataTest {

    @TempDir
    private Path folder;

    private static TopologyReading read(String name) {
        return KfdTopology.read(Path.of(System.getenv("HEADRACE_TEST_DATA"), "kfd", name));
    }

    private static RecommendedEngines engines(TopologyReading reading) {
        return RecommendedEngines.of(reading.topology(), SocketInfo.UNKNOWN, List.of());
    }

    private static int[] engines(String name, int from, int to) {
        return engines(read(name)).between(from, to).orElseThrow().ids().toArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cpu-only",
                "apu-renoir-two-nodes",
                "two-gpu-base",
                "vega20-1gpu",
                "mi300x-8-spx-derived",
                "malformed/unknown-keys",
                "malformed/tabs-and-double-spaces",
                "malformed/stray-files-in-nodes",
                "malformed/mask-missing-key",
                "malformed/mask-zero-on-xgmi",
                "malformed/mask-all-xgmi-bits"
            })
    void nothingIsOdd(String name) {
        assertThat(read(name).warnings()).isEmpty();
        assertThat(engines(read(name)).warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "duplicate-key, DUPLICATE, nodes/1/properties, 39",
        "gpu_id-0-on-gpu, NODE, nodes/2/properties, 0",
        "link-to-absent-node, LINK, nodes/1/io_links/1/properties, 5",
        "link-to-self, LINK, nodes/1/io_links/1/properties, 5",
        "node1-no-io_links-dir, COUNT, nodes/1/properties, 5",
        "node2-no-properties-file, UNREADABLE, nodes/2/properties, 0",
        "node2-properties-empty, NODE, nodes/2/properties, 0",
        "non-numeric-value, VALUE, nodes/1/properties, 26",
        "value-over-2pow64, VALUE, nodes/1/properties, 25"
    })
    void oneThingIsOdd(String name, Warning.Kind kind, String place, int line) {
        assertThat(read("malformed/" + name).warnings()).singleElement().satisfies(warning -> {
            assertThat(warning.kind()).isEqualTo(kind);
            assertThat(warning.place()).isEqualTo(place);
            assertThat(warning.line()).isEqualTo(line);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"unknown-keys", "tabs-and-double-spaces", "stray-files-in-nodes", "duplicate-key"})
    void theMachineIsTheSame(String name) {
        assertThat(read("malformed/" + name).topology())
                .isEqualTo(read("two-gpu-base").topology());
    }

    @ParameterizedTest
    @ValueSource(strings = {"empty-nodes-dir", "nodes-missing", "no-such-case"})
    void withoutNodesThereIsNoMachine(String name) {
        assertThatThrownBy(() -> read("malformed/" + name))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("no KFD topology at path=");
    }

    @Test
    void aLinkWithoutAWayBackIsOfferedInItsDirection() {
        TopologyReading reading = read("malformed/one-way-link");
        assertThat(engines(reading).between(1, 2)).isPresent();
        assertThat(engines(reading).between(2, 1)).isEmpty();
        assertThat(reading.warnings()).extracting(Warning::kind).contains(Warning.Kind.LINK);
    }

    @Test
    void aLinkToAnAbsentNodeIsNotOffered() {
        assertThat(engines(read("malformed/link-to-absent-node")).between(1, 9)).isEmpty();
    }

    @Test
    void gpusWithoutIdsAndNamesAreGpus() {
        List<Node> nodes = read("malformed/no-gpu_id-and-name").topology().nodes();
        assertThat(nodes).extracting(Node::kind).containsExactly(NodeKind.CPU, NodeKind.GPU, NodeKind.GPU);
        assertThat(nodes).allSatisfy(node -> assertThat(node.gpuId()).isEmpty());
    }

    @Test
    void ofSeveralEnginesInAMaskEachIsOfTheClass() {
        assertThat(engines("malformed/mask-all-xgmi-bits", 1, 2)).containsExactly(2, 3, 4, 5, 6, 7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mask-zero-on-xgmi", "mask-missing-key"})
    void withoutARecommendationAnyEngineOfTheClassWillDo(String name) {
        assertThat(engines("malformed/" + name, 1, 2)).containsExactly(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    }

    @ParameterizedTest
    @ValueSource(strings = {"malformed/node1-no-io_links-dir", "two-gpu-base"})
    void aGpuCopiesToItsHostByItsPcieEnginesWhetherItsLinksAreKnownOrNot(String name) {
        assertThat(engines(read(name)).forHost(1).orElseThrow().ids()).containsExactly(0, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpu_id-0-on-gpu", "node2-properties-empty", "node2-no-properties-file"})
    void aNodeThatCannotBeUsedIsNeverPickedForCopies(String name) {
        RecommendedEngines engines = engines(read("malformed/" + name));
        assertThat(engines.between(1, 2)).isEmpty();
        assertThat(engines.between(2, 1)).isEmpty();
        assertThat(engines.between(0, 2)).isEmpty();
        assertThat(engines.between(0, 1)).isPresent();
    }

    @Test
    void aNodeWithAnUnreadableNumberOfEnginesIsNotUsedForCopies() {
        Recommendation unknown =
                engines(read("malformed/non-numeric-value")).between(1, 2).orElseThrow();
        assertThat(unknown.reason()).isEqualTo(Recommendation.Reason.UNKNOWN);
        assertThat(unknown.engines()).isZero();
    }

    @Test
    void anApuHasOneEngine() {
        assertThat(engines("apu-renoir-two-nodes", 0, 1)).containsExactly(0);
        assertThat(engines("apu-renoir-two-nodes", 1, 0)).containsExactly(0);
    }

    @Test
    void ofAnOldKernelsGpuTheEnginesAreUnknown() {
        Node gpu = read("vega20-1gpu").topology().node(1).orElseThrow();
        assertThat(gpu.engines()).isEmpty();
        assertThat(gpu.values().get(NodeField.HIVE_ID)).isEmpty();
        assertThat(gpu.memoryBanks().orElseThrow().getFirst().usedBytes()).hasValue(14_102_528);
    }

    @Test
    void gpusOfTwoHivesReachEachOtherOverOtherNodesOnly() {
        TopologyReading reading = read("mi210x8-2hives-xgmi-pcie");
        assertThat(reading.topology().link(4, 5).orElseThrow().type()).isEqualTo(LinkType.XGMI);
        assertThat(reading.topology().link(4, 6).orElseThrow().direct()).isFalse();
        assertThat(engines("mi210x8-2hives-xgmi-pcie", 4, 5)).containsExactly(2, 3, 4);
        assertThat(engines("mi210x8-2hives-xgmi-pcie", 4, 6)).containsExactly(0, 1);
    }

    @Test
    void onEightGpusTheMasksAreThoseOfTheTable() {
        Topology read = read("mi300x-8-spx-derived").topology();
        List<Link> bare = read.links().stream()
                .map(link -> new Link(
                        link.from(), link.to(), true, link.values().without(LinkField.RECOMMENDED_SDMA_ENGINE_ID_MASK)))
                .toList();
        RecommendedEngines computed =
                RecommendedEngines.of(Topology.of(read.nodes(), bare), Machines.eightSockets(), List.of());
        RecommendedEngines told = RecommendedEngines.of(read, SocketInfo.UNKNOWN, List.of());
        for (Link link : bare) {
            assertThat(computed.of(link).map(Recommendation::engines))
                    .isEqualTo(told.of(link).map(Recommendation::engines));
        }
        assertThat(Engines.ids(told.unrecommended(5))).containsExactly(3, 5, 7, 9, 11, 13, 15);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mi210x8-2hives-xgmi-pcie", "mi300x-8-spx-derived", "vega20-1gpu", "apu-renoir-two-nodes"})
    void realMachinesCanBeWrittenAndReadAgain(String name) {
        Topology topology = read(name).topology();
        KfdTopology.write(topology, folder.resolve("copy"));
        assertThat(KfdTopology.read(folder.resolve("copy")).topology()).isEqualTo(topology);
    }
}
