package io.headrace.cli.check;

import io.headrace.cli.check.TestResult.Outcome;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Turns what JUnit tells about a run into one result a test. Gives up the run when too many tests have hung. */
final class Results implements TestExecutionListener {

    /** Each hanging test takes its whole time limit, and a device that let several hang will not recover. */
    static final int MOST_HANGS = 3;

    private final Consumer<TestResult> consumer;
    private final CancellationToken cancellation;
    private final Map<String, Long> started = new ConcurrentHashMap<>();
    private TestPlan plan;
    private int hangs;

    Results(TestPlan plan, CancellationToken cancellation, Consumer<TestResult> consumer) {
        this.plan = plan;
        this.cancellation = cancellation;
        this.consumer = consumer;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan executed) {
        plan = executed;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        started.put(test.getUniqueId(), System.nanoTime());
    }

    @Override
    public void executionSkipped(TestIdentifier skipped, String reason) {
        if (skipped.isTest()) {
            consumer.accept(result(skipped, Outcome.SKIPPED, reason));
        } else {
            plan.getChildren(skipped).forEach(child -> executionSkipped(child, reason));
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Throwable why = result.getThrowable().orElse(null);
        switch (result.getStatus()) {
            case SUCCESSFUL -> {
                if (test.isTest()) {
                    consumer.accept(result(test, Outcome.PASSED, ""));
                }
            }
            case ABORTED -> consumer.accept(result(test, Outcome.SKIPPED, Reason.ofSkip(why)));
            case FAILED -> {
                consumer.accept(result(test, Outcome.FAILED, Reason.ofFailure(why)));
                if (why instanceof TimeoutException && ++hangs == MOST_HANGS) {
                    cancellation.cancel();
                }
            }
        }
    }

    /** Containers have no method; one that fails is shown by its own name, in the place of its tests. */
    private TestResult result(TestIdentifier test, Outcome outcome, String reason) {
        Long start = started.remove(test.getUniqueId());
        double seconds = start == null ? 0 : (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
        String name = test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getMethodName())
                .orElse(test.getDisplayName());
        String contract = test.getParentIdObject()
                .map(plan::getTestIdentifier)
                .map(TestIdentifier::getDisplayName)
                .orElse("suite");
        return new TestResult(contract, Objects.requireNonNull(name), outcome, reason, seconds);
    }
}
