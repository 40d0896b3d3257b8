package io.headrace.stress.program;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.I64;
import io.headrace.signal.Signal;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

    private final I64 registers;
    private final I64 slots;

    Machine(Device device, Program program) {
        this.device = device;
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
        Stream.concat(slotSignals.stream(), gates.stream()).forEach(Signal::close);
    }
}
