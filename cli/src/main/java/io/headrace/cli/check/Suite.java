package io.headrace.cli.check;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Tests that JUnit has found and can run, one after the other. */
final class Suite {

    /** For what the suite itself gives no limit. */
    private static final Map<String, String> LIMITS = Map.of(
            "junit.jupiter.execution.timeout.default", "120 s",
            "junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD");

    private final Launcher launcher;
    private final TestPlan plan;

    private Suite(Launcher launcher, TestPlan plan) {
        this.launcher = launcher;
        this.plan = plan;
    }

    /**
     * Finds tests; what else lies on the class path has no say.
     *
     * @param selectors where the tests are
     * @param parameters configuration parameters for them
     */
    static Suite of(List<? extends DiscoverySelector> selectors, Map<String, String> parameters) {
        Launcher launcher = LauncherFactory.create(LauncherConfig.builder()
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .build());
        TestPlan plan = launcher.discover(LauncherDiscoveryRequestBuilder.request()
                .enableImplicitConfigurationParameters(false)
                .filters(EngineFilter.includeEngines("junit-jupiter"))
                .selectors(selectors)
                .configurationParameters(LIMITS)
                .configurationParameters(parameters)
                .build());
        return new Suite(launcher, plan);
    }

    /** How many tests there are. */
    long size() {
        return plan.countTestIdentifiers(TestIdentifier::isTest);
    }

    /**
     * Runs all tests, once.
     *
     * @param results is told of each test as it ends, by the calling thread
     */
    void run(Consumer<TestResult> results) {
        CancellationToken cancellation = CancellationToken.create();
        launcher.execute(LauncherExecutionRequestBuilder.request(plan)
                .cancellationToken(cancellation)
                .listeners(new Results(plan, cancellation, results))
                .build());
    }
}
