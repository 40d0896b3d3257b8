package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.error.DeviceFailureException;
import io.headrace.error.HeadraceException;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Range;
import io.headrace.tck.fault.Faults;
import io.headrace.tck.fault.FaultyDriver;
import io.headrace.tck.fault.Point;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What JDK Flight Recorder is told. */
abstract class FlightRecorderContract extends DriverContract {

    private static final Range ONE = Range.of(1);

    private static final List<String> EVENTS = List.of(
            "headrace.Operation",
            "headrace.Wait",
            "headrace.StreamAcquired",
            "headrace.StreamReleased",
            "headrace.QueueCreated",
            "headrace.CopyRouted",
            "headrace.DeviceFailed");

    /** Longer than any threshold. */
    private static final long LONG_NANOS = 1_000_000;

    @TempDir
    private Path folder;

    /** A kernel whose class has a name. */
    private record Nothing() implements Kernel1D {
        @Override
        public void run(long index) {}
    }

    /** What a test does while a recording runs. */
    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    /** All events of one kind, however short, that some work makes. */
    private List<RecordedEvent> events(String name, Work work) throws Exception {
        try (Recording recording = new Recording()) {
            EVENTS.forEach(recording::disable);
            recording.enable(name).with("threshold", "0 ns").with("throttle", "off");
            return eventsOf(recording, work);
        }
    }

    private List<RecordedEvent> eventsOf(Recording recording, Work work) throws Exception {
        recording.start();
        work.run();
        recording.stop();
        Path file = Files.createTempFile(folder, "events", ".jfr");
        recording.dump(file);
        return headraceEvents(file);
    }

