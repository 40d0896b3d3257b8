package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.F64;
import io.headrace.I32;
import io.headrace.I64;
import io.headrace.Stream;
import io.headrace.U8;
import io.headrace.error.KernelException;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** Atomic operations on views, by items that meet at one element. */
abstract class AtomicsContract extends DriverContract {

    /** Enough for the items of a launch to run on several threads, where a device has them. */
    private static final int ITEMS = 300_000;

    @Test
    void noAdditionToAnIntIsLost() throws InterruptedException {
        int[] back = new int[4];
        Device device = device();
        try (I32 x = device.i32(4)) {
            contend(device, i -> {
                x.getAndAdd(0, 3);
                x.addAndGet(1, (int) i);
                x.getAndAdd(2, 1 << 30);
            });
            read(device, stream -> stream.copy(x, back));
        }
        assertThat(back).containsExactly(3 * 2 * ITEMS, 2 * (int) sum(), 0, 0);
    }

    @Test
    void noAdditionToALongIsLost() throws InterruptedException {
        long[] back = new long[3];
        Device device = device();
        try (I64 x = device.i64(3)) {
            contend(device, i -> {
                x.getAndAdd(0, 5_000_000_000L);
                x.addAndGet(1, i);
            });
            read(device, stream -> stream.copy(x, back));
        }
        assertThat(back).containsExactly(2L * ITEMS * 5_000_000_000L, 2 * sum(), 0);
    }

    @Test
    void noAdditionToAFloatIsLost() throws InterruptedException {
        float[] floats = new float[1];
        double[] doubles = new double[1];
        Device device = device();
        try (F32 x = device.f32(1);
                F64 y = device.f64(1)) {
            contend(device, i -> {
                x.getAndAdd(0, 0.5f);
                y.addAndGet(0, (double) i);
            });
            read(device, stream -> stream.copy(x, floats).copy(y, doubles));
        }
        // All sums on the way are exact.
        assertThat(floats).containsExactly(ITEMS);
        assertThat(doubles).containsExactly(2.0 * sum());
    }

    @Test
    void minimaAndMaximaOfContendingItemsAreRight() throws InterruptedException {
        int[] ints = new int[2];
        long[] longs = new long[2];
        float[] floats = new float[2];
        double[] doubles = new double[2];
        Device device = device();
        try (I32 i32 = device.i32(2);
                I64 i64 = device.i64(2);
                F32 f32 = device.f32(2);
                F64 f64 = device.f64(2)) {
            contend(device, i -> {
                long value = i * 7_919 % ITEMS - ITEMS / 2;
                i32.getAndMin(0, (int) value);
                i32.getAndMax(1, (int) value);
                i64.getAndMin(0, value << 20);
                i64.getAndMax(1, value << 20);
                f32.getAndMin(0, (float) value);
                f32.getAndMax(1, (float) value);
                f64.getAndMin(0, value / 8.0);
                f64.getAndMax(1, value / 8.0);
            });
            read(
                    device,
                    stream -> stream.copy(i32, ints)
                            .copy(i64, longs)
                            .copy(f32, floats)
                            .copy(f64, doubles));
        }
        int least = -ITEMS / 2;
        int most = ITEMS / 2 - 1;
        assertThat(ints).containsExactly(least, most);
        assertThat(longs).containsExactly((long) least << 20, (long) most << 20);
        assertThat(floats).containsExactly(least, most);
        assertThat(doubles).containsExactly(least / 8.0, most / 8.0);
    }

    @Test
    void minimaAndMaximaOfFloatsAreThoseOfMath() throws InterruptedException {
        float[] floats = new float[4];
        double[] doubles = new double[4];
        Device device = device();
        try (F32 f32 = device.f32(4);
                F64 f64 = device.f64(4)) {
            once(device, i -> {
                f32.getAndMin(0, -0.0f);
                f32.getAndMin(1, Float.NaN);
                f32.getAndMin(1, -1);
                f32.set(2, -0.0f);
                f32.getAndMax(2, 0.0f);
                f32.getAndMax(3, Float.NaN);
                f64.getAndMin(0, -0.0);
                f64.getAndMin(1, Double.NaN);
                f64.set(2, -0.0);
                f64.getAndMax(2, 0.0);
                f64.getAndMax(3, Double.NaN);
                f64.getAndMax(3, 5);
            });
            read(device, stream -> stream.copy(f32, floats).copy(f64, doubles));
        }
        assertThat(floats).containsExactly(-0.0f, Float.NaN, 0.0f, Float.NaN);
        assertThat(doubles).containsExactly(-0.0, Double.NaN, 0.0, Double.NaN);
    }

