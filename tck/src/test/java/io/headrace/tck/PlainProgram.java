package io.headrace.tck;

import io.headrace.error.CompilationException;
import io.headrace.error.DeviceFailureException;
import io.headrace.kernel.Source;
import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.KernelArguments;
import io.headrace.spi.NativeKernel;
import io.headrace.spi.NativeProgram;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A program of the {@link PlainDriver}: it knows the suite's kernels by heart, and looks in the source only for their names. */
record PlainProgram(Map<String, PlainKernel> kernels, AtomicBoolean closed) implements NativeProgram {

    private static final Pattern KERNEL = Pattern.compile("__global__ void (\\w+)\\(");

    private static final Map<String, PlainKernel> KNOWN = List.of(
                    kernel("empty", (item, items, arguments) -> {}),
                    kernel("saxpy", PlainProgram::saxpy, 4, 4, 8, 8),
                    kernel("add_i32", PlainProgram::add, 8, 4, 8),
                    kernel("store_u64", PlainProgram::store, 8, 8),
                    kernel("append", PlainProgram::append, 8, 8, 4),
                    kernel("spin_ns", PlainProgram::spin, 8),
                    kernel("fail_illegal", PlainProgram::fail),
                    kernel("struct_sum", PlainProgram::structSum, 0, 8)) // as of a driver that knows no structs
            .stream()
            .collect(Collectors.toMap(PlainKernel::name, Function.identity()));

    private static PlainKernel kernel(String name, Body body, Integer... sizes) {
        return new PlainKernel(name, body, List.of(sizes), new AtomicBoolean());
    }

    static PlainProgram compile(Source source) {
        List<String> names = KERNEL.matcher(source.text())
                .results()
                .map((MatchResult result) -> result.group(1))
                .toList();
        if (names.isEmpty() || !KNOWN.keySet().containsAll(names)) {
            throw new CompilationException(
                    source.name(), "plain:0", source.options(), "only the kernels of the suite are known: " + names);
        }
        AtomicBoolean closed = new AtomicBoolean();
        return new PlainProgram(
                names.stream()
                        .collect(Collectors.toMap(
                                Function.identity(),
                                name -> new PlainKernel(
                                        name,
                                        KNOWN.get(name).body(),
                                        KNOWN.get(name).parameterSizes(),
                                        closed))),
                closed);
    }

    @Override
    public @Nullable NativeKernel kernel(String name) {
        return kernels.get(name);
    }

    @Override
    public List<String> kernelNames() {
        return List.copyOf(kernels.keySet());
    }

    @Override
    public void close() {
        closed.set(true);
    }

    /** A kernel. */
    record PlainKernel(String name, Body body, List<Integer> parameterSizes, AtomicBoolean closed)
            implements NativeKernel {

        @Override
        public int maxGroupItems() {
            return 1_024;
        }
    }

    /** What a kernel does for an item. */
    private interface Body {
        void run(long item, long items, KernelArguments arguments) throws Exception;
    }

    static void run(Command.NativeLaunch launch) throws Exception {
        PlainKernel kernel = (PlainKernel) launch.kernel();
        if (kernel.closed().get()) {
            throw new IllegalStateException("the program of a launch was unloaded");
        }
        long items = launch.range().items();
        for (long item = 0; item < items; item++) {
            kernel.body().run(item, items, launch.arguments());
        }
    }

    private static void saxpy(long item, long items, KernelArguments arguments) {
        if (item < (int) arguments.value(0)) {
            float a = Float.intBitsToFloat((int) arguments.value(1));
            float x = Words.ALL.get(ValueLayout.JAVA_FLOAT, arguments.value(2) + 4 * item);
            long y = arguments.value(3) + 4 * item;
            Words.ALL.set(ValueLayout.JAVA_FLOAT, y, a * x + Words.ALL.get(ValueLayout.JAVA_FLOAT, y));
        }
    }

    private static void add(long item, long items, KernelArguments arguments) {
        if (item < arguments.value(2)) {
            long at = arguments.value(0) + 4 * item;
            Words.ALL.set(ValueLayout.JAVA_INT, at, Words.ALL.get(ValueLayout.JAVA_INT, at) + (int) arguments.value(1));
        }
    }

    private static void store(long item, long items, KernelArguments arguments) {
        Words.ALL.set(ValueLayout.JAVA_LONG, arguments.value(0), arguments.value(1));
    }

    private static void append(long item, long items, KernelArguments arguments) {
        int count = Words.ALL.get(ValueLayout.JAVA_INT, arguments.value(1));
        Words.ALL.set(ValueLayout.JAVA_INT, arguments.value(1), count + 1);
        Words.ALL.set(ValueLayout.JAVA_INT, arguments.value(0) + 4L * count, (int) arguments.value(2));
    }

    private static void spin(long item, long items, KernelArguments arguments) {
        LockSupport.parkNanos(Math.min(arguments.value(0), TimeUnit.SECONDS.toNanos(1)));
    }

    private static void fail(long item, long items, KernelArguments arguments) {
        throw new DeviceFailureException("launch", "plain:0", 700, "ILLEGAL_ADDRESS", false);
    }

    private static void structSum(long item, long items, KernelArguments arguments) {
        MemorySegment words = MemorySegment.ofArray(arguments.words());
        double sum = words.get(ValueLayout.JAVA_INT_UNALIGNED, 0) + words.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 8);
        Words.ALL.set(ValueLayout.JAVA_DOUBLE, arguments.value(1), sum);
    }
}
