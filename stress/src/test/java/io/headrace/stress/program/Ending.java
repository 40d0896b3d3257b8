package io.headrace.stress.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Event;
import io.headrace.Stream;
import io.headrace.error.HeadraceException;
import io.headrace.stress.Crew;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Waits for a stream in one of several ways, and looks whether it fails as it should. */
final class Ending {

    private final Stream stream;
    private final int failure;

    /**
     * @param failure the operation whose failure the stream has
     */
    Ending(Stream stream, int failure) {
        this.stream = stream;
        this.failure = failure;
    }

    void await(Op.Finish.How how) {
        switch (how) {
            case AWAIT -> {}
            case TIMED_LOOP -> {
                check("a timed wait", this::awaitInParts);
                return;
            }
            case FUTURE -> check("a future", this::awaitFuture);
            case EVENT -> check("an event", this::awaitEvent);
            case POLL -> poll();
        }
        check(
                "a wait",
                () -> assertThat(stream.await(Crew.LIMIT))
                        .as(() -> "in time\n" + Crew.stacks())
                        .isTrue());
    }

    private void poll() {
        for (int looks = 0; !stream.isDone(); looks++) {
            assertThat(looks).as(() -> stream + " is done\n" + Crew.stacks()).isLessThan(600_000);
            LockSupport.parkNanos(50_000);
            Thread.interrupted();
        }
    }

    private void awaitInParts() throws InterruptedException {
        long start = System.nanoTime();
        while (!stream.await(Duration.ofNanos(300_000))) {
            assertThat(System.nanoTime() - start)
                    .as(() -> "in time\n" + Crew.stacks())
                    .isLessThan(Crew.LIMIT.toNanos());
        }
    }

    private void awaitFuture() throws InterruptedException {
        try {
            stream.whenDone()
                    .thenRun(() -> assertThat(Thread.currentThread().getName()).doesNotStartWith("headrace-host"))
                    .get(Crew.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof HeadraceException cause) {
                throw cause;
            }
            throw new AssertionError(e);
        } catch (TimeoutException e) {
            throw new AssertionError(Crew.stacks(), e);
        }
    }

    private void awaitEvent() throws InterruptedException {
        Event event = stream.device().event();
        stream.record(event);
        assertThat(event.await(Crew.LIMIT))
                .as(() -> "in time\n" + Crew.stacks())
                .isTrue();
        assertThat(event.state()).isEqualTo(Event.State.DONE);
    }

    private interface Wait {
        void run() throws InterruptedException;
    }

    private void check(String what, Wait wait) {
        int root = rootOf(wait);
        assertThat(root)
                .as("the operation that failed, by %s for %s", what, stream)
                .isEqualTo(failure);
    }

    /** The operation whose failure the wait throws. A wait that is interrupted changes nothing, so that it is begun again. */
    private static int rootOf(Wait wait) {
        while (true) {
            try {
                wait.run();
                return Oracle.NONE;
            } catch (HeadraceException e) {
                return ProgramFailure.rootOf(e);
            } catch (InterruptedException disturbed) {
                // Once more.
            }
        }
    }
}
