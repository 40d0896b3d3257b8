package io.headrace.cli.topo;

import io.headrace.sim.copy.CopyReport;
import io.headrace.sim.copy.EngineChoice;
import io.headrace.sim.copy.WhatIf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The runs that were asked for: each choice of engines with each loss.
 *
 * @param options what was asked
 * @param gpus the GPUs of the machine
 * @param reports what became of each, by losses and then by choices
 */
record WhatIfRuns(WhatIfOptions options, List<Integer> gpus, List<CopyReport> reports) {

    static WhatIfRuns of(WhatIfOptions options, WhatIf machine) {
        List<CopyReport> reports = new ArrayList<>();
        for (int loss : options.farLosses()) {
            for (EngineChoice choice : options.engines()) {
                reports.add(machine.run(
                        options.pattern(),
                        options.bytes(),
                        choice,
                        options.policy(),
                        options.assumptions().withFarLoss(loss)));
            }
        }
        return new WhatIfRuns(options, machine.gpus(), reports);
    }

    /** What is the same in all of them, for instance the number of copies. */
    CopyReport first() {
        return reports.getFirst();
    }

    /** The run with recommended engines that another is compared with; empty if there is none. */
    Optional<CopyReport> recommended(CopyReport other) {
        return reports.stream()
                .filter(report -> report.choice() == EngineChoice.RECOMMENDED
                        && report.assumptions().farLossPercent()
                                == other.assumptions().farLossPercent())
                .findFirst();
    }
}
