package io.headrace.stress.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Event;
import io.headrace.I64;
import io.headrace.Stream;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.stress.Crew;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Enqueues the operations of one stream. Used by one thread. */
final class Player {

    private static final Range ALL = Range.of(Program.WIDTH);

    private final Machine machine;
    private final I64 register;
    private final long[] onHost = new long[Program.WIDTH];
    private Stream stream;

    Player(Machine machine, int number) {
        this.machine = machine;
        this.register = machine.register(number);
        this.stream = machine.device.stream();
    }

    void play(Op op, int failure) throws InterruptedException {
        switch (op) {
            case Op.Mix mix -> mix(mix);
            case Op.Fill fill -> stream.fill(register.elements(fill.from(), fill.count()), fill.value());
            case Op.Shift shift ->
                stream.copy(
                        register.elements(shift.from(), shift.count()), register.elements(shift.to(), shift.count()));
            case Op.Publish publish -> publish(publish);
            case Op.AfterEvent after -> {
                assertThat(machine.recorded.get(after.slot()).getCount()).isZero();
                stream.waitFor(machine.events.get(after.event()));
                mixSlot(after.slot());
            }
            case Op.AfterSignal after -> {
                waitFor(machine.slotSignals.get(after.slot()), after.condition());
                mixSlot(after.slot());
            }
            case Op.AfterGate after -> waitFor(machine.gates.get(after.gate()), after.gate() % 3);
            case Op.BlockingCall call -> callOnHost(machine.events.get(call.event()), call.salt());
            case Op.Fail fail -> fail(fail);
            case Op.Finish finish -> new Ending(stream, failure).await(finish.how());
            case Op.Replace ignored -> replace();
        }
    }

    /** The register, when everything has ended. */
    long[] result() throws InterruptedException {
        stream.copy(register, onHost);
        assertThat(stream.await(Crew.LIMIT)).isTrue();
        return onHost;
    }

    Stream stream() {
        return stream;
    }

    private void mix(Op.Mix mix) {
        I64 r = register;
        long salt = mix.salt();
        Kernel1D kernel = i -> r.set(i, Mixing.mix(r.get(i), salt, i));
        switch (mix.how()) {
            case LAUNCH -> stream.launch(ALL, kernel);
            case SLOW_LAUNCH ->
                stream.launch(ALL, i -> {
                    spin(2_000);
                    kernel.run(i);
                });
            case OFFER -> {
                while (!stream.offerLaunch(ALL, kernel)) {
                    LockSupport.parkNanos(10_000); // virtual threads that yield starve those that were unparked
                }
            }
            case HOST_CALL -> callOnHost(null, salt);
        }
    }

    private void mixSlot(int number) {
        I64 r = register;
        I64 slot = machine.slot(number);
        stream.launch(ALL, i -> r.set(i, Mixing.mix(r.get(i), slot.get(i), i)));
    }

    private void callOnHost(@Nullable Event event, long salt) {
        stream.copy(register, onHost)
                .hostCall(() -> {
                    if (event != null) {
                        assertThat(event.await(Crew.LIMIT)).isTrue();
                    }
                    for (int i = 0; i < onHost.length; i++) {
                        onHost[i] = Mixing.mix(onHost[i], salt, i);
                    }
                })
                .copy(onHost, register);
    }

    private void publish(Op.Publish publish) {
        Signal signal = machine.slotSignals.get(publish.slot());
        stream.copy(register, machine.slot(publish.slot())).record(machine.events.get(publish.event()));
        machine.recorded.get(publish.slot()).countDown();
        switch (publish.by()) {
            case SET -> stream.set(signal, Machine.OPEN);
            case HOST_CALL -> stream.hostCall(() -> signal.storeRelease(Machine.OPEN));
        }
    }

    private void waitFor(Signal signal, int condition) {
        switch (condition) {
            case 0 -> stream.waitFor(signal, Condition.EQ, Machine.OPEN);
            case 1 -> stream.waitFor(signal, Condition.NE, 0);
            default -> stream.waitFor(signal, Condition.GTE, Machine.OPEN);
        }
    }

    private void fail(Op.Fail fail) {
        int id = fail.id();
        if (fail.inKernel()) {
            stream.launch(ALL, i -> {
                if (i == 3) {
                    throw new ProgramFailure(id);
                }
            });
        } else {
            stream.hostCall(() -> {
                throw new ProgramFailure(id);
            });
        }
    }

    private void replace() {
        Event end = machine.device.event();
        stream.record(end).close();
        stream = machine.device.stream().waitFor(end);
    }

    private static void spin(long nanos) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
    }
}
