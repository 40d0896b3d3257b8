package io.headrace.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.TopologyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads trees that are right, and trees that are broken in one place. */
class KfdReaderTest {

    private static final String PROPERTIES = "nodes/1/properties";
    private static final String LINK = "nodes/1/io_links/1/properties";

    @TempDir
    private Path folder;

    private FakeTree tree;

    @BeforeEach
    void aTreeOfTwoGpus() throws IOException {
        Path written = folder.resolve("two");
        KfdTopology.write(Machines.twoGpus(), written);
        tree = new FakeTree();
        try (Stream<Path> files = Files.walk(written)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                tree.files.put(written.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
    }

    private TopologyReading read() {
        return KfdTopology.read(tree);
    }

    private String text(String file) {
        return new String(tree.files.get(file), StandardCharsets.ISO_8859_1);
    }

    private void replace(String file, String old, String other) {
        assertThat(text(file)).contains(old);
        tree.put(file, text(file).replace(old, other));
    }

    private void add(String file, String line) {
        tree.put(file, text(file) + line);
    }

    private void removeAll(String start) {
        assertThat(tree.files.keySet().removeIf(file -> file.startsWith(start))).isTrue();
    }

    private static Node node(TopologyReading reading, int id) {
        return reading.topology().node(id).orElseThrow();
    }

    private void warnsOnce(Warning.Kind kind, String place, int line, String... words) {
        assertThat(read().warnings()).singleElement().satisfies(warning -> {
            assertThat(warning.kind()).isEqualTo(kind);
            assertThat(warning.place()).isEqualTo(place);
            assertThat(warning.line()).isEqualTo(line);
            assertThat(warning.text()).contains(words);
        });
    }

    // E35
    @Test
    void whatWasWrittenIsReadWithoutAWarning() {
        TopologyReading reading = read();
        assertThat(reading.topology()).isEqualTo(Machines.twoGpus());
        assertThat(reading.warnings()).isEmpty();
    }

    // E34
    @Test
    void unknownNamesAreSkippedInSilenceWhateverTheirValuesAre() {
        add(PROPERTIES, "cwsr_size 19185664\nfuture_key_v9 one, two\nempty_key\ncwsr_size 5\n");
        assertThat(read()).isEqualTo(new TopologyReading(Machines.twoGpus(), List.of()));
    }

    @Test
    void blanksTabsAndEmptyLinesDoNotMatter() {
        tree.put(PROPERTIES, text(PROPERTIES).replace(" ", "\t  ").replace("\n", " \r\n\n"));
        assertThat(read()).isEqualTo(new TopologyReading(Machines.twoGpus(), List.of()));
    }

    // E34
    @Test
    void aMissingMaskIsUnknownAndNoWarning() {
        replace(LINK, "recommended_sdma_engine_id_mask 4\n", "");
        Link link = read().topology().link(1, 2).orElseThrow();
        assertThat(link.values().get(LinkField.RECOMMENDED_SDMA_ENGINE_ID_MASK)).isEmpty();
        assertThat(link.values().text(LinkField.RECOMMENDED_SDMA_ENGINE_ID_MASK))
                .isEqualTo("unknown");
        assertThat(read().warnings()).isEmpty();
    }

    @Test
    void whatOldKernelsDoNotTellIsUnknownAndNotZero() {
        tree.put(PROPERTIES, "cpu_cores_count 0\nsimd_count 256\n");
        Node node = node(read(), 1);
        assertThat(node.values().get(NodeField.HIVE_ID)).isEmpty();
        assertThat(node.values().count(NodeField.NUM_SDMA_ENGINES)).isEmpty();
        assertThat(node.engines()).isEmpty();
        assertThat(node.isUsable()).isTrue();
    }

    // E34
    @ParameterizedTest
    @ValueSource(
            strings = {"10631624818852212319", "18446744073709551615", "4294967295", "0", "00000000000000000000007"})
    void allSixtyFourBitsOfAValueAreKept(String value) {
        replace(PROPERTIES, "hive_id 10631624818852212319", "hive_id " + value);
        Values<NodeField> values = node(read(), 1).values();
        assertThat(values.get(NodeField.HIVE_ID)).hasValue(Long.parseUnsignedLong(value));
        assertThat(values.text(NodeField.HIVE_ID)).isEqualTo(value.replaceFirst("^0+(?=.)", ""));
        assertThat(read().warnings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"18446744073709551616", "99999999999999999999", "100000000000000000000000"})
    void aValueAboveThemIsUnknownAndTheRangeIsTold(String value) {
        replace(PROPERTIES, "hive_id 10631624818852212319", "hive_id " + value);
        assertThat(node(read(), 1).values().get(NodeField.HIVE_ID)).isEmpty();
        warnsOnce(Warning.Kind.VALUE, PROPERTIES, 5, "hive_id is unknown", value, "0-18446744073709551615");
    }

    @ParameterizedTest
    @ValueSource(strings = {"two", "-1", "+2", "0x2", "2.0", "", "2 3", "٢"})
    void aValueThatIsNoNumberIsUnknownAndItsTextIsTold(String value) {
        replace(PROPERTIES, "num_sdma_engines 2", "num_sdma_engines " + value);
        assertThat(node(read(), 1).engines()).isEmpty();
        warnsOnce(Warning.Kind.VALUE, PROPERTIES, 6, "num_sdma_engines is unknown", "is no number");
    }

    @Test
    void ofTwoValuesOfAKeyTheFirstCounts() {
        add(PROPERTIES, "num_sdma_xgmi_engines 0\n");
        assertThat(node(read(), 1).engines()).hasValue(new Engines(2, 14));
        warnsOnce(
                Warning.Kind.DUPLICATE,
                PROPERTIES,
                9,
                "num_sdma_xgmi_engines",
                "the first counts, in line 7",
                "\"14\"");
    }

    @Test
    void theSameValueTwiceDoesNoHarm() {
        add(PROPERTIES, "num_sdma_xgmi_engines 14\n");
        assertThat(read().warnings()).isEmpty();
    }

    @Test
    void aCutLineIsLeftOutForItsValueMayBeCutToo() {
        String all = text(PROPERTIES);
        tree.put(PROPERTIES, all.substring(0, all.indexOf("engines 14") + "engines 1".length()));
        assertThat(node(read(), 1).engines()).isEmpty();
        warnsOnce(Warning.Kind.VALUE, PROPERTIES, 7, "ends within a line", "num_sdma_xgmi_engines 1");
    }

    @Test
    void moreEnginesThanAMaskCanNameAreUnknown() {
        replace(PROPERTIES, "num_sdma_xgmi_engines 14", "num_sdma_xgmi_engines 63");
        assertThat(node(read(), 1).engines()).isEmpty();
        assertThat(read().warnings().getFirst().text()).contains("copy engines are unknown", "xgmi=63");
    }

    // E34
    @Test
    void aNodeThatIsDeniedIsLeftOutAndAllLinksToIt() {
        tree.denied.add("nodes/2/properties");
        TopologyReading reading = read();
        assertThat(reading.topology().nodes()).extracting(Node::id).containsExactly(0, 1);
        assertThat(reading.topology().links()).allMatch(link -> link.from() != 2 && link.to() != 2);
        warnsOnce(Warning.Kind.UNREADABLE, "nodes/2/properties", 0, "node 2 is left out", "access is denied");
    }

    @Test
    void aNodeWithoutPropertiesIsLeftOutLikewise() {
        removeAll("nodes/2/properties");
        assertThat(read().topology().nodes()).extracting(Node::id).containsExactly(0, 1);
        warnsOnce(Warning.Kind.UNREADABLE, "nodes/2/properties", 0, "node 2 is left out", "no such file");
    }

    @Test
    void aNodeOfEmptyPropertiesIsHiddenAndHasNothingOfWhichThereAreZero() {
        tree.put("nodes/2/properties", "");
        Node node = node(read(), 2);
        assertThat(node.kind()).isEqualTo(NodeKind.UNKNOWN);
        assertThat(node.whyUnusable().orElseThrow()).contains("hidden");
        assertThat(node.values().isEmpty()).isTrue();
        warnsOnce(Warning.Kind.NODE, "nodes/2/properties", 0, "listed, but not used");
    }

    @Test
    void aGpuOfIdZeroIsListedButNotUsed() {
        tree.put("nodes/2/gpu_id", "0\n");
        Node node = node(read(), 2);
        assertThat(node.kind()).isEqualTo(NodeKind.GPU);
        assertThat(node.isUsable()).isFalse();
        warnsOnce(Warning.Kind.NODE, "nodes/2/properties", 0, "gpu_id=0");
    }

    @Test
    void aGpuIsKnownByItsUnitsWhereItsIdAndNameAreNotTold() {
        removeAll("nodes/1/gpu_id");
        removeAll("nodes/1/name");
        Node node = node(read(), 1);
        assertThat(node.kind()).isEqualTo(NodeKind.GPU);
        assertThat(node.gpuId()).isEmpty();
        assertThat(node.name()).isEmpty();
        assertThat(node.isUsable()).isTrue();
    }

    // E34
    @Test
    void anEmptyNameIsAName() {
        assertThat(node(read(), 0).name()).hasValue("");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0007b\n", "a\u0000\n"})
    void aNameOfControlCharactersIsUnknown(String name) {
        tree.put("nodes/1/name", name);
        assertThat(node(read(), 1).name()).isEmpty();
        warnsOnce(Warning.Kind.VALUE, "nodes/1/name", 1, "no name");
    }

    @Test
    void foldersNeedNotBeDenseAndAreTakenByTheirNumbers() {
        for (String file : List.copyOf(tree.files.keySet())) {
            if (file.startsWith("nodes/2/")) {
                tree.files.put(file.replace("nodes/2/", "nodes/10/"), tree.files.remove(file));
            }
        }
        tree.files.forEach((file, content) -> tree.put(
                file, text(file).replace("node_to 2\n", "node_to 10\n").replace("node_from 2\n", "node_from 10\n")));
        tree.files.put("nodes/9/name", new byte[0]);
        tree.files.put("nodes/9/properties", tree.files.get("nodes/0/properties"));
        tree.put("nodes/9/gpu_id", "0\n");
        TopologyReading reading = read();
        assertThat(reading.topology().nodes()).extracting(Node::id).containsExactly(0, 1, 9, 10);
        assertThat(reading.topology().link(1, 10)).isPresent();
        assertThat(reading.warnings()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"nodes/README", "nodes/7", "nodes/01/properties", "nodes/one/properties", "nodes/99999999999/x"})
    void whatElseLiesAmongTheNodesIsIgnored(String file) {
        tree.put(file, "x");
        assertThat(read()).isEqualTo(new TopologyReading(Machines.twoGpus(), List.of()));
    }

    // E34
    @Test
    void aLinkThatSaysItStartsElsewhereIsDropped() {
        replace(LINK, "node_from 1", "node_from 2");
        assertThat(read().topology().link(1, 2)).isEmpty();
        warnsOnce(Warning.Kind.LINK, LINK, 2, "dropped", "node_from=2", "folder of node 1");
    }

    @ParameterizedTest
    @CsvSource({"node_to 9, no such node", "node_to 1, where it starts", "node_x 2, nobody knows where"})
    void aLinkThatLeadsNowhereIsDropped(String line, String why) {
        replace(LINK, "node_to 2", line);
        assertThat(read().topology().link(1, 2)).isEmpty();
        assertThat(read().topology().link(2, 1)).isPresent();
        warnsOnce(Warning.Kind.LINK, LINK, line.startsWith("node_x") ? 0 : 3, "dropped", why);
    }

    @Test
    void theSecondLinkOfTheSameNodesIsDropped() {
        tree.files.put("nodes/1/io_links/2/properties", tree.files.get(LINK));
        assertThat(read().topology()).isEqualTo(Machines.twoGpus());
        warnsOnce(Warning.Kind.LINK, "nodes/1/io_links/2/properties", 3, "another link goes");
    }

    @Test
    void aLinkWithoutAWayBackIsTold() {
        removeAll("nodes/2/io_links/1");
        assertThat(read().topology().link(1, 2)).isPresent();
        assertThat(read().topology().link(2, 1)).isEmpty();
        warnsOnce(Warning.Kind.LINK, LINK, 0, "one way", "from 1 to 2");
    }

    @Test
    void aNodeWithoutItsFolderOfLinksHasNoneAndTheCountIsTold() {
        add(PROPERTIES, "io_links_count 2\n");
        removeAll("nodes/1/io_links");
        assertThat(read().topology().linksFrom(1)).isEmpty();
        warnsOnce(Warning.Kind.COUNT, PROPERTIES, 9, "io_links_count=2", "there is no folder");
    }

    @Test
    void countsAreAdvisory() {
        add(PROPERTIES, "io_links_count 7\np2p_links_count 0\nmem_banks_count 1\ncaches_count 626\n");
        assertThat(read().topology().links()).isEqualTo(Machines.twoGpus().links());
        warnsOnce(Warning.Kind.COUNT, PROPERTIES, 9, "io_links_count=7", "the folder has 2");
    }

    @Test
    void aLinkOfAnUnknownKindIsKeptAndTold() {
        replace(LINK, "type 11\n", "");
        assertThat(read().topology().link(1, 2).orElseThrow().type()).isEqualTo(LinkType.UNKNOWN);
        warnsOnce(Warning.Kind.LINK, LINK, 0, "kind of link is unknown");
    }

    @Test
    void linksOverOtherNodesAreApartFromDirectOnes() {
        tree.put("nodes/1/p2p_links/0/properties", "type 2\nnode_from 1\nnode_to 2\nweight 72\n");
        Topology topology = read().topology();
        assertThat(topology.linksFrom(1)).extracting(Link::direct).containsExactly(true, true, false);
        assertThat(topology.link(1, 2).orElseThrow().direct()).isTrue();
    }

    // E34
    @Test
    void banksAndCachesAreReadWithTheirLists() {
        tree.put("nodes/1/mem_banks/0/properties", "heap_type 1\nsize_in_bytes 17163091968\nflags 0\n");
        tree.put("nodes/1/mem_banks/0/used_memory", "14102528\n");
        tree.put("nodes/1/caches/0/properties", "processor_id_low 4\nlevel 1\nsize 32\nsibling_map 1,0,1,\n");
        tree.put("nodes/1/caches/1/properties", "level 2\nsibling_map 1,x\n");
        tree.put("nodes/1/caches/10/properties", "level 3\n");
        TopologyReading reading = read();
        Node node = node(reading, 1);
        MemoryBank bank = node.memoryBanks().orElseThrow().getFirst();
        assertThat(bank.values().get(MemoryField.SIZE_IN_BYTES)).hasValue(17163091968L);
        assertThat(bank.usedBytes()).hasValue(14102528);
        assertThat(node.caches().orElseThrow())
                .extracting(Cache::siblings)
                .containsExactly(Optional.of(List.of(1, 0, 1)), Optional.empty(), Optional.empty());
        assertThat(reading.warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning.toString())
                        .startsWith("nodes/1/caches/1/properties:2: sibling_map is unknown"));
        assertThat(node(reading, 2).caches()).isEmpty();
    }

    // E34
    @Test
    void aMachineThatChangesMeanwhileIsReadAgain() {
        FakeTree changing = new FakeTree("1\n", "2\n", "2\n", "2\n");
        changing.files.putAll(tree.files);
        assertThat(KfdTopology.read(changing).topology().generation()).hasValue(2);
    }

    @Test
    void aMachineThatAlwaysChangesIsAnError() {
        FakeTree changing = new FakeTree("1\n", "2\n", "3\n", "4\n", "5\n", "6\n", "7\n", "8\n", "9\n", "10\n");
        changing.files.putAll(tree.files);
        assertThatThrownBy(() -> KfdTopology.read(changing))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("changed each time")
                .hasMessageContaining("tries=5");
    }

    @Test
    void withoutAGenerationItIsReadOnce() {
        removeAll("generation_id");
        assertThat(read().topology().generation()).isEqualTo(OptionalLong.empty());
        warnsOnce(Warning.Kind.UNREADABLE, "generation_id", 0, "no such file");
    }

    @Test
    void aTreeWithoutNodesIsAnError() {
        removeAll("nodes/");
        assertThatThrownBy(this::read)
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("no KFD topology at path=fake");
    }

    @Test
    void aTreeOfWhichNoNodeCanBeReadIsAnError() {
        tree.denied.addAll(List.of("nodes/0/properties", "nodes/1/properties", "nodes/2/properties"));
        assertThatThrownBy(this::read)
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("no node can be read")
                .hasMessageContaining("nodes/2/properties: access is denied");
    }

    @Test
    void aFolderThatIsDeniedIsAnError() {
        tree.denied.add("nodes");
        assertThatThrownBy(this::read).isInstanceOf(TopologyException.class).hasMessageContaining("access is denied");
    }

    @Test
    void aFileThatIsTooLargeIsLikeOneThatCannotBeRead() {
        tree.files.put("nodes/2/properties", new byte[TreeReader.MOST_BYTES + 1]);
        assertThat(read().topology().nodes()).extracting(Node::id).containsExactly(0, 1);
        warnsOnce(Warning.Kind.UNREADABLE, "nodes/2/properties", 0, "larger than 65536 bytes");
    }

    @Test
    void textOutOfFilesIsShownShortAndHarmless() {
        replace(PROPERTIES, "num_sdma_engines 2", "num_sdma_engines \u001b[31m" + "x".repeat(1_000));
        assertThat(read().warnings().getFirst().text()).contains("?[31mxxx").hasSizeLessThan(150);
    }

    @Test
    void fourGpusThatDifferByTheirDomainOnlyAreToldApart() {
        Map<Long, String> addresses = new TreeMap<>();
        for (long domain : new long[] {0, 1, 0xabcd, 0x10000}) {
            Node gpu = Machines.gpu(1, 2, 0);
            addresses.put(
                    domain,
                    Machines.with(gpu, gpu.values().with(NodeField.DOMAIN, domain))
                            .pciAddress()
                            .orElseThrow());
        }
        assertThat(addresses.values()).containsExactly("0000:03:00.0", "0001:03:00.0", "abcd:03:00.0", "10000:03:00.0");
        Node gpu = Machines.gpu(1, 2, 0);
        assertThat(Machines.with(gpu, gpu.values().without(NodeField.DOMAIN)).pciAddress())
                .hasValue("????:03:00.0");
    }
}
