package io.headrace.config;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An environment variable of LLVM's OpenMP offload runtime, and what becomes of it here.
 *
 * <p>Most have a {@link Knob} of the same meaning, which looks at them when nothing of our own is set. The others are read
 * too: whoever sets one is told, in one line of log, that it has no effect and why. It is never an error, whatever its value.
 */
public enum Alias {
    /** Group memory that each launch gets on top of what its kernel asks for. */
    SHARED_MEMORY_SIZE("0", null, "a group kernel says how much group memory it needs"),

    /** The stack of a device thread. */
    STACK_SIZE(
            "the device's",
            null,
            "kernels of the host device run on Java threads, whose stack -Xss and -XX:ThreadStackSize set"),

    /** The heap from which kernels allocate. */
    HEAP_SIZE("the device's", null, "kernels of the host device allocate from Java's heap, which -Xmx sets"),

    /** How many streams the pool starts with. */
    NUM_INITIAL_STREAMS(
            "1", null, "there is no pool of streams; a stream is a small object, made when it is asked for"),

    /** How many events the pool starts with. */
    NUM_INITIAL_EVENTS("1", null, "there is no pool of events; an event is a small object, made when it is asked for"),

    /** Whether host memory that a program maps is pinned. */
    LOCK_MAPPED_HOST_BUFFERS("false", null, "nothing is pinned unasked; device.pin(segment) does it"),

    /** The most hardware queues of a device. */
    AMDGPU_NUM_HSA_QUEUES(
            "4", Knob.NUM_QUEUES, "there clamped to what the device has; here the device's limit is told"),

    /** The packets that a hardware queue holds. */
    AMDGPU_HSA_QUEUE_SIZE("512", Knob.QUEUE_SIZE, "there not checked to be a power of two"),

    /** Which policy binds streams to queues. */
    AMDGPU_HSA_QUEUE_BUSY_TRACKING("true", Knob.QUEUE_BUSY_TRACKING, "the same choice"),

    /** The default size of a launch. */
    AMDGPU_TEAMS_PER_CU("4", Knob.TEAMS_PER_CU, "the same meaning"),

    /** From which size on a copy is not made at once. */
    AMDGPU_MAX_ASYNC_COPY_BYTES(
            "1048576",
            Knob.MAX_ASYNC_COPY_BYTES,
            "there larger copies of unpinned memory block; here they are staged piece by piece"),

    /** How many signals the pool starts with. */
    AMDGPU_NUM_INITIAL_HSA_SIGNALS("64", Knob.NUM_INITIAL_SIGNALS, "the same meaning"),

    /** How long a wait spins before it blocks. */
    AMDGPU_STREAM_BUSYWAIT("2000000", Knob.STREAM_BUSYWAIT, "microseconds in both; here a wait parks much sooner");

    private final String defaultThere;
    private final @Nullable Knob knob;
    private final String note;

    Alias(String defaultThere, @Nullable Knob knob, String note) {
        this.defaultThere = defaultThere;
        this.knob = knob;
        this.note = note;
    }

    /** The environment variable, for instance {@code LIBOMPTARGET_AMDGPU_NUM_HSA_QUEUES}. */
    public String variable() {
        return "LIBOMPTARGET_" + name();
    }

    /** The value that the offload runtime takes when nothing is set, as text. */
    public String defaultThere() {
        return defaultThere;
    }

    /** The knob that it stands for; {@code null} if it is not applicable here. */
    public @Nullable Knob knob() {
        return knob;
    }

    /** In half a sentence: how the two differ or, if it is not applicable, why. */
    public String note() {
        return note;
    }

    /** The variable that stands for a knob, if there is one. */
    static Optional<Alias> of(Knob knob) {
        return Arrays.stream(values()).filter(alias -> alias.knob == knob).findFirst();
    }

    /** What to say when it is set and not applicable. */
    String notApplicable(String value) {
        return variable() + "=\"" + value + "\" is not applicable and has no effect: " + note;
    }
}
