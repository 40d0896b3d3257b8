package io.headrace.config;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A value that a user can set from outside.
 *
 * <p>{@code NUM_QUEUES} is the system property {@code headrace.num.queues} or the environment variable
 * {@code HEADRACE_NUM_QUEUES}; where OpenMP's offload runtime has a variable of the same meaning, that one is looked at
 * last. {@link Settings} says in which order, and what happens to a value that cannot be used.
 *
 * <p>Numbers are whole and written in decimal digits only: no sign, blank, separator, unit or exponent; leading zeros
 * mean nothing. The unit is fixed. Flags are {@code true|yes|on|1} or {@code false|no|off|0} in any case of letters.
 */
public enum Knob {
    /** The most hardware queues that a device's streams share. */
    NUM_QUEUES(
            "4",
            WholeNumber.between(1, 128),
            "most hardware queues a device's streams share; they are created on first need"),

    /** How many packets the ring of a hardware queue holds. */
    QUEUE_SIZE(
            "512",
            WholeNumber.between(4, 65_536).in("packets").powersOfTwo(),
            "packets a hardware queue holds before the caller waits for room"),

    /** Which policy binds streams to queues. */
    QUEUE_BUSY_TRACKING(
            "true",
            new Flag(),
            "a stream takes an idle queue, else a new one, else the least used; if off, queues are taken in turn"),

    /** How long a wait spins before it parks. */
    STREAM_BUSYWAIT("50", WholeNumber.between(0, 10_000_000).in("us"), "how long a wait spins before it parks"),

    /** How many operations a stream may have pending. */
    MAX_PENDING(
            "65536",
            WholeNumber.between(1, Integer.MAX_VALUE).in("operations"),
            "operations a stream may have pending before the caller waits for room"),

    /** How long closing the runtime waits for what still runs. */
    CLOSE_TIMEOUT("10", WholeNumber.between(0, 3_600).in("s"), "how long closing the runtime waits for work in flight"),

    /** The default size of a launch, in groups for each compute unit. */
    TEAMS_PER_CU(
            "4",
            WholeNumber.between(1, 65_536).in("groups"),
            "groups for each compute unit where a launch does not say how many"),

    /** The size of the pieces in which host memory is staged. */
    MAX_ASYNC_COPY_BYTES(
            "1048576",
            WholeNumber.between(4_096, 1L << 40).in("bytes"),
            "size of the pieces in which host memory is staged for a copy"),

    /** How much of a confined arena's memory a copy may read before its call returns. */
    MAX_STAGED_BYTES(
            "67108864",
            WholeNumber.between(0, 1L << 40).in("bytes"),
            "most bytes of a confined arena that a copy to a device reads before the call returns"),

    /** Below how many bytes a copy stays in its stream's own queue. */
    COPY_THRESHOLD(
            "1048576",
            WholeNumber.between(0, 1L << 40).in("bytes"),
            "copies of fewer bytes stay in their stream's own queue and go to no copy engine"),

    /** The least bytes of a part of a copy that is split. */
    COPY_SPLIT_BYTES(
            "0",
            WholeNumber.between(0, 1L << 40).in("bytes"),
            "least bytes of each part of a copy that is split over idle engines of its direction; 0 to split none"),

    /** Whether copies are split where exactly one engine suits. */
    COPY_SPLIT_SINGLE(
            "false",
            new Flag(),
            "split also where exactly one engine is recommended, over idle ones that are for another direction or peer"),

    /** How many signals the pool starts with. */
    NUM_INITIAL_SIGNALS(
            "64", WholeNumber.between(0, 1_048_576).in("signals"), "signals the pool starts with; it grows on need"),

    /** For how many records a trace has room that its sink has not taken. */
    TRACE_RECORDS(
            "131072",
            WholeNumber.between(64, 1L << 24).in("records").powersOfTwo(),
            "records of operations that a trace has room for until its file takes them; about 100 bytes each"),

    /** The device that is used where the program names none. */
    DEVICE("", new DeviceName(), "device used where the program names none"),

    /** The copy engines that are never used. */
    EXCLUDED_ENGINES("", new NumberList(WholeNumber.between(0, 63)), "ids of copy engines that are never used"),

    /** The library of the CUDA driver. */
    CUDA_LIBRARY("", new FileName(), "library of the CUDA driver"),

    /** The library of CUDA's compiler, NVRTC. */
    NVRTC_LIBRARY("", new FileName(), "library of CUDA's compiler"),

    /** The library of OpenCL's loader. */
    OPENCL_LIBRARY("", new FileName(), "library of OpenCL's loader"),

    /** The library of ROCr. */
    HSA_LIBRARY("", new FileName(), "library of ROCr, the runtime for AMD's GPUs"),

    /** Whether compiled programs are kept in files. */
    PROGRAM_CACHE("true", new Flag(), "compiled programs are kept in the user's cache folder");

    private final String defaultValue;

    // All its implementations are records of immutable values, which the checker cannot see.
    @SuppressWarnings("ImmutableEnumChecker")
    private final ValueKind kind;

    private final String meaning;

    Knob(String defaultValue, ValueKind kind, String meaning) {
        this.defaultValue = defaultValue;
        this.kind = kind;
        this.meaning = meaning;
    }

    /** The environment variable, for instance {@code HEADRACE_NUM_QUEUES}. */
    public String variable() {
        return "HEADRACE_" + name();
    }

    /** The system property, for instance {@code headrace.num.queues}. */
    public String property() {
        return "headrace." + name().toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /** The environment variable of OpenMP's offload runtime with the same meaning; {@code null} if there is none. */
    public @Nullable String alias() {
        return Alias.of(this).map(Alias::variable).orElse(null);
    }

    /** The value when nothing is set, as text. */
    public String defaultValue() {
        return defaultValue;
    }

    /** The allowed values and their unit in words, for instance {@code 4-65536 packets, a power of two}. */
    public String range() {
        return kind.range();
    }

    /** What the knob does, in half a sentence. */
    public String meaning() {
        return meaning;
    }

    /** How values of this knob are written and checked. */
    ValueKind kind() {
        return kind;
    }
}
