package io.headrace.cli.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.headrace.cli.check.TestResult.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

class SuiteTest {

    @Test
    void eachTestHasAnOutcomeAndAReasonIfItDidNotPass() {
        assertThat(run(Mixed.class))
                .extracting(TestResult::test, TestResult::outcome, TestResult::reason)
                .containsExactlyInAnyOrder(
                        tuple("SuiteTest$Mixed.passes", Outcome.PASSED, ""),
                        tuple("SuiteTest$Mixed.fails", Outcome.FAILED, "java.lang.AssertionError: ring=3 limit=2"),
                        tuple("SuiteTest$Mixed.isSkipped", Outcome.SKIPPED, "no such engine"),
                        tuple(
                                "SuiteTest$Mixed.isOnUnderAConditionOnly",
                                Outcome.SKIPPED,
                                "System property [headrace.never] does not exist"));
    }

    @Test
    void aContractThatCannotStartIsAFailure() {
        assertThat(run(Unstartable.class)).singleElement().satisfies(result -> {
            assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(result.reason()).contains("no device");
            assertThat(result.name()).isEqualTo("SuiteTest$Unstartable");
        });
    }

    @Test
    void aRunInWhichTestsKeepHangingIsGivenUp() {
        List<TestResult> results = run(Hanging.class);

        assertThat(results).hasSize(5);
        assertThat(results.subList(0, Results.MOST_HANGS))
                .allMatch(result ->
                        result.outcome() == Outcome.FAILED && result.reason().contains("timed out"));
        assertThat(results.subList(Results.MOST_HANGS, 5)).allMatch(result -> result.outcome() == Outcome.SKIPPED);
    }

    @Test
    void theSumsCountEachOutcome() {
        Tally tally = new Tally();
        run(Mixed.class).forEach(tally::add);

        assertThat(tally.json()).hasToString("{\"passed\":1,\"failed\":1,\"skipped\":2}");
    }

    private static List<TestResult> run(Class<?> tests) {
        List<TestResult> results = new ArrayList<>();
        Suite.of(List.of(selectClass(tests)), Map.of()).run(results::add);
        return results;
    }

    /** This and the next ones are run by the tests above only. */
    static class Mixed {

        @Test
        void passes() {}

        @Test
        void fails() {
            fail("ring=3 limit=2");
        }

        @Test
        void isSkipped() {
            Assumptions.abort("no such engine");
        }

        @Test
        @EnabledIfSystemProperty(named = "headrace.never", matches = "true")
        void isOnUnderAConditionOnly() {}
    }

    static class Unstartable {

        @BeforeAll
        static void start() {
            fail("no device");
        }

        @Test
        void neverRuns() {}
    }

    @Timeout(value = 20, unit = TimeUnit.MILLISECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @TestMethodOrder(MethodOrderer.MethodName.class)
    static class Hanging {

        private final CountDownLatch never = new CountDownLatch(1);

        @Test
        void hangsFirst() throws InterruptedException {
            never.await();
        }

        @Test
        void hangsSecond() throws InterruptedException {
            never.await();
        }

        @Test
        void hangsThird() throws InterruptedException {
            never.await();
        }

        @Test
        void isNotRunAnyMoreA() {}

        @Test
        void isNotRunAnyMoreB() {}
    }
}
