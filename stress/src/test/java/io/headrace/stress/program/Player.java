package io.headrace.stress.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Event;
import io.headrace.I64;
import io.headrace.Stream;
import io.headrace.error.HeadraceException;
import io.headrace.error.HeadraceTimeoutException;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.stress.Crew;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
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
        this.stream = machine.stream();
    }

    /** Enqueues one thing; a call that gave up has enqueued nothing, so that it is made again. */
    private void enqueue(Consumer<Stream> call) {
        while (true) {
            try {
                call.accept(stream);
                return;
            } catch (HeadraceTimeoutException tooLate) {
                machine.disturbances.incrementAndGet();
            } catch (HeadraceException e) {
                if (!(e.getCause() instanceof InterruptedException)) {
                    throw e;
                }
                assertThat(Thread.interrupted())
                        .as("the thread stays interrupted")
                        .isTrue();
                machine.disturbances.incrementAndGet();
            }
        }
    }

    void play(Op op, int failure) {
        switch (op) {
            case Op.Mix mix -> mix(mix);
            case Op.Fill fill -> enqueue(s -> s.fill(register.elements(fill.from(), fill.count()), fill.value()));
            case Op.Shift shift ->
                enqueue(s -> s.copy(
                        register.elements(shift.from(), shift.count()), register.elements(shift.to(), shift.count())));
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
        enqueue(s -> s.copy(register, onHost));
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
            case LAUNCH -> enqueue(s -> s.launch(ALL, kernel));
            case SLOW_LAUNCH ->
                enqueue(s -> s.launch(ALL, i -> {
                    spin(2_000);
                    kernel.run(i);
                }));
            case OFFER -> {
                while (!stream.offerLaunch(ALL, kernel)) {
                    // Virtual threads that spin or yield starve those that were unparked; interrupted ones do not park.
                    Thread.interrupted();
                    LockSupport.parkNanos(10_000);
                }
            }
            case HOST_CALL -> callOnHost(null, salt);
        }
    }

    private void mixSlot(int number) {
        I64 r = register;
        I64 slot = machine.slot(number);
        enqueue(s -> s.launch(ALL, i -> r.set(i, Mixing.mix(r.get(i), slot.get(i), i))));
    }

    private void callOnHost(@Nullable Event event, long salt) {
        enqueue(s -> s.copy(register, onHost));
        enqueue(s -> s.hostCall(() -> {
            if (event != null) {
                assertThat(event.await(Crew.LIMIT)).isTrue();
            }
            for (int i = 0; i < onHost.length; i++) {
                onHost[i] = Mixing.mix(onHost[i], salt, i);
            }
        }));
        enqueue(s -> s.copy(onHost, register));
    }

    private void publish(Op.Publish publish) {
        Signal signal = machine.slotSignals.get(publish.slot());
        enqueue(s -> s.copy(register, machine.slot(publish.slot())));
        stream.record(machine.events.get(publish.event()));
        machine.recorded.get(publish.slot()).countDown();
        switch (publish.by()) {
            case SET -> stream.set(signal, Machine.OPEN);
            case HOST_CALL -> enqueue(s -> s.hostCall(() -> signal.storeRelease(Machine.OPEN)));
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
            enqueue(s -> s.launch(ALL, i -> {
                if (i == 3) {
                    throw new ProgramFailure(id);
                }
            }));
        } else {
            enqueue(s -> s.hostCall(() -> {
                throw new ProgramFailure(id);
            }));
        }
    }

    private void replace() {
        Event end = machine.device.event();
        stream.record(end).close();
        stream = machine.stream().waitFor(end);
    }

    private static void spin(long nanos) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
    }
}
