package io.headrace.tck;

import java.util.List;
import java.util.Optional;

/**
 * Which driver may leave out which test, and why. A driver cannot excuse itself: a new line here is a change of the suite.
 */
public final class PermittedSkips {

    private static final List<Skip> SKIPS = List.of();

    private PermittedSkips() {}

    /** All permitted skips. */
    public static List<Skip> all() {
        return SKIPS;
    }

    /**
     * Why a driver may leave a test out.
     *
     * @param driver the driver's name
     * @param contract the simple name of the contract class
     * @param test the test method's name
     * @return the reason; empty if the driver has to pass the test
     */
    public static Optional<String> reason(String driver, String contract, String test) {
        return SKIPS.stream()
                .filter(skip -> skip.driver().equals(driver)
                        && skip.contract().equals(contract)
                        && skip.test().equals(test))
                .map(Skip::reason)
                .findFirst();
    }

    /**
     * One permitted skip.
     *
     * @param driver the driver's name
     * @param contract the simple name of the contract class
     * @param test the test method's name
     * @param reason why the driver cannot do it, for the test report
     */
    public record Skip(String driver, String contract, String test, String reason) {}
}
