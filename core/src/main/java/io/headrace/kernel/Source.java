package io.headrace.kernel;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * A program for a device: text that is compiled for it, or binary code. Give {@code Device.compile} one for each family of
 * devices that is to run it; the device takes the first that it can run. Immutable.
 */
public final class Source {

    /** In what form a program is given. */
    public enum Kind {
        /** CUDA C++, compiled by NVRTC. */
        CUDA_C("program.cu", true, true),
        /** OpenCL C, compiled by the device's driver. */
        OPENCL_C("program.cl", true, true),
        /** NVIDIA's assembly language. */
        PTX("program.ptx", true, false),
        /** Code of one NVIDIA architecture. */
        CUBIN("program.cubin", false, false),
        /** A SPIR-V module. */
        SPIR_V("program.spv", false, true),
        /** A code object of one AMD architecture. */
        HSA_CODE_OBJECT("program.hsaco", false, false);

        private final String defaultName;
        private final boolean text;
        private final boolean options;

        Kind(String defaultName, boolean text, boolean options) {
            this.defaultName = defaultName;
            this.text = text;
            this.options = options;
        }

        /** Whether it is text. */
        public boolean isText() {
            return text;
        }

        /** Whether what compiles it takes options. */
        public boolean takesOptions() {
            return options;
        }
    }

    private final Kind kind;
    private final String name;
    private final List<String> options;
    private final byte[] content;
    private final String hash;

    private Source(Kind kind, String name, List<String> options, byte[] content) {
        this.kind = kind;
        this.name = name;
        this.options = options;
        this.content = content;
        this.hash = hash(kind, name, options, content);
    }

    /** CUDA C++. Kernels are found by their names if they are {@code extern "C"}. */
    public static Source cudaC(String text) {
        return ofText(Kind.CUDA_C, text);
    }

    /** OpenCL C. */
    public static Source openclC(String text) {
        return ofText(Kind.OPENCL_C, text);
    }

    /** PTX. */
    public static Source ptx(String text) {
        return ofText(Kind.PTX, text);
    }

    /** PTX as it is in a file. */
    public static Source ptx(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] == 0) {
            end--; // compilers end it with a zero
        }
        return ofText(Kind.PTX, new String(bytes, 0, end, StandardCharsets.UTF_8));
    }

    /** A cubin. */
    public static Source cubin(byte[] bytes) {
        return ofBytes(Kind.CUBIN, bytes);
    }

    /** A SPIR-V module. */
    public static Source spirV(byte[] bytes) {
        return ofBytes(Kind.SPIR_V, bytes);
    }

    /** An HSA code object. */
    public static Source hsaCodeObject(byte[] bytes) {
        return ofBytes(Kind.HSA_CODE_OBJECT, bytes);
    }

    private static Source ofText(Kind kind, String text) {
        if (text.isBlank() || text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "the text of a program must not be blank, nor hold the character 0: kind=" + kind + " length="
                            + text.length());
        }
        return new Source(kind, kind.defaultName, List.of(), text.getBytes(StandardCharsets.UTF_8));
    }

    private static Source ofBytes(Kind kind, byte[] bytes) {
        if (bytes.length == 0) {
            throw new IllegalArgumentException("a program must not be empty: kind=" + kind);
        }
        return new Source(kind, kind.defaultName, List.of(), bytes.clone());
    }

    /**
     * This source by another name: what messages and logs call it, usually its file's name.
     *
     * @throws IllegalArgumentException if the name is blank or holds the character 0
     */
    public Source withName(String newName) {
        checkWord("name", newName);
        return new Source(kind, newName, options, content);
    }

    /**
     * This source with other options for what compiles it, in that compiler's own words, one each.
     *
     * @throws IllegalArgumentException if the kind takes none, or one is blank or holds the character 0
     */
    public Source withOptions(String... newOptions) {
        if (newOptions.length > 0 && !kind.options) {
            throw new IllegalArgumentException("a program of this kind takes no options: kind=" + kind + " name=" + name
                    + " options=" + Arrays.toString(newOptions));
        }
        for (String option : newOptions) {
            checkWord("option", option);
        }
        return new Source(kind, name, List.of(newOptions), content);
    }

    private static void checkWord(String what, String word) {
        if (word.isBlank() || word.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "a source's " + what + " must not be blank, nor hold the character 0: " + what + "=" + word);
        }
    }

    /** In what form the program is. */
    public Kind kind() {
        return kind;
    }

    /** What messages and logs call it. */
    public String name() {
        return name;
    }

    /** Options for what compiles it. */
    public List<String> options() {
        return options;
    }

    /**
     * The text.
     *
     * @throws IllegalStateException if the kind is binary
     */
    public String text() {
        if (!kind.text) {
            throw new IllegalStateException("a binary program has no text: kind=" + kind + " name=" + name);
        }
        return new String(content, StandardCharsets.UTF_8);
    }

    /** A copy of the program's bytes; text is in UTF-8. */
    public byte[] bytes() {
        return content.clone();
    }

    /** A name for all that makes up this source, for caches: the SHA-256 of kind, name, options and content, in hexadecimal digits. */
    public String hash() {
        return hash;
    }

    private static String hash(Kind kind, String name, List<String> options, byte[] content) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            update(digest, kind.name());
            update(digest, name);
            options.forEach(option -> update(digest, option));
            digest.update((byte) '\n');
            return HexFormat.of().formatHex(digest.digest(content));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java has SHA-256", impossible);
        }
    }

    /** No word holds the character 0, so it tells where one ends. */
    private static void update(MessageDigest digest, String word) {
        digest.update(word.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Source source && hash.equals(source.hash);
    }

    @Override
    public int hashCode() {
        return hash.hashCode();
    }

    @Override
    public String toString() {
        return "Source[" + kind + " " + name + " bytes=" + content.length + "]";
    }
}
