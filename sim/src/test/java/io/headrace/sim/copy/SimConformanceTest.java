package io.headrace.sim.copy;

import io.headrace.tck.DriverConformance;
import io.headrace.tck.DriverUnderTest;

/** The conformance suite on a GPU in virtual time, with engines for its host and for peers. */
class SimConformanceTest extends DriverConformance {

    @Override
    public DriverUnderTest driverUnderTest() {
        return new DriverUnderTest(
                "sim",
                () -> new SimDriver(
                        new Machines()
                                .cpu(0)
                                .gpu(1, 2, 6, 8)
                                .both(0, 1, true, Machines.PCIE, 32_000)
                                .topology(),
                        Assumptions.DEFAULT));
    }
}
