package io.headrace.sim.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.copy.CopyPolicy;
import io.headrace.copy.CopyRoute;
import io.headrace.topology.SocketInfo;
import io.headrace.topology.Topology;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RandomMachinesTest {

    /** GPUs at two CPUs, some linked by xGMI, some over the CPUs, some not at all. */
    private static Topology machine(Random random) {
        Machines machine = new Machines().cpu(0).cpu(1).both(0, 1, true, 1, bandwidth(random));
        int gpus = 2 + random.nextInt(5);
        int xgmi = random.nextInt(4);
        for (int gpu = 2; gpu < 2 + gpus; gpu++) {
            machine.gpu(gpu, 1 + random.nextInt(2), xgmi, 1 + random.nextInt(8))
                    .both(gpu, random.nextInt(2), true, Machines.PCIE, bandwidth(random));
        }
        for (int from = 2; from < 2 + gpus; from++) {
            for (int to = 2; to < 2 + gpus; to++) {
                int kind = random.nextInt(4);
                if (from != to && kind > 0) {
                    long mask = xgmi > 0 && random.nextBoolean() ? random.nextLong(1, 1L << (1 + xgmi)) : -1;
                    machine.link(
                            from,
                            to,
                            kind > 1,
                            kind > 1 ? Machines.XGMI : Machines.PCIE,
                            bandwidth(random),
                            kind > 1 ? mask : -1);
                }
            }
        }
        return machine.topology();
    }

    private static long bandwidth(Random random) {
        return random.nextInt(5) == 0 ? Machines.UNTOLD : 1_000L * (1 + random.nextInt(64));
    }

    @Test
    void everyCopyArrivesOnceNeverFasterThanLinksAndEnginesAndTheSameWayEachTime() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 150; round++) {
            String what = "seed=" + seed + " round=" + round;
            WhatIf machine = new WhatIf(machine(random), SocketInfo.UNKNOWN, List.of());
            Pattern pattern = Pattern.values()[random.nextInt(3)];
            EngineChoice choice = EngineChoice.values()[random.nextInt(4)];
            long bytes = random.nextLong(1, 1L << random.nextInt(1, 32));
            Assumptions assumptions = new Assumptions(
                    random.nextLong(1, 100) * 1_000_000_000,
                    random.nextBoolean() ? 0 : random.nextInt(5_000),
                    random.nextLong(1, 100) * 1_000_000_000,
                    random.nextInt(100));
            CopyPolicy policy = CopyPolicy.PLAIN.withSplit(random.nextInt(2) * bytes / 2, random.nextBoolean());
            CopyReport report = machine.run(pattern, bytes, choice, policy, assumptions);
            assertThat(machine.run(pattern, bytes, choice, policy, assumptions))
                    .as(what)
                    .isEqualTo(report);
            check(report, pattern.copies(machine.gpus()), what);
        }
    }

    private static void check(CopyReport report, List<Pair> copies, String what) {
        assertThat(report.copies()).as(what).extracting(CopyRecord::ends).containsExactlyElementsOf(copies);
        long moved = 0;
        for (CopyRecord copy : report.copies()) {
            int legs = copy.kind() == CopyRoute.Kind.STAGED ? 2 : 1;
            for (int leg = 0; leg < legs; leg++) {
                int number = leg;
                assertThat(copy.parts().stream()
                                .filter(part -> part.leg() == number)
                                .mapToLong(CopyRecord.Part::bytes)
                                .sum())
                        .as(what)
                        .isEqualTo(report.bytes());
            }
            moved += legs * report.bytes();
        }
        assertThat(report.engines().stream().mapToLong(EngineUse::bytes).sum())
                .as(what)
                .isEqualTo(moved);
        assertThat(report.links().stream().mapToLong(LinkUse::bytes).sum())
                .as(what)
                .isGreaterThanOrEqualTo(moved);
        assertThat(report.ratio()).as(what).isGreaterThanOrEqualTo(1.0);
        for (LinkUse link : report.links()) {
            assertThat(link.busyNanos()).as(what).isBetween(link.boundNanos(), report.nanos());
        }
        for (EngineUse use : report.engines()) {
            double least = use.bytes() * 1e9 / report.assumptions().engineBytesPerSecond();
            assertThat((double) use.busyNanos()).as(what).isBetween(Math.floor(least), (double) report.nanos());
        }
    }
}