    private static List<RecordedEvent> headraceEvents(Path file) throws IOException {
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> EVENTS.contains(event.getEventType().getName()))
                .toList();
    }

    @Test
    void anOperationIsAnEventWithWhatItDid() throws Exception {
        Device device = device();
        byte[] bytes = new byte[70];
        try (Buffer x = device.buffer(70);
                Stream stream = device.stream()) {
            List<RecordedEvent> events = events("headrace.Operation", () -> {
                stream.copy(MemorySegment.ofArray(bytes), x)
                        .launch(ONE, new Nothing())
                        .hostCall(() -> {
                            throw new IllegalStateException("thrown on purpose by a test");
                        })
                        .nativeCall(handle -> {});
                assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(HeadraceException.class);
            });
            assertThat(events.stream()
                            .map(event -> event.getString("kind") + " " + event.getLong("bytes") + " "
                                    + event.getString("outcome")))
                    .containsExactlyInAnyOrder(
                            "copy 70 done", "kernel 0 done", "host_call 0 failed", "native_call 0 skipped");
            assertThat(events).allSatisfy(event -> {
                assertThat(event.getEventType().getCategoryNames()).containsExactly("Headrace");
                assertThat(event.getString("device")).isEqualTo(device.id());
                assertThat(event.getLong("stream")).isEqualTo(stream.id());
                assertThat(event.getDuration("waited")).isGreaterThanOrEqualTo(Duration.ZERO);
                assertThat(event.getDuration("ran")).isGreaterThanOrEqualTo(Duration.ZERO);
            });
            assertThat(events)
                    .filteredOn(event -> event.getString("kind").equals("kernel"))
                    .singleElement()
                    .satisfies(event -> {
                        assertThat(event.getString("name")).isEqualTo("FlightRecorderContract.Nothing");
                        assertThat(event.getString("queue")).isEqualTo("queue 0");
                    });
        }
    }

    @Test
    void thePiecesOfACopyAreAnEventEach() throws Exception {
        Device device = device(options()
                .with(Knob.COPY_THRESHOLD, 0)
                .with(Knob.COPY_SPLIT_BYTES, 4_096)
                .with(Knob.COPY_SPLIT_SINGLE, true));
        byte[] bytes = new byte[100_000];
        try (Buffer x = device.buffer(bytes.length);
                Stream stream = device.stream()) {
            List<RecordedEvent> events =
                    events("headrace.Operation", () -> finish(stream.copy(MemorySegment.ofArray(bytes), x)));
            assertThat(events.stream()
                            .mapToLong(event -> event.getLong("bytes"))
                            .sum())
                    .isEqualTo(bytes.length);
            assertThat(events)
                    .allSatisfy(event -> assertThat(event.getString("name")).isEqualTo("host to device"));
        }
    }

    @Test
    void aWaitTellsItsThreadWhatForAndWhetherItParked() throws Exception {
        Device device = device(options().with(Knob.STREAM_BUSYWAIT, 0));
        Gate gate = gate();
        try (Stream stream = gate.hold(device.stream())) {
            String[] thread = new String[1];
            List<RecordedEvent> events = events("headrace.Wait", () -> {
                Task<Boolean> waits = Task.start(() -> stream.await(LIMIT));
                thread[0] = waits.thread().getName();
                Eventually.isBlocked(waits.thread());
                assertThat(stream.await(Duration.ofNanos(1))).isFalse();
                gate.open();
                assertThat(waits.join()).isTrue();
            });
            assertThat(events)
                    .filteredOn(event -> event.getBoolean("over"))
                    .singleElement()
                    .satisfies(event -> {
                        assertThat(event.getThread().getJavaName()).isEqualTo(thread[0]);
                        assertThat(event.getString("what")).isEqualTo("stream " + stream.id());
                        assertThat(event.getBoolean("parked")).isTrue();
                    });
            assertThat(events)
                    .filteredOn(event -> !event.getBoolean("over"))
                    .singleElement()
                    .satisfies(event -> assertThat(event.getBoolean("parked")).isFalse());
        }
    }

    @Test
    void aStreamIsAcquiredAndReleasedOnce() throws Exception {
        Device device = device();
        Gate gate = gate();
        try (Stream stream = device.stream()) {
            Work work = () -> {
                gate.hold(stream).launch(ONE, i -> {});
                gate.open();
                finish(stream);
            };
            assertOne(events("headrace.StreamAcquired", work), device, stream);
            assertOne(events("headrace.StreamReleased", () -> finish(stream.launch(ONE, i -> {}))), device, stream);
        }
    }

    private static void assertOne(List<RecordedEvent> events, Device device, Stream stream) {
        assertThat(events).singleElement().satisfies(event -> {
            assertThat(event.getString("device")).isEqualTo(device.id());
            assertThat(event.getLong("stream")).isEqualTo(stream.id());
            assertThat(event.getString("queue")).isEqualTo("queue 0");
        });
    }

    @Test
    void theCreationOfAQueueIsAnEvent() throws Exception {
        Device[] device = new Device[1];
        List<RecordedEvent> events = events(
                "headrace.QueueCreated", () -> device[0] = device(options().with(Knob.QUEUE_SIZE, 16)));
        // Other devices of the driver make theirs too.
        assertThat(events)
                .filteredOn(event -> event.getString("device").equals(device[0].id()))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getString("queue")).isEqualTo("queue 0");
                    assertThat(event.getInt("size")).isEqualTo(16);
                });
    }

    @Test
    void theWayOfACopyIsAnEvent() throws Exception {
        Device device = device(options().with(Knob.COPY_THRESHOLD, 1_000));
        boolean engines = !device.info().engines().isEmpty();
        try (Buffer x = device.buffer(1_000);
                Stream stream = device.stream()) {
            List<RecordedEvent> events = events(
                    "headrace.CopyRouted",
                    () -> finish(stream.copy(MemorySegment.ofArray(new byte[1_000]), x)
                            .fillBytes(x, (byte) 0)
                            .copy(x.slice(0, 10), x.slice(20, 10))));
            assertThat(events.stream()
                            .map(event -> event.getString("direction") + " " + event.getLong("bytes") + " "
                                    + event.getString("route") + " " + event.getInt("parts")))
                    .containsExactly("host to device 1000 direct 1", "device to device 10 local 1");
            assertThat(events.getFirst().getString("unit")).startsWith(engines ? "engine " : "own queue");
            assertThat(events.getLast().getString("unit")).isEqualTo("own queue");
        }
    }

    @Test
    void aDeviceThatIsLostIsToldOnce() throws Exception {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)));
        for (int i = 1; i <= 3; i++) {
            faults.failNth(
                    Point.FILL, i, () -> new DeviceFailureException("planned", "faulty:0", 719, "PLANNED", true));
        }
        List<RecordedEvent> events = events("headrace.DeviceFailed", () -> {
            for (int i = 0; i < 3; i++) {
                try (Buffer x = device.buffer(8);
                        Stream stream = device.stream()) {
                    stream.fillBytes(x, (byte) 1);
                    assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(DeviceFailureException.class);
                }
            }
        });
        assertThat(events).singleElement().satisfies(event -> {
            assertThat(event.getString("device")).isEqualTo(device.id());
            assertThat(event.getString("operation")).isEqualTo("planned");
            assertThat(event.getInt("code")).isEqualTo(719);
            assertThat(event.getString("codeName")).isEqualTo("PLANNED");
            assertThat(event.getBoolean("sticky")).isTrue();
        });
    }

    private static void spend(long nanos) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
    }

    @Test
    void allEventsAreThereByDefaultAndNoneWhereTheyAreDisabled() throws Exception {
        Work work = () -> {
            Gate gate = gate();
            Device device = device(options().with(Knob.STREAM_BUSYWAIT, 0));
            try (Buffer x = device.buffer(8);
                    Stream stream = gate.hold(device.stream())) {
                stream.launch(ONE, i -> spend(LONG_NANOS));
                Task<Boolean> waits = Task.start(() -> stream.await(LIMIT));
                Eventually.isBlocked(waits.thread());
                stream.copy(MemorySegment.ofArray(new byte[8]), x);
                gate.open();
                assertThat(waits.join()).isTrue();
                finish(stream);
            }
            closeAllHandles();
        };
        try (Recording recording = new Recording()) {
            assertThat(eventsOf(recording, work).stream()
                            .map(event -> event.getEventType().getName())
                            .distinct())
                    .contains("headrace.QueueCreated", "headrace.CopyRouted", "headrace.StreamAcquired")
                    .contains("headrace.StreamReleased", "headrace.Operation", "headrace.Wait");
        }
        try (Recording recording = new Recording()) {
            EVENTS.forEach(recording::disable);
            assertThat(eventsOf(recording, work)).isEmpty();
        }
    }
}
