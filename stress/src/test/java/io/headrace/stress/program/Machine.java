package io.headrace.stress.program;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.I64;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.signal.Signal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** What the operations of one program share. */
final class Machine implements AutoCloseable {

    /** What a gate or a slot's signal is set to. */
    static final long OPEN = 1;

    final Device device;
    final List<Signal> slotSignals;
    final List<Signal> gates;
    final List<Event> events;

    /** Opened when the slot's event has been recorded. */
    final List<CountDownLatch> recorded;

    /** How often a call gave up because its time was over or its thread was interrupted. */
    final AtomicInteger disturbances = new AtomicInteger();

    private final StreamOptions options;
    private final I64 registers;
    private final I64 slots;

    Machine(Device device, Program program) {
        this.device = device;
        this.options = program.shape().disturbed()
                ? StreamOptions.defaults().withTimeout(Duration.ofNanos(200_000))
                : StreamOptions.defaults();
        this.slotSignals = signals(device, program.slots());
        this.gates = signals(device, program.gates());
        this.events = IntStream.range(0, program.events())
                .mapToObj(ignored -> device.event())
                .toList();
        this.recorded = IntStream.range(0, program.slots())
                .mapToObj(ignored -> new CountDownLatch(1))
                .toList();
        this.registers = device.i64((long) program.shape().streams() * Program.WIDTH);
        this.slots = device.i64((long) program.slots() * Program.WIDTH);
    }

    private static List<Signal> signals(Device device, int count) {
        return IntStream.range(0, count).mapToObj(ignored -> device.signal(0)).toList();
    }

    Stream stream() {
        return device.stream(options);
    }

    I64 register(int stream) {
        return part(registers, stream);
    }

    I64 slot(int slot) {
        return part(slots, slot);
    }

    private static I64 part(I64 whole, int index) {
        return whole.elements((long) index * Program.WIDTH, Program.WIDTH);
    }

    @Override
    public void close() {
        registers.close();
        slots.close();
        slotSignals.forEach(Signal::close);
        gates.forEach(Signal::close);
    }
}
