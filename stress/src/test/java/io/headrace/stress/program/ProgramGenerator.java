package io.headrace.stress.program;

import io.headrace.stress.program.Program.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes random programs: the same one for the same seed. */
final class ProgramGenerator {

    private static final int[] QUEUES = {1, 2, 4};
    private static final int[] RINGS = {4, 8, 512};

    private final Random random;
    private final double failures;
    private final List<Op> ops = new ArrayList<>();
    private int slots;
    private int gates;
    private int events;

    /** The slot that each event object was recorded behind last, and the event of each slot. */
    private final List<Integer> latest = new ArrayList<>();

    private final List<Integer> eventOf = new ArrayList<>();

    private ProgramGenerator(long seed, double failures) {
        this.random = new Random(seed);
        this.failures = failures;
    }

    /**
     * A program.
     *
     * @param failures how often an operation fails, from 0 to 1
     */
    static Program program(long seed, double failures) {
        return new ProgramGenerator(seed, failures).generate();
    }

    private Program generate() {
        boolean reuse = random.nextInt(4) == 0;
        Shape shape = new Shape(
                QUEUES[random.nextInt(QUEUES.length)],
                RINGS[random.nextInt(RINGS.length)],
                random.nextInt(4) == 0 ? 1 + random.nextInt(8) : 65_536,
                random.nextBoolean() ? 0 : 50,
                random.nextInt(3) != 0,
                2 + random.nextInt(random.nextBoolean() ? 5 : 24),
                reuse ? 1 : 1 + random.nextInt(4),
                random.nextInt(3) == 0,
                reuse,
                random.nextInt(4) == 0);
        int number = 50 + random.nextInt(400);
        while (ops.size() < number) {
            ops.add(next(shape, random.nextInt(shape.streams())));
        }
        return new Program(shape, slots, gates, events, List.copyOf(ops));
    }

    private Op next(Shape shape, int stream) {
        if (random.nextDouble() < failures) {
            return new Op.Fail(stream, ops.size(), random.nextBoolean());
        }
        int dice = random.nextInt(100);
        if (dice < 25 || slots == 0) {
            return dice < 12 ? publish(shape, stream) : mix(stream);
        }
        if (dice < 40) {
            return publish(shape, stream);
        }
        if (dice < 55) {
            int slot = waitable(shape);
            return new Op.AfterEvent(stream, slot, eventOf.get(slot));
        }
        if (dice < 70) {
            return new Op.AfterSignal(stream, recent(), random.nextInt(3));
        }
        if (dice < 76) {
            return new Op.AfterGate(stream, gates++);
        }
        if (dice < 80 && !shape.reuse()) {
            // With events that are recorded again the call might wait for a later record, and that one for the call.
            int slot = waitable(shape);
            return new Op.BlockingCall(stream, slot, eventOf.get(slot), random.nextLong());
        }
        if (dice < 86) {
            int from = random.nextInt(Program.WIDTH);
            return new Op.Fill(stream, from, random.nextInt(Program.WIDTH - from + 1), random.nextLong());
        }
        if (dice < 92) {
            int count = random.nextInt(Program.WIDTH + 1);
            int room = Program.WIDTH - count + 1;
            return new Op.Shift(stream, random.nextInt(room), random.nextInt(room), count);
        }
        if (dice < 94) {
            return new Op.Replace(stream);
        }
        return dice < 97 ? new Op.Finish(stream, random(Op.Finish.How.values())) : mix(stream);
    }

    private Op mix(int stream) {
        return new Op.Mix(stream, random.nextLong(), random(Op.Mix.How.values()));
    }

    private Op publish(Shape shape, int stream) {
        int slot = slots++;
        int event = shape.reuse() && events == 3 ? random.nextInt(events) : events++;
        if (event == latest.size()) {
            latest.add(slot);
        } else {
            latest.set(event, slot);
        }
        eventOf.add(event);
        return new Op.Publish(stream, slot, event, random(Op.Publish.By.values()));
    }

    /** A slot that was published not long ago, mostly. */
    private int recent() {
        return random.nextInt(4) == 0 ? random.nextInt(slots) : slots - 1 - random.nextInt(Math.min(slots, 4));
    }

    /** A slot whose event still means it. */
    private int waitable(Shape shape) {
        return shape.reuse() ? latest.get(random.nextInt(latest.size())) : recent();
    }

    private <T> T random(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