    @Test
    void bitsOfContendingItemsAreAllSetClearedAndFlipped() throws InterruptedException {
        int[] ints = new int[3];
        long[] longs = new long[3];
        Device device = device();
        try (I32 i32 = device.i32(3);
                I64 i64 = device.i64(3);
                Stream stream = device.stream()) {
            finish(stream.fill(i32.elements(0, 1), -1).fill(i64.elements(0, 1), -1));
            contend(device, i -> {
                i32.getAndBitwiseAnd(0, ~(1 << i % 31));
                i32.getAndBitwiseOr(1, 1 << i % 31);
                i32.getAndBitwiseXor(2, i < 3 ? 1 << i : 0);
                i64.getAndBitwiseAnd(0, ~(1L << i % 63));
                i64.getAndBitwiseOr(1, 1L << i % 63);
                i64.getAndBitwiseXor(2, i == 5 ? 0 : 1L << 40);
            });
            read(device, s -> s.copy(i32, ints).copy(i64, longs));
        }
        assertThat(ints).containsExactly(Integer.MIN_VALUE, Integer.MAX_VALUE, 0);
        assertThat(longs).containsExactly(Long.MIN_VALUE, Long.MAX_VALUE, 0);
    }

    @Test
    void compareAndSetLetsOneOfManyThrough() throws InterruptedException {
        int[] won = new int[1];
        Device device = device();
        try (I32 turns = device.i32(1_000);
                I64 longs = device.i64(1_000);
                F32 floats = device.f32(1_000);
                F64 doubles = device.f64(1_000);
                I32 winners = device.i32(1)) {
            contend(device, i -> {
                long at = i % 1_000;
                boolean ints = turns.compareAndSet(at, 0, 1);
                boolean inLongs = longs.compareAndSet(at, 0, -1);
                boolean inFloats = floats.compareAndSet(at, 0.0f, 1);
                boolean inDoubles = doubles.compareAndSet(at, 0.0, 1);
                winners.getAndAdd(0, (ints ? 1 : 0) + (inLongs ? 1 : 0) + (inFloats ? 1 : 0) + (inDoubles ? 1 : 0));
                if (turns.compareAndExchange(at, 0, 2) != 1) {
                    winners.getAndAdd(0, 1_000_000);
                }
            });
            read(device, stream -> stream.copy(winners, won));
        }
        // Each element has one winner in each of the four views.
        assertThat(won).containsExactly(4_000);
    }

    @Test
    void everyOperationGivesWhatItShould() throws InterruptedException {
        Device device = device();
        List<Object> given = new ArrayList<>();
        try (I32 i = device.i32(1);
                I64 l = device.i64(1);
                F32 f = device.f32(1);
                F64 d = device.f64(1)) {
            once(device, z -> {
                given.addAll(List.of(i.getAndAdd(0, 5), i.addAndGet(0, 2), i.getAndSet(0, 12), i.getAndMin(0, 3)));
                given.addAll(List.of(i.getAndMax(0, 6), i.getAndBitwiseAnd(0, 3), i.getAndBitwiseOr(0, 9)));
                given.addAll(List.of(i.getAndBitwiseXor(0, 1), i.compareAndExchange(0, 10, 1), i.get(0)));
                given.addAll(List.of(i.compareAndSet(0, 7, 8), i.compareAndSet(0, 1, 8), i.get(0)));
                given.addAll(List.of(l.getAndAdd(0, 5L), l.addAndGet(0, 2L), l.getAndSet(0, 12L), l.getAndMin(0, 3L)));
                given.addAll(List.of(l.getAndMax(0, 6L), l.getAndBitwiseAnd(0, 3L), l.getAndBitwiseOr(0, 9L)));
                given.addAll(List.of(l.getAndBitwiseXor(0, 1L), l.compareAndExchange(0, 10L, 1L), l.get(0)));
                given.addAll(List.of(f.getAndAdd(0, 1.5f), f.addAndGet(0, 1f), f.getAndSet(0, 9f), f.getAndMin(0, 4f)));
                given.addAll(List.of(f.getAndMax(0, 5f), f.compareAndExchange(0, 5f, 6f), f.get(0)));
                given.addAll(
                        List.of(d.getAndAdd(0, 1.5), d.addAndGet(0, 1.0), d.getAndSet(0, 9.0), d.getAndMin(0, 4.0)));
                given.addAll(List.of(d.getAndMax(0, 5.0), d.compareAndExchange(0, 5.0, 6.0), d.get(0)));
            });
        }
        assertThat(given)
                .containsExactly(
                        0, 7, 7, 12, 3, 6, 2, 11, 10, 1, false, true, 8, //
                        0L, 7L, 7L, 12L, 3L, 6L, 2L, 11L, 10L, 1L, //
                        0f, 2.5f, 2.5f, 9f, 4f, 5f, 6f, //
                        0.0, 2.5, 2.5, 9.0, 4.0, 5.0, 6.0);
    }

