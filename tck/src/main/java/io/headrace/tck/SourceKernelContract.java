package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Event;
import io.headrace.F32;
import io.headrace.F64;
import io.headrace.Headrace;
import io.headrace.I32;
import io.headrace.I64;
import io.headrace.Kernel;
import io.headrace.Program;
import io.headrace.Recording;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.error.ClosedException;
import io.headrace.error.CompilationException;
import io.headrace.error.DeviceFailureException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.LaunchOptions;
import io.headrace.kernel.Range;
import io.headrace.kernel.Source;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Programs compiled from source, and launches of their kernels. */
abstract class SourceKernelContract extends DriverContract {

    /** Elements of 8 bytes between views that a kernel of any device can be given. */
    private static final int APART = 512;

    private static final int MANY = 200;
    private static final long SHORT_NS = 20_000_000;

    /** Buffers are the device's own memory, as they are for any program. */
    @Override
    boolean kernelsReachMemory() {
        return false;
    }

    private Program program(Device device) {
        return SuiteKernels.compile(device, driverUnderTest());
    }

    @Test
    void aKernelComputesWhatItsSourceSays() throws InterruptedException {
        Device device = device();
        int n = 100_003;
        float[] x = new float[n];
        float[] y = new float[n];
        float[] wanted = new float[n];
        for (int i = 0; i < n; i++) {
            x[i] = i % 1_000;
            y[i] = i % 7;
            wanted[i] = 2 * x[i] + y[i];
        }
        try (Program program = program(device);
                F32 deviceX = device.f32(n);
                F32 deviceY = device.f32(n);
                Stream stream = device.stream()) {
            stream.copy(x, deviceX)
                    .copy(y, deviceY)
                    .launch(program.kernel("saxpy"), Range.of(n), n, 2f, deviceX, deviceY);
            finish(stream.copy(deviceY, y));
        }
        assertThat(y).isEqualTo(wanted);
    }

    @Test
    void groupsOfTheCallersChoiceReachEveryItemOnce() throws InterruptedException {
        Device device = device();
        try (Program program = program(device);
                Stream stream = device.stream()) {
            Kernel add = program.kernel("add_i32");
            for (int size : new int[] {1, 32, 100, 256}) {
                try (I32 counts = device.i32(1_000)) {
                    int[] back = new int[1_000];
                    stream.launch(add, Range.of(1_000).group(size), counts, 3, 1_000L);
                    finish(stream.copy(counts, back));
                    assertThat(back).as("group=" + size).containsOnly(3);
                }
            }
        }
    }

    @Test
    void launchesOfOneStreamRunInOrder() throws InterruptedException {
        Device device = device();
        try (Program program = program(device);
                I32 log = device.i32(MANY);
                I32 counter = device.i32(1);
                Stream stream = device.stream()) {
            Kernel append = program.kernel("append");
            for (int id = 0; id < MANY; id++) {
                stream.launch(append, Range.of(1), log, counter, id);
            }
            int[] back = new int[MANY];
            finish(stream.copy(log, back));
            assertThat(back).isEqualTo(IntStream.range(0, MANY).toArray());
        }
    }

    @Test
    void launchesOfStreamsThatWaitForEachOtherRunInOrder() throws InterruptedException {
        Device device = device();
        try (Program program = program(device);
                I32 log = device.i32(MANY);
                I32 counter = device.i32(1)) {
            Kernel append = program.kernel("append");
            Kernel spin = program.kernel("spin_ns");
            List<Stream> streams =
                    IntStream.range(0, 7).mapToObj(i -> device.stream()).toList();
            for (int id = 0; id < MANY; id++) {
                Stream stream = streams.get(id % 7);
                if (id % 20 == 0) {
                    stream.launch(spin, Range.of(1), 1_000_000L);
                }
                Event event = device.event();
                stream.launch(append, Range.of(1), log, counter, id).record(event);
                streams.get((id + 1) % 7).waitFor(event);
            }
            int[] back = new int[MANY];
            finish(streams.get(MANY % 7).copy(log, back));
            assertThat(back).isEqualTo(IntStream.range(0, MANY).toArray());
            streams.forEach(Stream::close);
        }
    }

