package io.headrace.hsa;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes code objects of version 4 as a linker does, for the real loader of ROCr; but where the code should be there is one instruction
 * that ends the program, and a descriptor may name a host function in bytes that AMD has reserved, which the stand-in calls instead.
 */
final class CodeObjectWriter {

    static final int GFX900 = 0x2c;

    /** Whether memory faults of kernels can be gone on from does not matter. */
    private static final int ANY_XNACK = 0x100;

    private static final long MARK = 0x45444f4354534f48L;
    private static final int END_PROGRAM = 0xbf810000;
    private static final int DESCRIPTOR_BYTES = 64;
    private static final int HEADER_BYTES = 64;
    private static final int SEGMENT_BYTES = 56;
    private static final int SECTION_BYTES = 64;
    private static final int SYMBOL_BYTES = 24;
    private static final int NOTE_TYPE = 32;
    private static final byte[] NOTE_NAME = "AMDGPU\0\0".getBytes(StandardCharsets.US_ASCII);
    private static final int PAGE = 4_096;

    private final List<Kernel> kernels = new ArrayList<>();
    private final int machineFlags;

    /**
     * A parameter.
     *
     * @param kind in the words of a code object's description
     */
    record Parameter(String kind, int bytes, int alignment) {

        static Parameter value(int bytes) {
            return new Parameter("by_value", bytes, Math.min(bytes, Long.BYTES));
        }

        static Parameter pointer() {
            return new Parameter("global_buffer", Long.BYTES, Long.BYTES);
        }
    }

    private record Kernel(String name, long function, int groupBytes, boolean hasCode, List<Parameter> parameters) {

        List<Integer> offsets() {
            List<Integer> offsets = new ArrayList<>();
            int at = 0;
            for (Parameter parameter : parameters) {
                at = (at + parameter.alignment - 1) / parameter.alignment * parameter.alignment;
                offsets.add(at);
                at += parameter.bytes;
            }
            offsets.add((at + 7) & -8);
            return offsets;
        }

        int argumentBytes() {
            return offsets().getLast();
        }
    }

    private record Section(String name, int type, long flags, int offset, int bytes, int link, int info, int entry) {}

    CodeObjectWriter() {
        this(GFX900 | ANY_XNACK);
    }

    CodeObjectWriter(int machineFlags) {
        this.machineFlags = machineFlags;
    }

    /** Adds a kernel that does nothing. */
    CodeObjectWriter empty(String name, Parameter... parameters) {
        kernels.add(new Kernel(name, 0, 0, true, List.of(parameters)));
        return this;
    }

    /** Adds a kernel that is a host function. */
    CodeObjectWriter kernel(String name, long function, Parameter... parameters) {
        kernels.add(new Kernel(name, function, 0, true, List.of(parameters)));
        return this;
    }

    /** Adds a kernel that is a host function and declares memory for each group. */
    CodeObjectWriter kernelWithGroupMemory(String name, long function, int groupBytes, Parameter... parameters) {
        kernels.add(new Kernel(name, function, groupBytes, true, List.of(parameters)));
        return this;
    }

    /** Adds a kernel whose code nobody can run. */
    CodeObjectWriter unknown(String name) {
        kernels.add(new Kernel(name, 0, 0, false, List.of()));
        return this;
    }

    private byte[] metadata() {
        List<Map<String, Object>> list = new ArrayList<>();
        for (Kernel kernel : kernels) {
            List<Map<String, Object>> parameters = new ArrayList<>();
            List<Integer> offsets = kernel.offsets();
            for (int i = 0; i < kernel.parameters.size(); i++) {
                Parameter parameter = kernel.parameters.get(i);
                parameters.add(
                        Map.of(".offset", offsets.get(i), ".size", parameter.bytes, ".value_kind", parameter.kind));
            }
            list.add(Map.of(
                    ".name",
                    kernel.name,
                    ".symbol",
                    kernel.name + ".kd",
                    ".args",
                    parameters,
                    ".kernarg_segment_size",
                    kernel.argumentBytes(),
                    ".kernarg_segment_align",
                    Long.BYTES,
                    ".max_flat_workgroup_size",
                    1_024));
        }
        return MessagePackWriter.bytes(Map.of("amdhsa.version", List.of(1, 1), "amdhsa.kernels", list));
    }

