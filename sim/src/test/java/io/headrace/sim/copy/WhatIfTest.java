package io.headrace.sim.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.copy.CopyPolicy;
import io.headrace.copy.CopyRoute;
import io.headrace.error.TopologyException;
import io.headrace.topology.KfdTopology;
import io.headrace.topology.LinkField;
import io.headrace.topology.SocketInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WhatIfTest {

    /** A millisecond of a link or an engine of 64 GB/s. */
    private static final long BYTES = 64_000_000;

    private static final long MILLISECOND = 1_000_000;

    private static CopyReport run(Machines machine, Pattern pattern, EngineChoice choice, Assumptions assumptions) {
        return new WhatIf(machine.topology(), SocketInfo.UNKNOWN, List.of())
                .run(pattern, BYTES, choice, CopyPolicy.PLAIN, assumptions);
    }

    private static CopyReport run(Machines machine, Pattern pattern, EngineChoice choice) {
        return run(machine, pattern, choice, Assumptions.DEFAULT);
    }

    private static List<Integer> engines(CopyReport report, int node) {
        return report.engines().stream()
                .filter(use -> use.node() == node)
                .map(EngineUse::engine)
                .toList();
    }

    @Test
    void bothDirectionsOfAPairTakeTheTimeOfTheSlowerOne(@TempDir Path folder) {
        Machines machine = Machines.hive(2, 4).link(2, 1, Machines.XGMI, 16_000, -1);
        KfdTopology.write(machine.topology(), folder.resolve("tree"));
        CopyReport report = new WhatIf(
                        KfdTopology.read(folder.resolve("tree")).topology(), SocketInfo.UNKNOWN, List.of())
                .run(Pattern.PAIRS, BYTES, EngineChoice.RECOMMENDED, CopyPolicy.PLAIN, Assumptions.DEFAULT);
        assertThat(report.copies()).extracting(CopyRecord::endedNanos).containsExactly(MILLISECOND, 4 * MILLISECOND);
        assertThat(report.nanos()).isEqualTo(4 * MILLISECOND);
        assertThat(report.slowestLink().ends()).isEqualTo(new Pair(2, 1));
        assertThat(report.ratio()).isEqualTo(1.0);
        assertThat(report.collisions()).isZero();
    }

    @Test
    void aRingTakesTheTimeOfItsSlowestLink() {
        Machines machine =
                Machines.hive(3, 4).link(2, 3, Machines.XGMI, 32_000, -1).link(3, 1, Machines.XGMI, 8_000, -1);
        CopyReport report = run(machine, Pattern.RING, EngineChoice.RECOMMENDED);
        assertThat(report.copies())
                .extracting(CopyRecord::ends)
                .containsExactly(new Pair(1, 2), new Pair(2, 3), new Pair(3, 1));
        assertThat(report.copies())
                .extracting(CopyRecord::endedNanos)
                .containsExactly(MILLISECOND, 2 * MILLISECOND, 8 * MILLISECOND);
        assertThat(report.links())
                .hasSize(3)
                .allSatisfy(link -> assertThat(link.bytes()).isEqualTo(BYTES));
    }

    @Test
    void oneEngineForAllTakesTheSumAndSaysWhoWaited() {
        CopyReport report = run(Machines.hive(4, 6), Pattern.ALL_TO_ALL, EngineChoice.ONE);
        assertThat(report.nanos()).isEqualTo(3 * MILLISECOND);
        assertThat(report.boundNanos()).isEqualTo(MILLISECOND);
        assertThat(report.collisions()).isEqualTo(4 * 2);
        assertThat(report.engines()).hasSize(4).allSatisfy(use -> {
            assertThat(use.engine()).isEqualTo(2);
            assertThat(use.busyNanos()).isEqualTo(3 * MILLISECOND);
            assertThat(use.collisions()).isEqualTo(2);
            assertThat(use.waitNanos()).isEqualTo(MILLISECOND + 2 * MILLISECOND);
            assertThat(use.longestLine()).isEqualTo(2);
        });
    }

    @ParameterizedTest
    @EnumSource(
            value = EngineChoice.class,
            names = {"RECOMMENDED", "LOWEST", "ROUND_ROBIN"})
    void withEnginesEnoughNobodyWaits(EngineChoice choice) {
        CopyReport report = run(Machines.hive(4, 6), Pattern.ALL_TO_ALL, choice);
        assertThat(report.nanos()).isEqualTo(MILLISECOND);
        assertThat(report.collisions()).isZero();
        assertThat(engines(report, 3)).containsExactly(2, 3, 4);
    }

    @Test
    void withFewerEnginesThanPeersSomeTakeTurns() {
        CopyReport report = run(Machines.hive(4, 2), Pattern.ALL_TO_ALL, EngineChoice.ROUND_ROBIN);
        assertThat(report.nanos()).isEqualTo(2 * MILLISECOND);
        assertThat(report.collisions()).isEqualTo(4);
        assertThat(report.engines().stream().filter(use -> use.node() == 1))
                .extracting(EngineUse::destinations)
                .containsExactly(List.of(2, 4), List.of(3));
    }

    @ParameterizedTest
    @CsvSource({"64, 1000000", "32, 2000000", "128, 1000000"})
    void anEngineMayBeSlowerThanItsLink(long gigabytes, long nanos) {
        CopyReport report = run(
                Machines.hive(2, 4),
                Pattern.PAIRS,
                EngineChoice.LOWEST,
                new Assumptions(64_000_000_000L, 0, gigabytes * 1_000_000_000, 0));
        assertThat(report.nanos()).isEqualTo(nanos);
    }

    @Test
    void anEngineThatIsNotRecommendedLosesWhatIsAssumed() {
        Machines machine =
                Machines.hive(2, 4).link(1, 2, Machines.XGMI, 64_000, 1 << 5).link(2, 1, Machines.XGMI, 64_000, 1 << 2);
        Assumptions half = Assumptions.DEFAULT.withFarLoss(50);
        assertThat(run(machine, Pattern.PAIRS, EngineChoice.RECOMMENDED, half).nanos())
                .isEqualTo(MILLISECOND);
        CopyReport lowest = run(machine, Pattern.PAIRS, EngineChoice.LOWEST, half);
        assertThat(lowest.copies()).extracting(CopyRecord::endedNanos).containsExactly(2 * MILLISECOND, MILLISECOND);
        assertThat(lowest.farCopies()).isEqualTo(1);
        assertThat(run(machine, Pattern.PAIRS, EngineChoice.LOWEST).nanos()).isEqualTo(MILLISECOND);
    }

    @Test
    void whereAnyEngineOfTheClassSuitsNoneIsFar() {
        CopyReport report =
                run(Machines.hive(3, 4), Pattern.ALL_TO_ALL, EngineChoice.ONE, Assumptions.DEFAULT.withFarLoss(50));
        assertThat(report.farCopies()).isZero();
        assertThat(report.nanos()).isEqualTo(2 * MILLISECOND);
    }

    @Test
    void latencyIsToldOrAssumed() {
        Machines machine = Machines.hive(2, 4).set(1, 2, LinkField.MIN_LATENCY, 700);
        CopyReport report = run(
                machine, Pattern.PAIRS, EngineChoice.LOWEST, new Assumptions(64_000_000_000L, 30, 64_000_000_000L, 0));
        assertThat(report.copies())
                .extracting(CopyRecord::endedNanos)
                .containsExactly(MILLISECOND + 700, MILLISECOND + 30);
    }

    @Test
    void bandwidthThatIsNotToldOrCannotBeIsAssumed() {
        Machines machine = Machines.hive(2, 4)
                .link(1, 2, Machines.XGMI, Machines.UNTOLD, -1)
                .link(2, 1, Machines.XGMI, -1, -1);
        CopyReport report = run(
                machine, Pattern.PAIRS, EngineChoice.LOWEST, new Assumptions(16_000_000_000L, 0, 64_000_000_000L, 0));
        assertThat(report.links()).hasSize(2).noneMatch(LinkUse::told);
        assertThat(report.nanos()).isEqualTo(4 * MILLISECOND);
    }

    @Test
    void withoutALinkACopyGoesThroughTheHostInTwoSteps() {
        Machines machine = new Machines()
                .cpu(0)
                .gpu(1, 2, 0, 8)
                .gpu(2, 2, 0, 8)
                .both(0, 1, true, Machines.PCIE, 32_000)
                .both(0, 2, true, Machines.PCIE, 64_000);
        CopyReport report = run(machine, Pattern.RING, EngineChoice.RECOMMENDED);
        assertThat(report.copies()).allSatisfy(copy -> {
            assertThat(copy.kind()).isEqualTo(CopyRoute.Kind.STAGED);
            assertThat(copy.parts()).extracting(CopyRecord.Part::leg).containsExactly(0, 1);
            assertThat(copy.parts()).extracting(CopyRecord.Part::bytes).containsExactly(BYTES, BYTES);
            assertThat(copy.parts()).noneMatch(CopyRecord.Part::far);
            assertThat(copy.endedNanos()).isEqualTo(3 * MILLISECOND);
        });
        assertThat(report.stagedCopies()).isEqualTo(2);
        assertThat(report.links())
                .extracting(LinkUse::ends)
                .containsExactly(new Pair(0, 1), new Pair(0, 2), new Pair(1, 0), new Pair(2, 0));
    }

    @Test
    void copiesThatGoOverTheSameProcessorsShareTheLinkBetweenThem() {
        Machines machine = new Machines().cpu(0).cpu(1).both(0, 1, true, 1, 32_000);
        for (int gpu = 2; gpu <= 5; gpu++) {
            machine.gpu(gpu, 2, 0, 8).both(gpu, gpu % 2, true, Machines.PCIE, 64_000);
        }
        machine.both(2, 3, false, Machines.PCIE, Machines.UNTOLD).both(4, 5, false, Machines.PCIE, Machines.UNTOLD);
        CopyReport report = run(machine, Pattern.PAIRS, EngineChoice.RECOMMENDED);
        assertThat(report.nanos()).isEqualTo(4 * MILLISECOND);
        assertThat(report.ratio()).isEqualTo(1.0);
        assertThat(report.slowestLink())
                .extracting(LinkUse::ends, LinkUse::bytes, LinkUse::mostAtOnce)
                .containsExactly(new Pair(0, 1), 2 * BYTES, 2);
        assertThat(report.links()).hasSize(2 + 8).allMatch(LinkUse::direct);
    }

    @Test
    void aLinkOverProcessorsThatAreNotDescribedCountsAsOne() {
        Machines machine = new Machines().gpu(1, 2, 0, 8).gpu(2, 2, 0, 8).both(1, 2, false, Machines.PCIE, 32_000);
        CopyReport report = run(machine, Pattern.PAIRS, EngineChoice.RECOMMENDED);
        assertThat(report.links()).hasSize(2).noneMatch(LinkUse::direct);
        assertThat(report.nanos()).isEqualTo(2 * MILLISECOND);
    }

    @Test
    void whoFindsNoFreeQueueWaitsForOne() {
        Machines machine = Machines.hive(4, 1);
        machine.gpu(5, 2, 1, 1);
        for (int to = 1; to <= 4; to++) {
            machine.both(5, to, true, Machines.XGMI, 64_000);
        }
        CopyReport report = run(machine, Pattern.ALL_TO_ALL, EngineChoice.LOWEST);
        assertThat(report.queueWaits()).isEqualTo(3);
        assertThat(report.nanos()).isEqualTo(4 * MILLISECOND);
        assertThat(report.engines().stream().filter(use -> use.node() == 5))
                .singleElement()
                .satisfies(use -> {
                    assertThat(use.destinations()).containsExactly(1, 2, 3, 4);
                    assertThat(use.collisions()).isZero();
                });
    }

    @Test
    void aCopyThatIsSplitOverSlowEnginesFillsItsLink() {
        CopyReport report = new WhatIf(Machines.hive(2, 4).topology(), SocketInfo.UNKNOWN, List.of())
                .run(
                        Pattern.PAIRS,
                        BYTES,
                        EngineChoice.RECOMMENDED,
                        CopyPolicy.PLAIN.withSplit(BYTES / 4, false),
                        new Assumptions(64_000_000_000L, 0, 16_000_000_000L, 0));
        assertThat(report.copies()).allSatisfy(copy -> {
            assertThat(copy.parts()).extracting(CopyRecord.Part::engine).containsExactlyInAnyOrder(2, 3, 4, 5);
            assertThat(copy.parts().stream().mapToLong(CopyRecord.Part::bytes).sum())
                    .isEqualTo(BYTES);
        });
        // The largest of four parts of 15,625 pages.
        assertThat(report.nanos()).isEqualTo(3_907 * 4_096 / 16);
    }

    @Test
    void theTableOfSocketsGivesEachCopyAnEngineOfItsOwnThatSuits() {
        Map<Integer, Integer> sockets =
                IntStream.range(0, 8).boxed().collect(Collectors.toMap(socket -> socket + 1, socket -> socket));
        WhatIf machine = new WhatIf(Machines.hive(8, 14).topology(), SocketInfo.wholeGpus(sockets), List.of());
        Assumptions loss = Assumptions.DEFAULT.withFarLoss(50);
        CopyReport report = machine.run(Pattern.ALL_TO_ALL, BYTES, EngineChoice.RECOMMENDED, CopyPolicy.PLAIN, loss);
        assertThat(engines(report, 1)).containsExactly(2, 4, 6, 8, 10, 12, 14);
        assertThat(report.farCopies()).isZero();
        assertThat(report.nanos()).isEqualTo(MILLISECOND);
        assertThat(machine.run(Pattern.ALL_TO_ALL, BYTES, EngineChoice.LOWEST, CopyPolicy.PLAIN, loss)
                        .nanos())
                .isEqualTo(2 * MILLISECOND);
    }

    @Test
    void recommendedEnginesThatOnlyTheSocketsTellAreNotGuessed() {
        WhatIf machine = new WhatIf(Machines.hive(8, 14).topology(), SocketInfo.UNKNOWN, List.of());
        assertThatThrownBy(() -> machine.run(
                        Pattern.RING, BYTES, EngineChoice.RECOMMENDED, CopyPolicy.PLAIN, Assumptions.DEFAULT))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("sockets")
                .hasMessageContaining("from=1 to=2");
        assertThat(machine.run(Pattern.RING, BYTES, EngineChoice.LOWEST, CopyPolicy.PLAIN, Assumptions.DEFAULT)
                        .nanos())
                .isEqualTo(MILLISECOND);
    }

    @Test
    void machinesOnWhichNothingCanBeCopiedAreRefused() {
        assertThatThrownBy(() -> run(new Machines().cpu(0), Pattern.RING, EngineChoice.ONE))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("usable GPUs=0");
        assertThatThrownBy(() -> run(Machines.hive(1, 4), Pattern.RING, EngineChoice.ONE))
                .hasMessageContaining("usable GPUs=1");
        assertThatThrownBy(() -> run(Machines.hive(1, 4).gpu(2, 2, 4, 0), Pattern.RING, EngineChoice.ONE))
                .hasMessageContaining("node=2 engines=6 queues of each=0");
        assertThatThrownBy(() -> run(Machines.hive(1, 4).gpu(2, 2, 4, 8), Pattern.RING, EngineChoice.ONE))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("no way between two GPUs");
        assertThatThrownBy(() -> run(
                        new Machines().gpu(1, 0, 0, 8).gpu(2, 0, 0, 8).both(1, 2, true, Machines.XGMI, 64_000),
                        Pattern.RING,
                        EngineChoice.ONE))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("no copy engine for a copy: from=1 to=2");
    }

    @Test
    void excludedEnginesAreNotUsed() {
        CopyReport report = new WhatIf(Machines.hive(2, 4).topology(), SocketInfo.UNKNOWN, List.of(2, 3))
                .run(Pattern.PAIRS, BYTES, EngineChoice.ONE, CopyPolicy.PLAIN, Assumptions.DEFAULT);
        assertThat(engines(report, 1)).containsExactly(4);
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "1099511627777", "9223372036854775807"})
    void sizesThatMakeNoSenseAreRefused(long bytes) {
        WhatIf machine = new WhatIf(Machines.hive(2, 4).topology(), SocketInfo.UNKNOWN, List.of());
        assertThatThrownBy(
                        () -> machine.run(Pattern.RING, bytes, EngineChoice.ONE, CopyPolicy.PLAIN, Assumptions.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bytes=" + bytes);
    }

    @Test
    void oneThatIsLeftOverInPairsDoesNothing() {
        assertThat(Pattern.PAIRS.copies(List.of(2, 5, 9))).containsExactly(new Pair(2, 5), new Pair(5, 2));
        assertThat(Pattern.RING.copies(List.of(2))).isEmpty();
    }
}
