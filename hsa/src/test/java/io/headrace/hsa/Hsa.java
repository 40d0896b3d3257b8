package io.headrace.hsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.headrace.spi.Driver;

/** ROCr over the stand-in for a GPU. */
final class Hsa {

    /** With this system property set to {@code true} a test that finds no ROCr or no compiler fails. */
    private static final String REQUIRED = "hsa.required";

    private static final Driver.Usability USABILITY = usability();

    private Hsa() {}

    private static Driver.Usability usability() {
        String reason = StandIn.get().reason();
        return reason == null ? new HsaDriver().usability() : new Driver.Usability(false, reason);
    }

    /** Skips the test that asks, with the reason, if there is no ROCr; fails it where one is required. */
    static void require() {
        if (Boolean.getBoolean(REQUIRED)) {
            assertThat(USABILITY.usable())
                    .as(REQUIRED + " is set: " + USABILITY.reason())
                    .isTrue();
        }
        assumeTrue(USABILITY.usable(), USABILITY.reason());
    }

    static String reason() {
        return USABILITY.reason();
    }
}
