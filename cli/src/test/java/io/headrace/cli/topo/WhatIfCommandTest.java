package io.headrace.cli.topo;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.cli.Cli;
import io.headrace.cli.Facts;
import io.headrace.topology.KfdTopology;
import io.headrace.topology.Link;
import io.headrace.topology.LinkField;
import io.headrace.topology.Node;
import io.headrace.topology.NodeField;
import io.headrace.topology.SystemField;
import io.headrace.topology.Topology;
import io.headrace.topology.Values;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WhatIfCommandTest {

    @TempDir
    private Path folder;

    private static Node node(int id, int engines) {
        Values<NodeField> values = Values.unknown(NodeField.class)
                .with(NodeField.CPU_CORES_COUNT, id == 0 ? 16 : 0)
                .with(NodeField.SIMD_COUNT, id == 0 ? 0 : 1216);
        if (engines >= 0) {
            values = values.with(NodeField.NUM_SDMA_ENGINES, 2)
                    .with(NodeField.NUM_SDMA_XGMI_ENGINES, engines)
                    .with(NodeField.NUM_SDMA_QUEUES_PER_ENGINE, 8);
        }
        return new Node(
                id, OptionalLong.of(id), Optional.of("gpu"), values, Optional.of(List.of()), Optional.of(List.of()));
    }

    /** A CPU and so many GPUs that are linked with each other by xGMI of 64 GB/s, with a mask if it is not negative. */
    private Path tree(int gpus, int engines, long mask) {
        List<Node> nodes = new ArrayList<>(List.of(node(0, -1)));
        List<Link> links = new ArrayList<>();
        for (int from = 1; from <= gpus; from++) {
            nodes.add(node(from, engines));
            for (int to = 1; to <= gpus; to++) {
                Values<LinkField> values = Values.unknown(LinkField.class)
                        .with(LinkField.TYPE, 11)
                        .with(LinkField.MAX_BANDWIDTH, to == 3 ? 0 : 64_000);
                if (to != from) {
                    links.add(new Link(
                            from,
                            to,
                            true,
                            mask < 0 ? values : values.with(LinkField.RECOMMENDED_SDMA_ENGINE_ID_MASK, mask)));
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

    private static Cli.Result ask(Path tree, String... more) {
        List<Object> arguments = new ArrayList<>(List.of("topo", "--root", tree, "--bytes", 64_000_000));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray());
    }

    @Test
    void theAnswerIsCalledAModelAndSaysWhatItAssumes() {
        Cli.Result result = ask(tree(3, 4, -1), "--what-if", "all-to-all", "--link-gb-per-s", "16");
        assertThat(result.code()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .contains("What if: all-to-all between GPUs of the nodes 1-3: copies=6, bytes of each=64000000")
                .contains("This is a model and no measurement. It assumes:")
                .contains("links: 64 GB/s each way, as the description tells (links: 4)")
                .contains("links: 16 GB/s each way, which the description does not tell (--link-gb-per-s) (links: 2)")
                .contains("engines: 64 GB/s each (--engine-gb-per-s), one transfer at a time")
                .contains("loses 0 % of its speed (--far-loss)")
                .containsPattern("(?m)^time +4,000.000 us$")
                .containsPattern("(?m)^bound +4,000.000 us, what the link 1->3 needs for 64000000 bytes$")
                .containsPattern("(?m)^ratio +1.000$")
                .containsPattern("(?m)^ +1 +\\. +16.0 +16.0$")
                .containsPattern("(?m)^1-2 +2 +xGMI +1 +0 +16.0 +25.0 % +0 +0.000 us$");
    }

    @Test
    void severalChoicesAndLossesAreATableThatSaysWhy() {
        Cli.Result result = ask(
                tree(3, 4, 0x20),
                "--what-if",
                "all-to-all",
                "--engines",
                "recommended,lowest,ROUND-ROBIN,one",
                "--far-loss",
                "0,50",
                "--engine-gb-per-s",
                "32.0");
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains("engines: 32 GB/s each")
                .contains("loses 0, 50 % of its speed")
                .containsPattern(
                        "(?m)^ +0 % +recommended +4,000.000 us +4.000 +1.000 +collisions: 3, on engine 5 of nodes 1-3$")
                .containsPattern("(?m)^ +0 % +lowest +2,000.000 us +2.000 +0.500 +far engines: 6 of 6 copies$")
                .containsPattern("(?m)^ +50 % +round-robin +4,000.000 us +4.000 +1.000 +far engines: 6 of 6 copies$")
                .containsPattern("(?m)^ +50 % +one +8,000.000 us +8.000 +2.000 +far engines: 6 of 6 copies; "
                        + "collisions: 3, on engine 2 of nodes 1-3$");
    }

    @Test
    void theAnswerIsOneObject() throws IOException {
        Map<String, Object> facts =
                Facts.of(ask(tree(2, 4, 0x8), "--what-if", "pairs", "--engines", "one", "--far-loss", "75", "--json"));
        assertThat(facts).containsOnlyKeys("pattern", "bytes", "gpus", "copies", "model", "runs", "warnings");
        assertThat(facts)
                .containsEntry("pattern", "pairs")
                .containsEntry("gpus", List.of(1, 2))
                .containsEntry("copies", 2);
        assertThat(facts.get("model"))
                .isInstanceOfSatisfying(
                        Map.class, model -> assertThat(model.get("measured")).isEqualTo(false));
        assertThat(Facts.list(facts, "runs")).singleElement().satisfies(run -> {
            assertThat(run)
                    .containsEntry("engines", "one")
                    .containsEntry("far_loss_percent", 75)
                    .containsEntry("time_ns", 4_000_000)
                    .containsEntry("bound_ns", 1_000_000)
                    .containsEntry("ratio", 4.0)
                    .containsEntry("far_copies", 2)
                    .containsEntry("collisions", 0);
            assertThat(Facts.list(run, "links"))
                    .hasSize(2)
                    .allSatisfy(link -> assertThat(link).containsEntry("bytes_per_s", 16_000_000_000L));
            assertThat(Facts.list(run, "engine_use"))
                    .hasSize(2)
                    .allSatisfy(
                            use -> assertThat(use).containsEntry("engine", 2).containsEntry("busy_ns", 4_000_000));
        });
    }

    @Test
    void manyGpusHaveTheirLinksInRows() {
        Cli.Result result = ask(tree(20, 6, -1), "--what-if", "ring");
        assertThat(result.code()).isZero();
        assertThat(result.out()).containsPattern("(?m)^ +20 +64 +64.0 +100.0 % +1$");
        assertThat(result.out().lines()).allMatch(line -> line.length() < 200);
    }

    @Test
    void socketsMakeUpForMasksThatAreNotThere() {
        Path tree = tree(8, 14, -1);
        Cli.Result unknown = ask(tree, "--what-if", "ring");
        assertThat(unknown.code()).isEqualTo(1);
        assertThat(unknown.out()).isEmpty();
        assertThat(unknown.err().lines()).singleElement().asString().contains("depends on the sockets");
        assertThat(ask(tree, "--what-if", "ring", "--sockets", "1=0,2=1,3=2,4=3,5=4,6=5,7=6,8=7")
                        .code())
                .isZero();
        assertThat(ask(tree, "--what-if", "ring", "--engines", "lowest").code()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1, 4, usable GPUs=1", "2, -1, does not tell which copy engines a GPU has: node=1 engines=unknown"})
    void machinesOnWhichNothingCanBeCopiedFailWithALine(int gpus, int engines, String why) {
        Cli.Result result = ask(tree(gpus, engines, -1), "--what-if", "pairs");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err().lines())
                .singleElement()
                .asString()
                .startsWith("headrace topo: ")
                .contains(why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--what-if ring --bytes 0",
                "--what-if ring --bytes -5",
                "--what-if ring --bytes 1099511627777",
                "--what-if ring --bytes 99999999999999999999",
                "--what-if ring --bytes many",
                "--what-if ring",
                "--bytes 5",
                "--engines one",
                "--what-if star --bytes 5",
                "--what-if ring --bytes 5 --engines fastest",
                "--what-if ring --bytes 5 --far-loss 100",
                "--what-if ring --bytes 5 --far-loss -1",
                "--what-if ring --bytes 5 --engine-gb-per-s 0",
                "--what-if ring --bytes 5 --link-gb-per-s 1e300",
                "--what-if ring --bytes 5 --link-latency-ns -1",
                "--what-if ring --bytes 5 --split-bytes -1"
            })
    void argumentsThatMakeNoSenseAreMisuse(String arguments) {
        List<Object> line = new ArrayList<>(List.of("topo", "--root", tree(2, 4, -1)));
        line.addAll(List.of(arguments.split(" ")));
        Cli.Result result = Cli.run(line.toArray());
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).startsWith("headrace topo: ").doesNotContain("\tat ");
        assertThat(result.err().lines()).hasSize(2);
    }

    @Test
    void aNameThatIsNoneIsAnsweredWithThoseThatThereAre() {
        Cli.Result result = ask(tree(2, 4, -1), "--what-if", "ring", "--engines", "one,best");
        assertThat(result.err()).contains("'best' is none of recommended, lowest, round-robin, one");
    }

    @ParameterizedTest
    @EnabledIfEnvironmentVariable(named = "HEADRACE_TEST_DATA", matches = ".+")
    @CsvSource({
        "mi300x-8-spx-derived, 0",
        "mi210x8-2hives-xgmi-pcie, 0",
        "mi300x-cpx-63nodes.tar.gz, 0",
        "two-gpu-base, 0",
        "malformed/mask-all-xgmi-bits, 0",
        "malformed/mask-missing-key, 0",
        "malformed/mask-zero-on-xgmi, 0",
        "malformed/value-over-2pow64, 0",
        "cpu-only, 1",
        "apu-renoir-two-nodes, 1",
        "vega20-1gpu, 1",
        "malformed/nodes-missing, 1"
    })
    void everyMachineThatCanBeReadHasAnAnswerOrAReason(String name, int code) {
        Path path = Path.of(System.getenv("HEADRACE_TEST_DATA"), "kfd", name);
        for (String pattern : List.of("all-to-all", "ring", "pairs")) {
            Cli.Result result = ask(path, "--what-if", pattern, "--engines", "recommended,lowest,round-robin,one");
            assertThat(result.code()).as(result.err()).isEqualTo(code);
            assertThat(result.err()).doesNotContain("\tat ");
            if (code != 0) {
                assertThat(result.err().lines())
                        .filteredOn(line -> line.startsWith("headrace topo: "))
                        .hasSize(1);
            }
        }
    }
}
