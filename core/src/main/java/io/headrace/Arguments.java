package io.headrace;

import io.headrace.signal.Signal;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.KernelArguments;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one launch of a source kernel, checked and packed.
 *
 * @param packed as the driver gets them
 * @param counted the program and the arguments that live until the launch has ended
 */
record Arguments(KernelArguments packed, List<Counted> counted) {

    private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    /** Where a signal's value stands in its slot. */
    private static final int SIGNAL_VALUE = 8;

    /**
     * Takes what a caller gave for a kernel of this device; reads all of it before it returns.
     *
     * @throws IllegalArgumentException if the arguments are not those that the kernel wants
     */
    static Arguments of(Kernel kernel, Object... values) {
        KernelArguments.Layout layout = layout(kernel, values);
        Device device = kernel.program().device();
        long[] words = new long[layout.word(layout.count())];
        Counted[] counted = new Counted[1 + countedIn(values)];
        @Nullable DeviceMemory @Nullable [] blocks = counted.length == 1 ? null : new DeviceMemory[values.length];
        counted[0] = kernel.program().use();
        int next = 1;
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            int word = layout.word(i);
            switch (value) {
                case Buffer buffer -> {
                    checkDevice(kernel, i, buffer.device());
                    words[word] = buffer.address();
                    counted[next++] = buffer.allocation();
                    blocksOf(blocks)[i] = buffer.allocation().memory();
                }
                case HostBuffer buffer -> {
                    checkDevice(kernel, i, buffer.device());
                    HostBlock block = (HostBlock) buffer.allocation().memory();
                    words[word] = device.driverDevice().kernelAddress(block.address(), Math.max(1, buffer.bytes()));
                    counted[next++] = buffer.allocation();
                    blocksOf(blocks)[i] = block.memory();
                }
                case Signal signal -> {
                    words[word] =
                            device.driverDevice().kernelAddress(signal.nativeAddress() + SIGNAL_VALUE, Long.BYTES);
                    counted[next++] = new SignalUse(signal);
                }
                case MemorySegment struct -> put(struct, words, word);
                case byte[] struct -> put(MemorySegment.ofArray(struct), words, word);
                default -> words[word] = scalar(value, layout.size(i));
            }
        }
        return new Arguments(layout.arguments(words, blocks), Arrays.asList(counted));
    }

    private static @Nullable DeviceMemory[] blocksOf(@Nullable DeviceMemory @Nullable [] blocks) {
        if (blocks == null) {
            throw new AssertionError("buffers were counted before");
        }
        return blocks;
    }

    /** The layout of the arguments, which is that of the kernel's parameters where those are known. */
    private static KernelArguments.Layout layout(Kernel kernel, Object[] values) {
        KernelArguments.Layout layout = kernel.layout();
        int wanted = kernel.parameterCount();
        if (wanted >= 0 && wanted != values.length) {
            throw new IllegalArgumentException("a kernel needs as many arguments as it has parameters: kernel="
                    + kernel.name() + " given=" + values.length + " wanted=" + wanted);
        }
        boolean same = layout.count() == values.length;
        for (int i = 0; i < values.length; i++) {
            int size = size(kernel, i, values[i]);
            if (same && size == layout.size(i)) {
                continue;
            }
            same = false;
            int wantedBytes = kernel.parameterSize(i);
            if (wantedBytes > 0 && size != wantedBytes) {
                throw new IllegalArgumentException(
                        "an argument must have the size of the kernel's parameter: kernel=" + kernel.name() + " index="
                                + i + " given=" + values[i].getClass().getSimpleName() + " givenBytes=" + size
                                + " wantedBytes=" + wantedBytes);
            }
        }
        return same ? layout : newLayout(kernel, values);
    }

    private static KernelArguments.Layout newLayout(Kernel kernel, Object[] values) {
        int[] sizes = new int[values.length];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = size(kernel, i, values[i]);
        }
        KernelArguments.Layout layout = new KernelArguments.Layout(sizes);
        kernel.layout(layout);
        return layout;
    }

    private static int size(Kernel kernel, int index, @Nullable Object value) {
        if (value == null) {
            throw unknown(kernel, index, "null");
        }
        return switch (value) {
            case Buffer buffer -> Long.BYTES;
            case HostBuffer buffer -> Long.BYTES;
            case Signal signal -> Long.BYTES;
            case Long number -> Long.BYTES;
            case Double number -> Double.BYTES;
            case Integer number -> Integer.BYTES;
            case Float number -> Float.BYTES;
            case Short number -> Short.BYTES;
            case Byte number -> Byte.BYTES;
            case Boolean flag -> Byte.BYTES;
            case MemorySegment struct -> structSize(kernel, index, struct.byteSize());
            case byte[] struct -> structSize(kernel, index, struct.length);
            default -> throw unknown(kernel, index, value.getClass().getName());
        };
    }

    private static int structSize(Kernel kernel, int index, long bytes) {
        if (bytes < 1 || bytes > Integer.MAX_VALUE - Long.BYTES) {
            throw new IllegalArgumentException("an argument by value has 1 byte to 2 GiB: kernel=" + kernel.name()
                    + " index=" + index + " bytes=" + bytes);
        }
        return (int) bytes;
    }

    private static IllegalArgumentException unknown(Kernel kernel, int index, String given) {
        return new IllegalArgumentException("no kernel takes such an argument: kernel=" + kernel.name() + " index="
                + index + " given=" + given
                + "; give a Buffer, a HostBuffer, a Signal, a number, a boolean, or the bytes"
                + " of a struct as a MemorySegment or byte[]");
    }

    private static int countedIn(Object[] values) {
        int counted = 0;
        for (Object value : values) {
            if (value instanceof Buffer || value instanceof HostBuffer || value instanceof Signal) {
                counted++;
            }
        }
        return counted;
    }

    private static void checkDevice(Kernel kernel, int index, Device other) {
        Device device = kernel.program().device();
        if (other != device) {
            throw new IllegalArgumentException("the buffer belongs to another device: kernel=" + kernel.name()
                    + " index=" + index + " buffer=" + other.id() + " device=" + device.id());
        }
    }

    private static void put(MemorySegment struct, long[] words, int word) {
        MemorySegment.copy(struct, 0, MemorySegment.ofArray(words), (long) word * Long.BYTES, struct.byteSize());
    }

    /** A word that begins with the bytes of a number. */
    private static long scalar(Object value, int size) {
        long bits = switch (value) {
            case Double number -> Double.doubleToRawLongBits(number);
            case Float number -> Float.floatToRawIntBits(number);
            case Boolean flag -> flag ? 1 : 0;
            default -> ((Number) value).longValue();
        };
        int unused = Long.SIZE - size * Byte.SIZE;
        return LITTLE_ENDIAN ? bits << unused >>> unused : bits << unused;
    }

    /** A signal whose slot a kernel may store to. */
    private record SignalUse(Signal signal) implements Counted {

        @Override
        public void retain() {
            signal.retain();
        }

        @Override
        public void release() {
            signal.release();
        }
    }
}
