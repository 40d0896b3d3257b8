package io.headrace;

import io.headrace.spi.Command;
import io.headrace.trace.OperationKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A fixed sequence of launches, copies and fills, made ready once and replayed as one unit any number of times, on any stream
 * of its device: see {@link Stream#replay}.
 *
 * <p>A recording never changes; {@link #with} makes another one that differs in one operation, which is how the arguments of
 * an operation are replaced between two replays. It holds no device memory: buffers are counted while a replay is enqueued,
 * and a replay that uses a closed one is refused. Host memory and arrays are read and written at each replay. Operations that
 * follow each other and go to the same engine travel as one packet.
 *
 * <p>Safe for use from any thread, by several streams at a time.
 */
public final class Recording {

    private final Device device;
    private final List<Operation> operations;
    private final List<Operation> parts;

    Recording(Device device, List<Operation> operations) {
        this.device = device;
        this.operations = List.copyOf(operations);
        this.parts = parts(device, this.operations);
    }

    /** The device it was made for. */
    public Device device() {
        return device;
    }

    /** How many operations it has. Those that do nothing (an empty range, no bytes) are not among them. */
    public int size() {
        return operations.size();
    }

    /**
     * A recording like this one, but for one operation.
     *
     * @param index which one is replaced, from 0
     * @param operation enqueues what comes in its place: exactly one operation
     * @throws IndexOutOfBoundsException if there is no such operation
     * @throws IllegalArgumentException if it is not exactly one operation
     */
    public Recording with(int index, Consumer<Recorder> operation) {
        List<Operation> changed = new ArrayList<>(operations);
        List<Operation> replacement = Recorder.operations(device, operation);
        if (replacement.size() != 1) {
            throw new IllegalArgumentException("an operation is replaced by exactly one that does something: index="
                    + index + " operations=" + replacement.size());
        }
        changed.set(index, replacement.getFirst());
        return new Recording(device, changed);
    }

    /** What a replay enqueues: one operation for each run of operations for the same engine. */
    List<Operation> parts() {
        return parts;
    }

    @Override
    public String toString() {
        return "Recording[size=" + size() + " device=" + device.id() + "]";
    }

    private static List<Operation> parts(Device device, List<Operation> operations) {
        List<Operation> parts = new ArrayList<>();
        for (int from = 0; from < operations.size(); ) {
            int to = from + 1;
            while (to < operations.size()
                    && operations.get(to).engine() == operations.get(from).engine()) {
                to++;
            }
            parts.add(part(device, operations.subList(from, to)));
            from = to;
        }
        return List.copyOf(parts);
    }

    private static Operation part(Device device, List<Operation> run) {
        Operation first = run.getFirst();
        if (run.size() == 1) {
            return first;
        }
        List<Command> commands = run.stream().map(Operation::command).toList();
        List<Counted> buffers = run.stream()
                .<Counted>flatMap(one -> one.buffers().stream())
                .distinct()
                .toList();
        Command sequence = new Command.Sequence(device.driverDevice().prepare(commands), commands);
        List<Transfer> transfers =
                run.stream().flatMap(one -> one.transfers().stream()).toList();
        String name = "recording of " + run.size() + " operations";
        return new Operation(
                OperationKind.RECORDING, name, sequence, first.engine(), false, buffers, null, transfers, null);
    }
}
