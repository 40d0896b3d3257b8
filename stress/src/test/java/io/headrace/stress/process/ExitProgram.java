package io.headrace.stress.process;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.config.Knob;
import io.headrace.kernel.Range;
import java.time.Duration;

/** Makes the device busy, says so, and then leaves in the way that it is told. */
final class ExitProgram {

    /** Who ends the process. */
    enum Who {
        MAIN_THREAD,
        USER_THREAD,
        VIRTUAL_THREAD,
        HOST_CALL,
        KERNEL,
        KERNEL_OF_MANY_ITEMS,
        DEPENDENT_OF_A_FUTURE,
        SHUTDOWN_HOOK_THAT_CLOSES,
        MAIN_RETURNS,
        SOMEBODY_ELSE
    }

    private ExitProgram() {}

    public static void main(String[] arguments) throws InterruptedException {
        Who who = Who.valueOf(arguments[0]);
        int code = Integer.parseInt(arguments[1]);
        // A queue for each kernel that never ends, and more.
        Headrace headrace = Headrace.open(
                HeadraceOptions.defaults().with(Knob.NUM_QUEUES, 16).with(Knob.CLOSE_TIMEOUT, 1));
        BusyDevice.start(headrace);
        leave(headrace, who, code);
    }

    private static void leave(Headrace headrace, Who who, int code) throws InterruptedException {
        Device device = headrace.device();
        Runnable exit = () -> {
            say();
            System.exit(code);
        };
        switch (who) {
            case MAIN_THREAD -> exit.run();
            case USER_THREAD -> Thread.ofPlatform().start(exit).join();
            case VIRTUAL_THREAD -> Thread.ofVirtual().start(exit).join();
            case HOST_CALL -> device.stream().hostCall(exit::run).await();
            case KERNEL -> device.stream().launch(Range.of(1), i -> exit.run()).await();
            case KERNEL_OF_MANY_ITEMS ->
                device.stream()
                        .launch(Range.of(100_000_000), i -> {
                            if (i == 50_000_000) {
                                exit.run();
                            }
                        })
                        .await();
            case DEPENDENT_OF_A_FUTURE ->
                device.stream()
                        .launch(Range.of(1), i -> {})
                        .whenDone()
                        .thenRun(exit)
                        .join();
            case SHUTDOWN_HOOK_THAT_CLOSES -> {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(headrace)));
                exit.run();
            }
            case MAIN_RETURNS -> say();
            case SOMEBODY_ELSE -> {
                say();
                Thread.sleep(Duration.ofDays(1));
            }
        }
    }

    /** The device is busy, so that the close gives up after its time; what it throws is expected. */
    private static void close(Headrace headrace) {
        try {
            headrace.close();
        } catch (RuntimeException expected) {
            System.out.println(expected.getMessage().contains("unfinished=") ? "closed" : expected);
        }
    }

    private static void say() {
        System.out.println("leaving");
        System.out.flush();
    }
}
