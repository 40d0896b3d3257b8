package io.headrace.sim.copy;

import io.headrace.error.ResourcesExhaustedException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.sim.copy.Processors.Place;
import io.headrace.spi.Command;
import io.headrace.spi.HostCommands;
import io.headrace.spi.Packet;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A packet at its queue's head: its commands, one after the other. On the clock's thread. */
final class SimRun {

    /** Code that throws. */
    private interface Body {
        void run() throws Exception;
    }

    private final SimPlace at;
    private final Packet packet;
    private final Iterator<Command> commands;
    private final Consumer<@Nullable Throwable> ended;
    private boolean begun;

    /** What the last call threw; its thread hands this over with the call, and what comes next too. */
    private @Nullable Throwable thrown;

    private boolean mayRun;

    /**
     * @param at where it runs
     * @param ended is told why it failed, or {@code null}
     */
    SimRun(SimPlace at, Packet packet, Consumer<@Nullable Throwable> ended) {
        this.at = at;
        this.packet = packet;
        this.commands = packet.command() instanceof Command.Sequence sequence
                ? sequence.commands().iterator()
                : List.of(packet.command()).iterator();
        this.ended = ended;
    }

    /** Begins the first command, or the next one. */
    void goOn() {
        if (!commands.hasNext()) {
            ended.accept(null);
            return;
        }
        Command next = commands.next();
        if (next instanceof Command.Launch launch) {
            at.processors().take(at.priority(), place -> begin(place::giveUp, () -> run(launch, place)));
        } else {
            begin(() -> {}, () -> run(next));
        }
    }

    /** Asks whether the packet may run, when it really begins and once, and goes on if so. */
    private void begin(Runnable giveUp, Runnable run) {
        if (begun) {
            run.run();
            return;
        }
        begun = true;
        call(() -> mayRun = packet.begin(), giveUp, () -> {
            if (mayRun) {
                run.run();
            } else {
                giveUp.run();
                ended.accept(thrown);
            }
        });
    }

    private void done(@Nullable Throwable failure) {
        if (failure == null) {
            goOn();
        } else {
            ended.accept(failure);
        }
    }

    private void run(Command command) {
        switch (command) {
            case Command.Copy copy -> at.machine().move(at.node(), at.engine(), copy, this::done);
            case Command.Copy2D copy -> at.machine().move(at.node(), at.engine(), copy, this::done);
            case Command.Fill fill -> at.machine().move(at.node(), at.engine(), fill, this::done);
            case Command.Barrier barrier -> at.clock().whenReached(barrier.positions(), () -> done(null));
            case Command.Native call -> call(() -> call.call().run(0), () -> {}, () -> done(thrown));
            case Command.NativeLaunch launch ->
                done(new UnsupportedFeatureException("a device in virtual time runs no source kernels: " + launch));
            case Command.Launch launch -> throw new IllegalStateException("it needs a place: " + launch);
            case Command.Sequence sequence -> throw new IllegalStateException("in a sequence: " + sequence);
        }
    }

    private void run(Command.Launch launch, Place place) {
        long began = at.clock().time().nanos();
        long nanos = at.machine().kernelNanos(launch.range().items());
        if (nanos > SimMachine.LAST_END_OF_KERNELS - began) {
            place.giveUp();
            done(new ResourcesExhaustedException("kernels end within the first 146 years of virtual time: now=" + began
                    + " ns, takes=" + nanos + " ns, items=" + launch.range().items()));
            return;
        }
        call(() -> HostCommands.run(launch), place::giveUp, () -> end(began + nanos, place));
    }

    /** Ends a kernel whose items have run: in virtual time when the model says, or now if that is over. */
    private void end(long nanos, Place place) {
        at.clock().time().at(Math.max(nanos, at.clock().time().nanos()), () -> {
            done(thrown);
            at.clock().arriveFromHere(place::giveUp); // what comes behind it in its queue is in line by then
        });
    }

    /** Calls what is not the clock's own: the user's code, and a packet's beginning, at which another driver may be in between. */
    private void call(Body body, Runnable whenLeft, Runnable after) {
        at.clock()
                .call(new UserCall(
                        () -> {
                            try {
                                body.run();
                                thrown = null;
                            } catch (Throwable e) {
                                thrown = e;
                            }
                        },
                        whenLeft,
                        after));
    }
}
