package io.headrace;

import io.headrace.config.Knob;
import io.headrace.config.Settings;
import io.headrace.config.TimeSource;
import io.headrace.copy.DeviceLanes;
import io.headrace.error.DeviceFailureException;
import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Range;
import io.headrace.kernel.Source;
import io.headrace.queue.QueuePolicy;
import io.headrace.queue.QueuePool;
import io.headrace.queue.QueueSlot;
import io.headrace.signal.DeviceClock;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalBatch;
import io.headrace.signal.WaitCounts;
import io.headrace.spi.DeviceInfo;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.EngineInfo;
import io.headrace.spi.KernelCode;
import io.headrace.trace.jfr.DeviceFailedEvent;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A processor with memory, hardware queues and copy engines. Devices belong to the runtime: they come with
 * {@link Headrace#open()} and go with the last close. Safe for use from any thread.
 */
public final class Device {

    private static final System.Logger LOG = System.getLogger("io.headrace");

    /** Stream numbers are unique in the process, so that traces and messages of different devices do not mix them up. */
    private static final AtomicLong STREAMS = new AtomicLong();

    private final HeadraceRuntime runtime;
    private final String id;
    private final int number;
    private final DriverDevice driverDevice;
    private final DeviceInfo info;
    private final boolean runsInline;
    private final boolean tellsTimes;
    private final Limits limits;
    private final DeviceLanes copyLanes;
    private final Lanes lanes;
    private final Reclaimer reclaimer;
    private final PinnedMemory pinned;
    private final Tracer tracer;
    private final OperationCounts operationCounts = new OperationCounts();
    private final WaitCounts waitCounts = new WaitCounts();
    private final AtomicBoolean lost = new AtomicBoolean();
    private final BackPressureCounts pressure = new BackPressureCounts();
    private final Companions companions = new Companions();
    private final Programs programs = new Programs(this);

    /**
     * Opens the device's first queue.
     *
     * @param number its place among the runtime's devices
     */
    Device(HeadraceRuntime runtime, String id, int number, DriverDevice driverDevice, Settings settings) {
        this.runtime = runtime;
        this.id = id;
        this.number = number;
        this.tracer = runtime.tracer();
        this.driverDevice = driverDevice;
        this.info = driverDevice.info();
        this.runsInline = driverDevice.runsInline();
        this.tellsTimes = driverDevice.tellsTimes();
        this.limits = Limits.of(settings);
        int queues = grant(Knob.NUM_QUEUES, settings, info.maxQueues());
        int size = grant(Knob.QUEUE_SIZE, settings, info.maxQueueSize());
        QueuePolicy policy =
                settings.flag(Knob.QUEUE_BUSY_TRACKING) ? QueuePolicy.BUSY_TRACKING : QueuePolicy.ROUND_ROBIN;
        QueuePool pool = new QueuePool(
                queues, policy, Lanes.announced(id, "queue", size, index -> driverDevice.createQueue(index, size)));
        List<Integer> excluded = settings.numbers(Knob.EXCLUDED_ENGINES);
        excluded.stream()
                .filter(engine -> info.engines().stream().noneMatch(known -> known.index() == engine))
                .forEach(engine -> LOG.log(
                        Level.WARNING,
                        "device={0} has no copy engine to exclude: {1}={2} engines={3}",
                        id,
                        Knob.EXCLUDED_ENGINES.variable(),
                        engine,
                        info.engines().size()));
        List<EngineInfo> usable = info.engines().stream()
                .filter(engine -> !excluded.contains(engine.index()))
                .toList();
        this.copyLanes = DeviceLanes.alone(0, usable);
        Routes routes = new Routes(copyLanes, Routes.policy(settings));
        this.lanes = new Lanes(driverDevice, id, pool, routes, size);
        this.reclaimer = new Reclaimer(id, lanes.compute());
        this.pinned = new PinnedMemory(id, driverDevice);
        pool.slots().getFirst().ensure();
    }

    private int grant(Knob knob, Settings settings, int most) {
        long asked = settings.number(knob);
        if (asked > most) {
            LOG.log(
                    Level.WARNING,
                    "device={0} grants less than asked: {1}={2} granted={3}",
                    id,
                    knob.variable(),
                    Long.toString(asked),
                    Integer.toString(most));
        }
        return (int) Math.min(asked, most);
    }

    /** The device's name in {@code HEADRACE_DEVICE}: its driver's name and its index there, for example {@code host:0}. */
    public String id() {
        return id;
    }

    /** The device's name as its maker gives it. */
    public String name() {
        return info.name();
    }

    /** What the device is. */
    public DeviceInfo info() {
        return info;
    }

    /**
     * The devices between whose memory and this one's copies go without the host, in the order of {@link Headrace#devices}; copies to
     * and from others are staged.
     */
    public List<Device> peers() {
        runtime.checkOpen();
        return runtime.peers().of(this);
    }

    /**
     * The copy engines that suit copies to a peer which this device makes, by their indices in {@link #info}; none if all of the kind
     * are alike, or the driver does not know. Large copies to the peer are made by one of these.
     *
     * @param peer one of {@link #peers}
     */
    public List<Integer> enginesTo(Device peer) {
        return driverDevice.enginesTo(peer.driverDevice);
    }

    /** The hardware queues as they are now. */
    public Queues queues() {
        QueuePool pool = lanes.pool();
        return new Queues(pool.policy(), pool.slots().size(), entries(lanes.compute()), entries(lanes.engines()));
    }

    private static List<Queues.Entry> entries(List<QueueSlot> slots) {
        return slots.stream()
                .filter(slot -> slot.queue() != null)
                .map(Device::entry)
                .toList();
    }

    private static Queues.Entry entry(QueueSlot slot) {
        DriverQueue queue = Objects.requireNonNull(slot.queue());
        long ended = queue.readIndex();
        long taken = queue.writeIndex();
        // Both indices go on between the two looks.
        long depth = Math.min(queue.capacity(), taken - ended);
        return new Queues.Entry(slot.index(), slot.users(), slot.usersMax(), taken, depth, queue.capacity());
    }

    /** What the device has copied and filled so far, by direction, route and engine. */
    public CopyCounters copyCounters() {
        return lanes.copyCounts().snapshot();
    }

    /** What the device has done since it was opened, and is doing. Costs what a few hundred reads cost. */
    public DeviceCounters counters() {
        return new DeviceCounters(
                operationCounts.with(slots()),
                copyCounters(),
                queues(),
                new DeviceCounters.Waits(waitCounts.spun(), waitCounts.parked()),
                pressure.snapshot(),
                runtime.signalWaits(),
                runtime.signals().live());
    }

    /** How streams that are about to be bound choose a queue. */
    public QueuePolicy policy() {
        return lanes.pool().policy();
    }

    /** Changes how streams choose a queue from now on. Those that are bound stay where they are. */
    public void policy(QueuePolicy policy) {
        runtime.checkOpen();
        lanes.pool().policy(Objects.requireNonNull(policy, "policy"));
    }

    /**
     * How many groups a launch has by default: {@code HEADRACE_TEAMS_PER_CU} for each of the device's compute units. Enough to
     * keep all of them busy to the end though some groups take longer, and few enough for each to have a result of its own.
     */
    public int defaultGroups() {
        return limits.groups(info.computeUnits());
    }

    /**
     * A range in about as many groups as {@link #defaultGroups} says, for group kernels that do not mind how large their groups
     * are. Dimensions are split from the last one on, so that groups are made of whole rows where that suffices.
     */
    public GroupedRange inGroups(Range range) {
        return DefaultGroups.of(range, defaultGroups());
    }

    /** A new stream. */
    public Stream stream() {
        return stream(StreamOptions.defaults());
    }

    /**
     * A new stream with options.
     *
     * @throws io.headrace.error.ResourcesExhaustedException if it is to be exclusive and the device has no queue left for it
     */
    public Stream stream(StreamOptions options) {
        runtime.checkOpen();
        return new Stream(this, STREAMS.incrementAndGet(), options);
    }

    /**
     * Records operations, to be replayed as one unit by {@link Stream#replay}.
     *
     * @param operations calls the recorder, as it would call a stream
     */
    public Recording record(Consumer<Recorder> operations) {
        runtime.checkOpen();
        return new Recording(this, Recorder.operations(this, operations));
    }

    /**
     * Compiles source kernels, or loads compiled ones. Of several forms of one program the device takes the first that it can run.
     * May take long; a virtual thread waits parked.
     *
     * @param sources the forms, each with the same kernels
     * @throws io.headrace.error.CompilationException if the program is wrong
     * @throws io.headrace.error.UnsupportedFeatureException if the device can run none of the forms
     */
    public Program compile(Source... sources) {
        return programs.compile(sources);
    }

    /** A new event, never recorded. */
    public Event event() {
        runtime.checkOpen();
        return new Event(this);
    }

    /**
     * The clock that turns times which the device itself stamped on a signal into the host's: for {@link Signal#dispatchTimes} and
     * {@link Signal#copyTimes}. What streams stamp that are profiled is by {@link #time} already.
     */
    public DeviceClock clock() {
        return driverDevice.clock();
    }

    /**
     * The clock by which times of operations are told: of records, of events, and of signals that profiled streams stamp. It is this
     * machine's ({@link System#nanoTime}), unless the device is one in virtual time; all devices of a runtime share it. How long a
     * call waits at most is time of this machine in any case.
     */
    public TimeSource time() {
        return runtime.time();
    }

    /**
     * A new signal.
     *
     * @param initial its value
     * @throws io.headrace.error.ResourcesExhaustedException if there are too many
     */
    public Signal signal(long initial) {
        return runtime.signal(initial);
    }

    /**
     * New signals, in slots next to each other: in whole pages that hold no others, of the device's own memory for signals if it
     * has one, else of the host's.
     *
     * <p>A load of a signal that the host reaches over a bus takes about a microsecond, and operations that change the value
     * by what it was are not atomic against stores that the device makes meanwhile; use them where only one side does.
     *
     * @param count how many, at least 1
     * @param initial the value of each
     * @throws IllegalArgumentException if there would be none
     * @throws io.headrace.error.ResourcesExhaustedException if there are too many, or no memory for them; nothing is left behind
     */
    public SignalBatch signals(int count, long initial) {
        return runtime.signals(count, initial, driverDevice.signalMemory());
    }

    /**
     * Allocates device memory, zeroed.
     *
     * @param bytes how much, 0 or more
     * @throws OutOfDeviceMemoryException if the device does not have so much
     */
    public Buffer buffer(long bytes) {
        return new Buffer(allocate(bytes), 0, bytes);
    }

    /** Allocates {@code length} 32-bit floats of device memory, zeroed; the terms are those of {@link #buffer}. */
    public F32 f32(long length) {
        return new F32(allocate(bytes(length, Float.BYTES)), 0, length);
    }

    /** Allocates {@code length} 64-bit floats of device memory, zeroed; the terms are those of {@link #buffer}. */
    public F64 f64(long length) {
        return new F64(allocate(bytes(length, Double.BYTES)), 0, length);
    }

    /** Allocates {@code length} 32-bit integers of device memory, zeroed; the terms are those of {@link #buffer}. */
    public I32 i32(long length) {
        return new I32(allocate(bytes(length, Integer.BYTES)), 0, length);
    }

    /** Allocates {@code length} 64-bit integers of device memory, zeroed; the terms are those of {@link #buffer}. */
    public I64 i64(long length) {
        return new I64(allocate(bytes(length, Long.BYTES)), 0, length);
    }

    /** Allocates {@code length} bytes of device memory, zeroed; the terms are those of {@link #buffer}. */
    public U8 u8(long length) {
        return new U8(allocate(length), 0, length);
    }

    /**
     * A buffer over device memory that somebody else allocated, for example another library. Closing it ends our use and
     * never frees the memory, which must stay until operations enqueued before the close have ended.
     *
     * @param address the memory's address in the device's address space (on the host device: of this process)
     * @param bytes its size, 0 or more
     * @throws IllegalArgumentException if the address is 0 or the memory reaches outside the address space
     * @throws io.headrace.error.UnsupportedFeatureException if the device cannot use memory that it did not allocate
     */
    public Buffer wrap(long address, long bytes) {
        if (address <= 0 || bytes < 0 || bytes > Long.MAX_VALUE - address) {
            throw new IllegalArgumentException(
                    "memory to wrap needs an address above 0, a size of 0 or more and an end within 2^63: address="
                            + address + " bytes=" + bytes);
        }
        runtime.checkOpen();
        return new Buffer(counted(driverDevice.wrap(address, bytes)), 0, bytes);
    }

    /**
     * Allocates pinned host memory, zeroed: the device copies from and to it in place.
     *
     * @param bytes how much, 0 or more
     * @throws OutOfDeviceMemoryException if there is not so much
     */
    public HostBuffer hostBuffer(long bytes) {
        checkSize(bytes);
        runtime.checkOpen();
        HostBlock block = new HostBlock(driverDevice.allocatePinned(Math.max(1, bytes)), pinned);
        Allocation allocation = counted(block);
        pinned.add(block, allocation);
        return new HostBuffer(allocation, block.segment().asSlice(0, bytes));
    }

    /**
     * Pins host memory that nobody can free while it is pinned: copies from and to it, and parts of it, are then done in place,
     * without staging. Only the global scope says so: {@code Arena.global()} and
     * {@code MemorySegment.ofAddress(address).reinterpret(bytes)}; who frees memory of that address must close the pin and
     * wait for the copies first.
     *
     * @throws io.headrace.error.UnsupportedFeatureException if the memory is of another scope, or the device cannot pin it
     * @throws IllegalArgumentException if it overlaps other pinned memory of this device without lying in it
     */
    public Pin pin(MemorySegment memory) {
        runtime.checkOpen();
        return pinned.pin(memory);
    }

    /**
     * What a library that is built on this one keeps for the device: one object of each kind, made when it is first asked for.
     * If two threads ask at once, two may be made, of which both get the same one and the other is dropped. One that is
     * {@link AutoCloseable} is closed when the runtime ends, after the last work has ended or was given up; what that throws
     * is among what the last handle's close throws.
     *
     * @param kind its class, best one that only that library knows
     * @param make makes it
     */
    public <T> T companion(Class<T> kind, Function<? super Device, ? extends T> make) {
        runtime.checkOpen();
        return companions.get(kind, this, make);
    }

    @Override
    public String toString() {
        return "Device[" + id + " " + info.name() + "]";
    }

    private Allocation allocate(long bytes) {
        checkSize(bytes);
        runtime.checkOpen();
        // A buffer of no bytes is legal, but no device allocates nothing.
        return counted(driverDevice.allocate(Math.max(1, bytes)));
    }

    private static void checkSize(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("a buffer's size must not be negative: bytes=" + bytes);
        }
    }

    private Allocation counted(DeviceMemory memory) {
        Allocation allocation = new Allocation(this, memory);
        reclaimer.allocated(allocation);
        return allocation;
    }

    private static long bytes(long length, int elementBytes) {
        if (length > Long.MAX_VALUE / elementBytes) {
            throw new OutOfDeviceMemoryException(
                    "no device has so much memory: length=" + length + " elementBytes=" + elementBytes);
        }
        return length * elementBytes;
    }

    HeadraceRuntime runtime() {
        return runtime;
    }

    Limits limits() {
        return limits;
    }

    /** Its place among the runtime's devices. */
    int number() {
        return number;
    }

    Tracer tracer() {
        return tracer;
    }

    /** An operation has failed because of the device. */
    void noteFailure(DeviceFailureException failure) {
        if (!failure.sticky() || lost.compareAndSet(false, true)) {
            DeviceFailedEvent.commit(id, failure);
        }
    }

    /** What ends outside of queues. */
    OperationCounts operationCounts() {
        return operationCounts;
    }

    /** The waits for its streams and events. */
    WaitCounts waitCounts() {
        return waitCounts;
    }

    /** The waits for room. */
    BackPressureCounts pressure() {
        return pressure;
    }

    Reclaimer reclaimer() {
        return reclaimer;
    }

    PinnedMemory pinned() {
        return pinned;
    }

    Programs programs() {
        return programs;
    }

    Companions companions() {
        return companions;
    }

    DriverDevice driverDevice() {
        return driverDevice;
    }

    KernelCode prepare(JavaKernel kernel) {
        if (!info.javaKernels()) {
            throw new UnsupportedFeatureException("device=" + id
                    + " runs no Java kernels; give it source kernels (device.compile), or choose a device that runs them: runs="
                    + info.sourceKinds());
        }
        return driverDevice.prepare(kernel);
    }

    /** The engines that may be used. */
    DeviceLanes copyLanes() {
        return copyLanes;
    }

    Lanes lanes() {
        return lanes;
    }

    /** All slots, compute queues and engines. */
    List<QueueSlot> slots() {
        return lanes.all();
    }

    /** Whether all packets before the one with this id have ended; a queue that reports late is made to look. */
    static boolean hasEnded(DriverQueue queue, long id) {
        if (queue.readIndex() >= id) {
            return true;
        }
        if (queue.reportsLate()) {
            queue.expectEnd(id - 1);
            queue.poll();
        }
        return queue.readIndex() >= id;
    }

    /** Whether no queue holds a packet. */
    boolean isIdle() {
        return slots().stream()
                .map(QueueSlot::queue)
                .allMatch(queue -> queue == null || hasEnded(queue, queue.writeIndex()));
    }

    /** Whether operations run on the threads that enqueue them. */
    boolean runsInline() {
        return runsInline;
    }

    /** Whether the driver may tell when an operation ran. */
    boolean tellsTimes() {
        return tellsTimes;
    }
}
