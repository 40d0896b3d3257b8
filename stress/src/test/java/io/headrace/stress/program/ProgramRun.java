package io.headrace.stress.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Queues;
import io.headrace.config.Knob;
import io.headrace.queue.QueuePolicy;
import io.headrace.stress.Crew;
import io.headrace.stress.program.Program.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Runs a program on the default device, and compares what comes out. */
final class ProgramRun {

    private final Program program;
    private final Oracle oracle;
    private final Random random;

    private ProgramRun(Program program, long seed) {
        this.program = program;
        this.oracle = new Oracle(program);
        this.random = new Random(seed);
    }

    static void run(Program program, long seed) throws InterruptedException {
        new ProgramRun(program, seed).run();
    }

    private void run() throws InterruptedException {
        Shape shape = program.shape();
        HeadraceOptions options = HeadraceOptions.defaults()
                .with(Knob.NUM_QUEUES, shape.queues())
                .with(Knob.QUEUE_SIZE, shape.ring())
                .with(Knob.MAX_PENDING, shape.maxPending())
                .with(Knob.STREAM_BUSYWAIT, shape.busyWait())
                .with(Knob.QUEUE_BUSY_TRACKING, shape.busyTracking());
        try (Headrace headrace = Headrace.open(options);
                Machine machine = new Machine(headrace.device(), program)) {
            List<Player> players = new ArrayList<>();
            for (int s = 0; s < shape.streams(); s++) {
                players.add(new Player(machine, s));
            }
            play(machine, players);
            compare(players);
            checkAtRest(machine.device);
        }
    }

    private void play(Machine machine, List<Player> players) throws InterruptedException {
        Crew crew = new Crew();
        crew.start(() -> openGates(machine));
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < program.shape().threads(); t++) {
            int mine = t;
            threads.add(crew.start(program.shape().virtual(), () -> playPart(machine, players, mine, crew)));
        }
        if (program.shape().disturbed()) {
            crew.start(() -> interruptUntilAllHaveEnded(threads));
        }
        crew.join();
    }

    private void interruptUntilAllHaveEnded(List<Thread> threads) {
        Random which = new Random(program.ops().size());
        while (threads.stream().anyMatch(Thread::isAlive)) {
            threads.get(which.nextInt(threads.size())).interrupt();
            LockSupport.parkNanos(1_000 + which.nextInt(1_000_000));
        }
    }

    private void playPart(Machine machine, List<Player> players, int mine, Crew crew) {
        int threads = program.shape().threads();
        for (int place = 0; place < program.ops().size(); place++) {
            Op op = program.ops().get(place);
            if (op.stream() % threads == mine) {
                awaitRecord(machine, op, crew);
                players.get(op.stream()).play(op, oracle.finishFailures[place]);
            }
        }
        for (int s = mine; s < players.size(); s += threads) {
            new Ending(players.get(s).stream(), oracle.failures[s]).await(Op.Finish.How.AWAIT);
        }
    }

    /** A wait for an event means the record before it; that one is made by another thread perhaps. */
    private static void awaitRecord(Machine machine, Op op, Crew crew) {
        int slot = switch (op) {
            case Op.AfterEvent after -> after.slot();
            case Op.BlockingCall call -> call.slot();
            default -> -1;
        };
        while (slot >= 0 && machine.recorded.get(slot).getCount() > 0) {
            assertThat(crew.hasFailed()).as("another thread has failed").isFalse();
            Thread.interrupted();
            LockSupport.parkNanos(100_000);
        }
    }

    /** Sets what nobody else sets, and changes the policy now and then. */
    private void openGates(Machine machine) {
        for (int slot = 0; slot < program.slots(); slot++) {
            if (oracle.slotFailures[slot] != Oracle.NONE) {
                machine.slotSignals.get(slot).storeRelease(Machine.OPEN);
            }
        }
        for (int gate = 0; gate < program.gates(); gate++) {
            machine.gates.get(gate).storeRelease(Machine.OPEN);
            if (random.nextInt(3) == 0) {
                LockSupport.parkNanos(random.nextInt(200_000));
            }
            if (random.nextInt(8) == 0) {
                machine.device.policy(QueuePolicy.values()[random.nextInt(2)]);
            }
            assertThat(entries(machine.device)).allSatisfy(queue -> {
                assertThat(queue.users()).isNotNegative();
                assertThat(queue.depth()).isBetween(0L, (long) queue.size());
            });
        }
    }

    private void compare(List<Player> players) throws InterruptedException {
        for (int s = 0; s < players.size(); s++) {
            assertThat(players.get(s).result()).as("register of stream %d", s).isEqualTo(oracle.registers[s]);
        }
    }

    private static void checkAtRest(Device device) throws InterruptedException {
        Crew.until(
                "nobody uses a queue: " + device.queues(),
                () -> entries(device).stream().allMatch(queue -> queue.users() == 0 && queue.depth() == 0));
    }

    private static List<Queues.Entry> entries(Device device) {
        Queues queues = device.queues();
        return Stream.concat(queues.entries().stream(), queues.engines().stream())
                .toList();
    }
}
