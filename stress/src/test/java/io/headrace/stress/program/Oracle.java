package io.headrace.stress.program;

import java.util.Arrays;

/** What a program gives: found by running it one operation after the other on plain arrays. */
final class Oracle {

    /** No failure. */
    static final int NONE = -1;

    /** The registers at the end. */
    final long[][] registers;

    /** The slots at the end. */
    final long[][] slots;

    /** The operation that the slot failed by, or {@link #NONE}. */
    final int[] slotFailures;

    /** The operation whose failure the wait number i of {@link Op.Finish} throws, by its place in the program. */
    final int[] finishFailures;

    /** The failure that a stream has at the end. */
    final int[] failures;

    Oracle(Program program) {
        int streams = program.shape().streams();
        registers = new long[streams][Program.WIDTH];
        slots = new long[program.slots()][Program.WIDTH];
        slotFailures = new int[program.slots()];
        finishFailures = new int[program.ops().size()];
        failures = new int[streams];
        Arrays.fill(failures, NONE);
        for (int i = 0; i < program.ops().size(); i++) {
            run(i, program.ops().get(i));
        }
    }

    private void run(int place, Op op) {
        int failure = failures[op.stream()];
        if (op instanceof Op.Finish) {
            finishFailures[place] = failure;
            failures[op.stream()] = NONE;
        } else if (op instanceof Op.Publish publish) {
            slotFailures[publish.slot()] = failure;
            if (failure == NONE) {
                slots[publish.slot()] = registers[op.stream()].clone();
            }
        } else if (failure == NONE) {
            change(op, registers[op.stream()]);
        }
    }

    private void change(Op op, long[] register) {
        switch (op) {
            case Op.Mix mix -> mix(register, mix.salt());
            case Op.Fill fill -> Arrays.fill(register, fill.from(), fill.from() + fill.count(), fill.value());
            case Op.Shift shift -> System.arraycopy(register, shift.from(), register, shift.to(), shift.count());
            case Op.AfterEvent after -> {
                failures[op.stream()] = slotFailures[after.slot()];
                mixIfWell(op, register, after.slot());
            }
            case Op.AfterSignal after -> mixIfWell(op, register, after.slot());
            case Op.BlockingCall call -> {
                failures[op.stream()] = slotFailures[call.slot()];
                if (failures[op.stream()] == NONE) {
                    mix(register, call.salt());
                }
            }
            case Op.Fail fail -> failures[op.stream()] = fail.id();
            case Op.AfterGate ignored -> {}
            case Op.Replace ignored -> {}
            case Op.Finish ignored -> {}
            case Op.Publish ignored -> {}
        }
    }

    private void mixIfWell(Op op, long[] register, int slot) {
        if (failures[op.stream()] == NONE) {
            for (int i = 0; i < register.length; i++) {
                register[i] = Mixing.mix(register[i], slots[slot][i], i);
            }
        }
    }

    private static void mix(long[] register, long salt) {
        for (int i = 0; i < register.length; i++) {
            register[i] = Mixing.mix(register[i], salt, i);
        }
    }
}