    byte[] bytes() {
        byte[] metadata = metadata();
        ByteBuffer file = ByteBuffer.allocate(4 * PAGE + kernels.size() * 512 + metadata.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        List<Section> sections = new ArrayList<>();
        sections.add(new Section("", 0, 0, 0, 0, 0, 0, 0));

        file.position(HEADER_BYTES + 2 * SEGMENT_BYTES);
        int notes = file.position();
        file.putInt(7).putInt(metadata.length).putInt(NOTE_TYPE).put(NOTE_NAME).put(metadata);
        pad(file, 4);
        int notesBytes = file.position() - notes;
        sections.add(new Section(".note", 7, 2, notes, notesBytes, 0, 0, 0));

        pad(file, DESCRIPTOR_BYTES);
        int descriptors = file.position();
        int code = (descriptors + kernels.size() * DESCRIPTOR_BYTES + 255) & -256;
        for (int i = 0; i < kernels.size(); i++) {
            int at = descriptors + i * DESCRIPTOR_BYTES;
            Kernel kernel = kernels.get(i);
            file.putInt(at, kernel.groupBytes).putInt(at + 8, kernel.argumentBytes());
            file.putLong(at + 16, kernel.hasCode ? code - at : -1);
            if (kernel.function != 0) {
                file.putLong(at + 24, MARK).putLong(at + 32, kernel.function);
            }
        }
        sections.add(new Section(".rodata", 1, 2, descriptors, kernels.size() * DESCRIPTOR_BYTES, 0, 0, 0));
        file.putInt(code, END_PROGRAM);
        file.position(code + 64);
        sections.add(new Section(".text", 1, 6, code, 64, 0, 0, 0));
        int loaded = file.position();

        StringBuilder names = new StringBuilder("\0");
        int symbols = file.position();
        file.position(symbols + SYMBOL_BYTES);
        for (int i = 0; i < kernels.size(); i++) {
            file.putInt(names.length());
            names.append(kernels.get(i).name).append(".kd\0");
            file.put((byte) (1 << 4 | 1)).put((byte) 3); // global, an object; protected
            file.putShort((short) 2); // in .rodata
            file.putLong(descriptors + (long) i * DESCRIPTOR_BYTES).putLong(DESCRIPTOR_BYTES);
        }
        int symbolBytes = file.position() - symbols;
        int strings = text(file, names.toString());
        sections.add(new Section(".dynsym", 11, 2, symbols, symbolBytes, 6, 1, SYMBOL_BYTES));
        sections.add(new Section(".symtab", 2, 0, symbols, symbolBytes, 6, 1, SYMBOL_BYTES));
        sections.add(new Section(".strtab", 3, 0, strings, names.length(), 0, 0, 0));
        sectionHeaders(file, sections);

        header(file, sections.size() + 1);
        segment(file, HEADER_BYTES, 1, 5, 0, loaded, PAGE);
        segment(file, HEADER_BYTES + SEGMENT_BYTES, 4, 4, notes, notesBytes, 4);
        byte[] bytes = new byte[file.position()];
        file.get(0, bytes);
        return bytes;
    }

    private static void pad(ByteBuffer file, int alignment) {
        file.position((file.position() + alignment - 1) / alignment * alignment);
    }

    private static int text(ByteBuffer file, String text) {
        int at = file.position();
        file.put(text.getBytes(StandardCharsets.US_ASCII));
        pad(file, Long.BYTES);
        return at;
    }

    private static void sectionHeaders(ByteBuffer file, List<Section> sections) {
        StringBuilder names = new StringBuilder();
        List<Integer> at = new ArrayList<>();
        List<Section> all = new ArrayList<>(sections);
        all.add(new Section(".shstrtab", 3, 0, 0, 0, 0, 0, 0));
        for (Section section : all) {
            at.add(names.length());
            names.append(section.name).append('\0');
        }
        int strings = text(file, names.toString());
        all.set(all.size() - 1, new Section(".shstrtab", 3, 0, strings, names.length(), 0, 0, 0));
        file.putLong(40, file.position());
        for (int i = 0; i < all.size(); i++) {
            Section section = all.get(i);
            file.putInt(at.get(i)).putInt(section.type).putLong(section.flags);
            file.putLong((section.flags & 2) != 0 ? section.offset : 0);
            file.putLong(section.offset)
                    .putLong(section.bytes)
                    .putInt(section.link)
                    .putInt(section.info);
            file.putLong(i == 0 ? 0 : 4).putLong(section.entry);
        }
    }

    private void header(ByteBuffer file, int sectionCount) {
        file.put(0, new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 64, 2}); // 64 bits, little-endian, AMD HSA, version 4
        file.putShort(16, (short) 3).putShort(18, (short) 224).putInt(20, 1);
        file.putLong(32, HEADER_BYTES).putInt(48, machineFlags).putShort(52, (short) HEADER_BYTES);
        file.putShort(54, (short) SEGMENT_BYTES).putShort(56, (short) 2);
        file.putShort(58, (short) SECTION_BYTES).putShort(60, (short) sectionCount);
        file.putShort(62, (short) (sectionCount - 1));
    }

    private static void segment(ByteBuffer file, int at, int type, int flags, long offset, long bytes, long alignment) {
        file.putInt(at, type).putInt(at + 4, flags);
        file.putLong(at + 8, offset).putLong(at + 16, offset).putLong(at + 24, offset);
        file.putLong(at + 32, bytes).putLong(at + 40, bytes).putLong(at + 48, alignment);
    }
}
