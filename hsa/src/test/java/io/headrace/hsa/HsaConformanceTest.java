package io.headrace.hsa;

import io.headrace.tck.DriverConformance;
import io.headrace.tck.DriverUnderTest;
import java.util.Optional;

/**
 * The conformance suite on the first of two pretended GPUs: the real ROCr over the stand-in for KFD's library. Skipped, with the reason,
 * where there is no ROCr or no compiler.
 */
class HsaConformanceTest extends DriverConformance {

    @Override
    public DriverUnderTest driverUnderTest() {
        Hsa.require();
        return new DriverUnderTest("hsa", HsaDriver::new, Optional.of(SuiteKernels.source()));
    }
}
