package io.headrace.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.headrace.spi.Driver;

/** This machine's OpenCL. */
final class OpenCl {

    /** With this system property set to {@code true} a test that finds no OpenCL device fails. */
    private static final String REQUIRED = "opencl.required";

    private static final Driver.Usability USABILITY = new OpenClDriver().usability();

    private OpenCl() {}

    /** Skips the test that asks, with the reason, if there is no OpenCL device; fails it where one is required. */
    static void require() {
        if (Boolean.getBoolean(REQUIRED)) {
            assertThat(USABILITY.usable())
                    .as(REQUIRED + " is set: " + USABILITY.reason())
                    .isTrue();
        }
        assumeTrue(USABILITY.usable(), USABILITY.reason());
    }
}