    @Test
    void manyStreamsAddToBuffersOfTheirOwn() throws InterruptedException {
        Device device = device();
        int streams = 100;
        try (Program program = program(device)) {
            Kernel add = program.kernel("add_i32");
            List<int[]> backs = new ArrayList<>();
            List<Stream> all = new ArrayList<>();
            for (int i = 0; i < streams; i++) {
                Stream stream = device.stream();
                int[] back = new int[64];
                try (I32 own = device.i32(64)) {
                    for (int round = 0; round < 10; round++) {
                        stream.launch(add, Range.of(64), own, i, 64L);
                    }
                    stream.copy(own, back);
                }
                all.add(stream);
                backs.add(back);
            }
            for (int i = 0; i < streams; i++) {
                finish(all.get(i));
                all.get(i).close();
                assertThat(backs.get(i)).as("stream=" + i).containsOnly(10 * i);
            }
        }
    }

    @Test
    void aStructIsReadAtTheCall() throws InterruptedException {
        Device device = device();
        try (Program program = program(device);
                F64 sums = device.f64(3 * APART);
                Stream stream = device.stream()) {
            Kernel sum = program.kernel("struct_sum");
            stream.launch(program.kernel("spin_ns"), Range.of(1), SHORT_NS);
            byte[] bytes = new byte[16];
            ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).putInt(0, 2).putDouble(8, 0.5);
            stream.launch(sum, Range.of(1), bytes, sums.elements(0, 1));
            Arrays.fill(bytes, (byte) -1);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment struct = arena.allocate(16, 8);
                struct.set(ValueLayout.JAVA_INT, 0, 3);
                struct.set(ValueLayout.JAVA_DOUBLE, 8, 0.25);
                stream.launch(sum, Range.of(1), struct, sums.elements(APART, 1));
                struct.set(ValueLayout.JAVA_INT, 0, 4);
                stream.launch(sum, Range.of(1), struct, sums.elements(2 * APART, 1));
            }
            double[] back = new double[3 * APART];
            finish(stream.copy(sums, back));
            assertThat(List.of(back[0], back[APART], back[2 * APART])).containsExactly(2.5, 3.25, 4.25);
        }
    }

    @Test
    void aViewThatBeginsAnywhereIsReachedOrRefusedAndNothingBesideItIsWritten() throws InterruptedException {
        Device device = device();
        try (Program program = program(device);
                I64 words = device.i64(APART + 4);
                Stream stream = device.stream()) {
            Kernel store = program.kernel("store_u64");
            long[] wanted = new long[APART + 4];
            for (int index : new int[] {1, 8, 16, APART, APART + 3}) {
                try {
                    stream.launch(store, Range.of(1), words.elements(index, 1), 100L + index);
                    wanted[index] = 100L + index;
                } catch (UnsupportedFeatureException e) {
                    assertThat(e).hasMessageContaining("offset=" + 8 * index).hasMessageContaining("alignment=");
                    assertThat(index).as("what every device takes").isNotEqualTo(APART);
                }
            }
            long[] back = new long[APART + 4];
            finish(stream.copy(words, back));
            assertThat(back).isEqualTo(wanted);
        }
    }

    @Test
    void whatALaunchUsesMayBeClosedAtOnce() throws InterruptedException {
        Device device = device();
        int[] back = new int[1_000];
        try (Stream stream = device.stream()) {
            try (Program program = program(device);
                    I32 counts = device.i32(1_000)) {
                stream.launch(program.kernel("spin_ns"), Range.of(1), SHORT_NS)
                        .launch(program.kernel("add_i32"), Range.of(1_000), counts, 5, 1_000L)
                        .copy(counts, back);
            }
            finish(stream);
        }
        assertThat(back).containsOnly(5);
    }

    @Test
    void aClosedProgramBufferOrStreamTakesNothing() {
        Device device = device();
        try (Stream stream = device.stream();
                I64 word = device.i64(1)) {
            Program program = program(device);
            Kernel store = program.kernel("store_u64");
            I64 closed = device.i64(1);
            closed.close();
            assertThatThrownBy(() -> stream.launch(store, Range.of(1), closed, 1L))
                    .isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.launch(store, Range.of(0), closed, 1L))
                    .isInstanceOf(ClosedException.class);
            program.close();
            program.close();
            assertThat(program.isClosed()).isTrue();
            assertThatThrownBy(() -> program.kernel("empty")).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.launch(store, Range.of(1), word, 1L))
                    .isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.launch(store, Range.of(0), word, 1L))
                    .isInstanceOf(ClosedException.class);
            assertThat(stream.isDone()).isTrue();
        }
    }

    @Test
    void aProgramThatIsWrongSaysSoWithItsNameAndTheCompilersLog() {
        Device device = device();
        List<Source.Kind> compiled =
                device.info().sourceKinds().stream().filter(Source.Kind::isText).toList();
        for (Source.Kind kind : compiled) {
            String text = "this is no program at all {";
            Source wrong = (switch (kind) {
                        case CUDA_C -> Source.cudaC(text);
                        case OPENCL_C -> Source.openclC(text);
                        default -> Source.ptx(text);
                    })
                    .withName("wrong.source");
            assertThatThrownBy(() -> device.compile(wrong))
                    .isInstanceOfSatisfying(CompilationException.class, e -> {
                        assertThat(e.source()).isEqualTo("wrong.source");
                        assertThat(e.log()).isNotBlank();
                    })
                    .hasMessageContaining("wrong.source");
        }
    }

    @Test
    void aDeviceThatRunsNoneOfTheFormsSaysWhichItRuns() {
        Device device = device();
        List<Source> all = List.of(
                Source.cudaC("x"),
                Source.openclC("x"),
                Source.ptx("x"),
                Source.cubin(new byte[1]),
                Source.spirV(new byte[1]),
                Source.hsaCodeObject(new byte[1]));
        Source[] others = all.stream()
                .filter(source -> !device.info().sourceKinds().contains(source.kind()))
                .toArray(Source[]::new);
        assertThat(others).as("no device runs all kinds").isNotEmpty();
        assertThatThrownBy(() -> device.compile(others))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining(others[0].kind().name())
                .hasMessageContaining(
                        device.info().sourceKinds().iterator().next().name());
        assertThatThrownBy(device::compile).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aDeviceTakesTheFormThatItRunsWhereverItStands() throws InterruptedException {
        Device device = device();
        List<Source> sources = new ArrayList<>(List.of(SuiteKernels.sources(driverUnderTest())));
        Optional.of(Source.hsaCodeObject(new byte[] {1}))
                .filter(other -> !device.info().sourceKinds().contains(other.kind()))
                .ifPresent(other -> sources.addFirst(other));
        try (Program program = device.compile(sources.toArray(Source[]::new));
                Stream stream = device.stream()) {
            finish(stream.launch(program.kernel("empty"), Range.of(1)));
        }
    }

    @Test
    void everyFormThatTheDeviceRunsHasTheSameKernels() throws InterruptedException {
        Device device = device();
        for (Source source : SuiteKernels.sources(driverUnderTest())) {
            if (device.info().sourceKinds().contains(source.kind())) {
                long[] back = new long[1];
                try (Program program = device.compile(source);
                        I64 word = device.i64(1);
                        Stream stream = device.stream()) {
                    stream.launch(program.kernel("store_u64"), Range.of(1), word, 77L);
                    finish(stream.copy(word, back));
                }
                assertThat(back).as(source.toString()).containsExactly(77);
            }
        }
    }

    @Test
    void aKernelThatFailsFailsItsStreamAndNoOther() throws InterruptedException {
        Device device = device();
        try (Program program = program(device);
                I32 counts = device.i32(1);
                Stream failing = device.stream();
                Stream other = device.stream()) {
            Kernel add = program.kernel("add_i32");
            int[] back = new int[1];
            failing.launch(program.kernel("fail_illegal"), Range.of(1)).launch(add, Range.of(1), counts, 1, 1L);
            assertThatThrownBy(() -> finish(failing)).isInstanceOf(DeviceFailureException.class);
            finish(other.launch(add, Range.of(1), counts, 5, 1L));
            finish(failing.launch(add, Range.of(1), counts, 10, 1L).copy(counts, back));
            assertThat(back).containsExactly(15);
        }
    }

    @Test
    void aKernelThatIsMissingIsNamed() {
        Device device = device();
        try (Program program = program(device)) {
            assertThat(program.kernel("saxpy")).isSameAs(program.kernel("saxpy"));
            assertThatThrownBy(() -> program.kernel("saxpy2"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("kernel=saxpy2");
        }
    }

    @Test
    void argumentsThatAreNoneAreRefusedAndNothingIsEnqueued() {
        Device device = device();
        try (Program program = program(device);
                Stream stream = device.stream()) {
            Kernel spin = program.kernel("spin_ns");
            assertThatThrownBy(() -> stream.launch(spin, Range.of(1), "5"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("index=0")
                    .hasMessageContaining("java.lang.String");
            assertThatThrownBy(() -> stream.launch(spin, Range.of(1), (Object) new byte[0]))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(stream.isDone()).isTrue();
        }
    }

    @Test
    void argumentsOfTheWrongNumberOrSizeAreRefusedOrFailTheLaunchButNeverReachBeyondIt() throws InterruptedException {
        Device device = device();
        try (Program program = program(device);
                I32 counts = device.i32(10);
                Stream stream = device.stream()) {
            Kernel add = program.kernel("add_i32");
            assertRefused(stream, add, "given=2", counts, 1);
            assertRefused(stream, add, "given=4", counts, 1, 10L, 10L);
            assertRefused(stream, add, "index=1", counts, 1L, 10L);
            assertRefused(stream, add, "index=2", counts, 1, 10);
            int[] back = new int[10];
            finish(stream.launch(add, Range.of(10), counts, 1, 10L).copy(counts, back));
            assertThat(back).containsOnly(1);
        }
    }

    private static void assertRefused(Stream stream, Kernel kernel, String told, Object... arguments) {
        assertThatThrownBy(() -> stream.launch(kernel, Range.of(10), arguments))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(told)
                .hasMessageContaining("kernel=" + kernel.name());
        assertThat(stream.isDone()).isTrue();
    }

    @Test
    void aKernelOrBufferOfAnotherLifeOfTheRuntimeIsRefused() {
        Device old = device();
        Program oldProgram = program(old);
        Kernel oldKernel = oldProgram.kernel("store_u64");
        I64 oldBuffer = old.i64(1);
        closeAllHandles();
        assertThatThrownBy(() -> oldProgram.kernel("empty")).isInstanceOf(ClosedException.class);
        Device device = device();
        try (Program program = program(device);
                I64 buffer = device.i64(1);
                Stream stream = device.stream()) {
            assertThatThrownBy(() -> stream.launch(oldKernel, Range.of(1), buffer, 1L))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("another device");
            assertThatThrownBy(() -> stream.launch(program.kernel("store_u64"), Range.of(1), oldBuffer, 1L))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("another device")
                    .hasMessageContaining("index=0");
        }
    }

    @Test
    void aGroupThatIsTooLargeIsRefused() {
        Device device = device();
        try (Program program = program(device);
                Stream stream = device.stream()) {
            Kernel empty = program.kernel("empty");
            if (empty.maxGroupItems() < Integer.MAX_VALUE) {
                assertThatThrownBy(() -> stream.launch(empty, Range.of(1 << 20).group(empty.maxGroupItems() + 1)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("maxItems=" + empty.maxGroupItems());
            }
            assertThat(stream.isDone()).isTrue();
        }
    }

    @Test
    void sharedMemoryThatAKernelDoesNotUseDoesNoHarm() throws InterruptedException {
        Device device = device();
        try (Program program = program(device);
                I32 counts = device.i32(100);
                Stream stream = device.stream()) {
            LaunchOptions options = LaunchOptions.defaults().withSharedMemory(1_024);
            int[] back = new int[100];
            stream.launch(program.kernel("add_i32"), Range.of(100).group(50), options, counts, 2, 100L);
            finish(stream.copy(counts, back));
            assertThat(back).containsOnly(2);
        }
    }

    @Test
    void anEmptyRangeSendsNothing() {
        Device device = device();
        try (Program program = program(device);
                I32 counts = device.i32(1);
                Stream stream = device.stream()) {
            long before = packets(device);
            stream.launch(program.kernel("add_i32"), Range.of(0), counts, 2, 0L)
                    .launch(program.kernel("add_i32"), Range.of(0).group(32), counts, 2, 0L);
            assertThat(stream.offerLaunch(program.kernel("add_i32"), Range.of(0), counts, 2, 0L))
                    .isTrue();
            assertThat(stream.isDone()).isTrue();
            assertThat(packets(device)).isEqualTo(before);
            assertThatThrownBy(() -> stream.launch(program.kernel("add_i32"), Range.of(0), counts))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static long packets(Device device) {
        return device.queues().entries().stream()
                .mapToLong(entry -> entry.operations())
                .sum();
    }

    @Test
    void aRecordingRunsWithArgumentsReplacedBetweenReplays() throws InterruptedException {
        Device device = device();
        try (Program program = program(device);
                I32 counts = device.i32(100);
                I32 others = device.i32(100);
                Stream stream = device.stream()) {
            Kernel add = program.kernel("add_i32");
            Recording recording = device.record(recorder -> recorder.launch(add, Range.of(100), counts, 1, 100L)
                    .fill(others, 7)
                    .launch(add, Range.of(100).group(20), others, 2, 100L));
            Recording changed = recording.with(0, recorder -> recorder.launch(add, Range.of(100), counts, 10, 100L));
            Recording again = changed.with(2, recorder -> recorder.launch(add, Range.of(50), counts, 100, 50L));
            stream.replay(recording).replay(changed).replay(recording).replay(again);
            int[] back = new int[100];
            int[] backOthers = new int[100];
            finish(stream.copy(counts, back).copy(others, backOthers));
            assertThat(Arrays.copyOf(back, 50)).containsOnly(122);
            assertThat(Arrays.copyOfRange(back, 50, 100)).containsOnly(22);
            assertThat(backOthers).containsOnly(7);
            finish(stream.replay(recording).copy(others, backOthers));
            assertThat(backOthers).containsOnly(9);
        }
    }

    @Test
    void aReplayOfAClosedProgramIsRefused() {
        Device device = device();
        try (Stream stream = device.stream()) {
            Program program = program(device);
            Kernel empty = program.kernel("empty");
            Recording recording = device.record(
                    recorder -> recorder.launch(empty, Range.of(1)).launch(empty, Range.of(1)));
            program.close();
            assertThatThrownBy(() -> stream.replay(recording)).isInstanceOf(ClosedException.class);
            assertThat(stream.isDone()).isTrue();
        }
    }

    @Test
    void launchesThatRaceWithTheCloseOfTheirProgramRunOrAreRefused() throws Exception {
        Device device = device();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                I32 counts = device.i32(1)) {
            for (int round = 0; round < 20; round++) {
                Program program = program(device);
                Kernel add = program.kernel("add_i32");
                try (Stream stream = device.stream()) {
                    Future<?> launches = threads.submit(() -> {
                        for (int i = 0; i < 1_000; i++) {
                            try {
                                stream.launch(add, Range.of(1), counts, 1, 1L);
                            } catch (ClosedException e) {
                                return;
                            }
                        }
                    });
                    if (round % 2 == 0) {
                        Thread.onSpinWait();
                    } else {
                        TimeUnit.MICROSECONDS.sleep(100);
                    }
                    program.close();
                    launches.get(30, TimeUnit.SECONDS);
                    finish(stream);
                }
            }
        }
    }

    @Test
    void aProgramIsCompiledOnVirtualThreadsToo() throws Exception {
        Device device = device();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Program>> programs = IntStream.range(0, 8)
                    .mapToObj(i -> threads.submit(() -> program(device)))
                    .toList();
            for (Future<Program> program : programs) {
                try (Program made = program.get(30, TimeUnit.SECONDS);
                        Stream stream = device.stream()) {
                    finish(stream.launch(made.kernel("empty"), Range.of(1)));
                }
            }
            Future<Program> wrong = threads.submit(() -> device.compile(wrongForm(device)));
            assertThatThrownBy(() -> wrong.get(30, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(UnsupportedFeatureException.class);
        }
    }

    private static Source wrongForm(Device device) {
        return device.info().sourceKinds().contains(Source.Kind.OPENCL_C)
                ? Source.hsaCodeObject(new byte[1])
                : Source.openclC("x");
    }

    @Test
    void aProgramThatNobodyClosesEndsWithTheRuntime() throws InterruptedException {
        Headrace headrace = open(options());
        Device device = headrace.device();
        Stream stream = device.stream();
        finish(stream.launch(program(device).kernel("empty"), Range.of(1)));
        closeAllHandles();
    }

    @Test
    void aKernelStoresToASignalWhereTheDeviceReachesIt() throws InterruptedException {
        Device device = device();
        try (Program program = program(device);
                Signal signal = device.signal(1);
                Stream stream = device.stream()) {
            try {
                stream.launch(program.kernel("store_u64"), Range.of(1), signal, 42L);
            } catch (UnsupportedFeatureException e) {
                return; // it does not, and says so
            }
            assertThat(signal.await(Condition.EQ, 42, LIMIT)).isTrue();
            finish(stream);
        }
    }

    @Test
    void aProfiledStreamTellsWhenAKernelRan() throws InterruptedException {
        Device device = device();
        try (Program program = program(device);
                Signal signal = device.signal(0);
                Stream stream = device.stream(StreamOptions.defaults().withProfiling())) {
            stream.launch(program.kernel("spin_ns"), Range.of(1), SHORT_NS).set(signal, 1);
            assertThat(signal.await(Condition.EQ, 1, LIMIT)).isTrue();
            assertThat(signal.dispatchTimes(io.headrace.signal.DeviceClock.host()))
                    .isPresent();
            finish(stream);
        }
    }

    @Test
    void askingIsEnoughToLearnThatAKernelHasEnded() {
        Device device = device();
        try (Program program = program(device);
                Stream stream = device.stream()) {
            Event event = device.event();
            stream.launch(program.kernel("empty"), Range.of(1)).record(event);
            Eventually.isTrue("the event is done", event::isDone);
            Eventually.isTrue("the stream is done", stream::isDone);
            stream.launch(program.kernel("empty"), Range.of(1));
            Eventually.isTrue("the stream is at rest", stream::isAtRest);
        }
    }

    @Test
    void memoryOfALaunchThatNobodyWaitsForIsFreedAllTheSame() throws InterruptedException {
        Device device = device();
        try (Program program = program(device);
                Stream stream = device.stream()) {
            for (int i = 0; i < MANY; i++) {
                try (Buffer buffer = device.buffer(1 << 10)) {
                    stream.launch(program.kernel("add_i32"), Range.of(1), buffer, 1, 1L);
                }
            }
            finish(stream);
        }
    }
}
