package io.headrace.hsa;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A code object for an AMD GPU, as far as it says what its kernels are given: an ELF file with a note in MessagePack. By LLVM's
 * documentation of the AMDGPU back end, code objects of version 3 and newer.
 *
 * @param kernels its kernels, in its own order
 */
record CodeObject(List<KernelDescription> kernels) {

    private static final int ELF_MAGIC = 0x464c457f;
    private static final int MACHINE_AMDGPU = 224;
    private static final int MACHINE_OFFSET = 18;
    private static final int SEGMENTS_OFFSET = 32;
    private static final int SEGMENT_BYTES_OFFSET = 54;
    private static final int SEGMENT_COUNT_OFFSET = 56;
    private static final int HEADER_BYTES = 64;
    private static final int SEGMENT_NOTE = 4;
    private static final int NOTE_METADATA = 32;
    private static final String BUNDLE = "__CLANG_OFFLOAD_BUNDLE__";

    CodeObject {
        kernels = List.copyOf(kernels);
    }

    /**
     * Reads a file's content.
     *
     * @throws IllegalArgumentException if it is no such file; the message says why
     */
    static CodeObject read(byte[] content) {
        ByteBuffer elf = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
        if (new String(content, 0, Math.min(content.length, BUNDLE.length()), StandardCharsets.US_ASCII)
                .equals(BUNDLE)) {
            throw new IllegalArgumentException(
                    "it is a bundle of code objects; take the one for the device out of it by clang-offload-bundler");
        }
        if (content.length < HEADER_BYTES || elf.getInt(0) != ELF_MAGIC) {
            throw new IllegalArgumentException("it is no ELF file");
        }
        int machine = elf.getShort(MACHINE_OFFSET) & 0xffff;
        if (machine != MACHINE_AMDGPU) {
            throw new IllegalArgumentException(
                    "it is for another machine than AMD's GPUs: machine=" + machine + " wanted=" + MACHINE_AMDGPU);
        }
        try {
            return new CodeObject(kernels(metadata(elf)));
        } catch (IndexOutOfBoundsException | ClassCastException | ArithmeticException e) {
            throw new IllegalArgumentException("its parts are not where it says they are: " + e.getMessage(), e);
        }
    }

    private static ByteBuffer metadata(ByteBuffer elf) {
        int segments = Math.toIntExact(elf.getLong(SEGMENTS_OFFSET));
        int bytes = elf.getShort(SEGMENT_BYTES_OFFSET) & 0xffff;
        int count = elf.getShort(SEGMENT_COUNT_OFFSET) & 0xffff;
        for (int i = 0; i < count; i++) {
            int at = segments + i * bytes;
            if (elf.getInt(at) == SEGMENT_NOTE) {
                int offset = Math.toIntExact(elf.getLong(at + 8));
                int size = Math.toIntExact(elf.getLong(at + 32));
                ByteBuffer found = metadataIn(elf.slice(offset, size).order(ByteOrder.LITTLE_ENDIAN));
                if (found != null) {
                    return found;
                }
            }
        }
        throw new IllegalArgumentException(
                "it does not describe its kernels; compile it as a code object of version 3 or newer");
    }

    /** Notes are a name, a type and a content, each at a multiple of 4. */
    private static @Nullable ByteBuffer metadataIn(ByteBuffer notes) {
        int at = 0;
        while (at + 12 <= notes.limit()) {
            int nameBytes = notes.getInt(at);
            int bytes = notes.getInt(at + 4);
            int type = notes.getInt(at + 8);
            int content = at + 12 + padded(nameBytes);
            if (type == NOTE_METADATA && nameBytes == 7) { // "AMDGPU" and its zero
                return notes.slice(content, bytes);
            }
            at = content + padded(bytes);
        }
        return null;
    }

    private static int padded(int bytes) {
        return Math.addExact(bytes, 3) & -4;
    }

    private static List<KernelDescription> kernels(ByteBuffer metadata) {
        if (!(MessagePack.read(metadata) instanceof Map<?, ?> all
                && all.get("amdhsa.kernels") instanceof List<?> list)) {
            throw new IllegalArgumentException("its description has no list of kernels");
        }
        List<KernelDescription> kernels = new ArrayList<>();
        for (Object kernel : list) {
            kernels.add(kernel(map(kernel)));
        }
        return kernels;
    }

    private static KernelDescription kernel(Map<?, ?> told) {
        List<KernelParameter> parameters = new ArrayList<>();
        if (told.get(".args") instanceof List<?> list) {
            for (Object parameter : list) {
                parameters.add(parameter(map(parameter)));
            }
        }
        List<Integer> only = new ArrayList<>();
        if (told.get(".reqd_workgroup_size") instanceof List<?> sizes) {
            for (Object size : sizes) {
                only.add(Math.toIntExact((Long) size));
            }
        }
        return new KernelDescription(
                text(told, ".name"),
                text(told, ".symbol"),
                parameters,
                number(told, ".kernarg_segment_size"),
                told.containsKey(".max_flat_workgroup_size") ? number(told, ".max_flat_workgroup_size") : 0,
                only);
    }

    private static KernelParameter parameter(Map<?, ?> told) {
        return new KernelParameter(
                number(told, ".offset"), number(told, ".size"), KernelParameter.Kind.of(text(told, ".value_kind")));
    }

    private static Map<?, ?> map(@Nullable Object told) {
        if (told instanceof Map<?, ?> map) {
            return map;
        }
        throw new IllegalArgumentException("its description has something else where a map should be");
    }

    private static String text(Map<?, ?> told, String key) {
        if (told.get(key) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("its description lacks a text: key=" + key);
    }

    private static int number(Map<?, ?> told, String key) {
        if (told.get(key) instanceof Long number && number >= 0 && number <= Integer.MAX_VALUE) {
            return number.intValue();
        }
        throw new IllegalArgumentException("its description lacks a number: key=" + key);
    }
}
