package io.headrace.stress.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.error.HeadraceException;
import io.headrace.kernel.Range;
import io.headrace.stress.Crew;
import io.headrace.stress.Effort;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventsTest {

    private static final Range ONE = Range.of(1);

    /** One thread records an event behind a counter over and over; whoever waits finds the counter as it was, or later. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void aWaitMeansTheRecordBeforeItHoweverOftenItIsRecorded(int queues) throws InterruptedException {
        int rounds = Effort.rounds(10_000, 1_000_000);
        HeadraceOptions options = HeadraceOptions.defaults()
                .with(Knob.NUM_QUEUES, queues)
                .with(Knob.QUEUE_SIZE, 8)
                .with(Knob.STREAM_BUSYWAIT, 5);
        AtomicInteger early = new AtomicInteger();
        try (Headrace headrace = Headrace.open(options)) {
            Device device = headrace.device();
            Event event = device.event();
            AtomicLong counter = new AtomicLong();
            AtomicLong recorded = new AtomicLong();
            Crew.all(4, number -> {
                Stream stream = device.stream();
                for (int i = 1; i <= rounds && recorded.get() < rounds; i++) {
                    if (number == 0) {
                        record(stream, event, counter, i);
                        recorded.set(i);
                        continue;
                    }
                    long before = recorded.get();
                    if (number == 1) {
                        assertThat(event.await(Crew.LIMIT)).isTrue();
                        early.addAndGet(counter.get() < before ? 1 : 0);
                    } else {
                        stream.waitFor(event).launch(ONE, ignored -> early.addAndGet(counter.get() < before ? 1 : 0));
                    }
                }
                assertThat(stream.await(Crew.LIMIT)).isTrue();
            });
            Rest.await(device);
        }
        assertThat(early).hasValue(0);
    }

    private static void record(Stream stream, Event event, AtomicLong counter, long number) {
        if (number % 5 == 0) {
            stream.hostCall(() -> counter.set(number));
        } else {
            stream.launch(ONE, ignored -> counter.set(number));
        }
        stream.record(event);
    }

    /** An event that is shown to others the moment it is recorded is settled when their wait for it ends. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWaitThatEndsFindsTheEventSettled(boolean fails) throws InterruptedException {
        int rounds = Effort.rounds(20_000, 1_000_000);
        AtomicInteger unsettled = new AtomicInteger();
        AtomicInteger passed = new AtomicInteger();
        try (Headrace headrace = Headrace.open()) {
            Device device = headrace.device();
            AtomicReference<@Nullable Event> shown = new AtomicReference<>();
            AtomicInteger round = new AtomicInteger();
            Stream stream = device.stream();
            if (fails) {
                fail(stream);
                Crew.until("it has failed", stream::isDone);
            }
            Crew crew = new Crew();
            crew.start(() -> {
                for (int i = 0; i < rounds; i++) {
                    Event event = device.event();
                    shown.set(event);
                    stream.record(event);
                }
                round.set(-1);
            });
            for (int t = 0; t < 2; t++) {
                crew.start(() -> {
                    while (round.get() >= 0) {
                        Event event = shown.get();
                        if (event == null || event.state() == Event.State.NEVER_RECORDED) {
                            continue;
                        }
                        if (waitFor(event)) {
                            passed.incrementAndGet();
                        }
                        unsettled.addAndGet(event.isDone() ? 0 : 1);
                    }
                });
            }
            crew.join();
        }
        assertThat(unsettled).hasValue(0);
        if (fails) {
            assertThat(passed).as("waits for a failed event that passed").hasValue(0);
        }
    }

    private static boolean waitFor(Event event) throws InterruptedException {
        try {
            return event.await(Crew.LIMIT);
        } catch (HeadraceException failed) {
            return false;
        }
    }

    /** What waits for an event does not run if the event fails, whoever finds out first. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void nothingRunsBehindAnEventThatFailed(int queues) throws InterruptedException {
        int rounds = Effort.rounds(3_000, 300_000);
        HeadraceOptions options = HeadraceOptions.defaults().with(Knob.NUM_QUEUES, queues);
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger missed = new AtomicInteger();
        try (Headrace headrace = Headrace.open(options)) {
            Device device = headrace.device();
            Crew.all(2, number -> {
                for (int i = 0; i < rounds; i++) {
                    Stream first = device.stream();
                    Stream second = device.stream();
                    Event event = device.event();
                    fail(first);
                    first.record(event);
                    if (i % 2 == number) {
                        first.whenDone().exceptionally(ignored -> null);
                    }
                    second.waitFor(event).launch(ONE, ignored -> ran.incrementAndGet());
                    missed.addAndGet(awaitFailure(second) ? 0 : 1);
                    missed.addAndGet(awaitFailure(first) ? 0 : 1);
                }
            });
            Rest.await(device);
        }
        assertThat(ran).hasValue(0);
        assertThat(missed).hasValue(0);
    }

    private static void fail(Stream stream) {
        stream.launch(ONE, ignored -> {
            throw new IllegalStateException("on purpose");
        });
    }

    private static boolean awaitFailure(Stream stream) throws InterruptedException {
        try {
            assertThat(stream.await(Crew.LIMIT)).isTrue();
            return false;
        } catch (HeadraceException expected) {
            return true;
        }
    }
}