    @Test
    void anIndexOutsideTheViewIsAnErrorAndChangesNothing() throws InterruptedException {
        Device device = device();
        int[] back = new int[4];
        try (I32 all = device.i32(4)) {
            I32 x = all.elements(1, 2);
            for (long bad : new long[] {-1, 2, Long.MAX_VALUE, Long.MIN_VALUE}) {
                assertFails(device, IndexOutOfBoundsException.class, i -> x.getAndAdd(bad, 1));
                assertFails(device, IndexOutOfBoundsException.class, i -> x.compareAndSet(bad, 0, 1));
                assertFails(
                        device, IndexOutOfBoundsException.class, i -> x.asF32().getAndMax(bad, 1));
                assertFails(
                        device, IndexOutOfBoundsException.class, i -> x.asI64().getAndSet(bad, 1));
                assertFails(
                        device, IndexOutOfBoundsException.class, i -> x.asF64().getAndAdd(bad, 1));
            }
            read(device, stream -> stream.copy(all, back));
        }
        assertThat(back).containsOnly(0);
    }

    @Test
    void aViewThatIsNotAlignedIsAnErrorThatSaysSo() throws InterruptedException {
        Device device = device();
        try (U8 bytes = device.u8(24)) {
            I32 ints = bytes.slice(2, 8).asI32();
            I64 longs = bytes.slice(4, 16).asI64();
            F32 floats = bytes.slice(1, 4).asF32();
            F64 doubles = bytes.slice(4, 8).asF64();
            assertThat(assertFails(device, IllegalArgumentException.class, i -> ints.getAndAdd(1, 1)))
                    .hasMessageContaining("elementBytes=4 offset=2");
            assertThat(assertFails(device, IllegalArgumentException.class, i -> longs.getAndMin(0, 1)))
                    .hasMessageContaining("elementBytes=8 offset=4");
            assertThat(assertFails(device, IllegalArgumentException.class, i -> floats.getAndSet(0, 1)))
                    .hasMessageContaining("elementBytes=4 offset=1");
            assertThat(assertFails(device, IllegalArgumentException.class, i -> doubles.compareAndSet(0, 0, 1)))
                    .hasMessageContaining("elementBytes=8 offset=4");
            I32 aligned = bytes.slice(4, 8).asI32();
            once(device, i -> aligned.getAndAdd(1, 1));
        }
    }

    private static long sum() {
        return (ITEMS - 1L) * ITEMS / 2;
    }

    /** Runs the kernel's items twice, at the same time where the device can. */
    private static void contend(Device device, Kernel1D kernel) throws InterruptedException {
        try (Stream one = device.stream();
                Stream two = device.stream()) {
            one.launch(Range.of(ITEMS), kernel);
            two.launch(Range.of(ITEMS), kernel);
            finish(one);
            finish(two);
        }
    }

    private static void once(Device device, LongConsumer kernel) throws InterruptedException {
        read(device, stream -> stream.launch(Range.of(1), kernel::accept));
    }

    private static Throwable assertFails(Device device, Class<? extends Throwable> cause, LongConsumer kernel) {
        KernelException[] failure = new KernelException[1];
        assertThatThrownBy(() -> once(device, kernel))
                .isInstanceOfSatisfying(KernelException.class, e -> failure[0] = e)
                .hasCauseInstanceOf(cause);
        return Objects.requireNonNull(failure[0].getCause());
    }

    private static void read(Device device, Consumer<Stream> work) throws InterruptedException {
        try (Stream stream = device.stream()) {
            work.accept(stream);
            finish(stream);
        }
    }
}
