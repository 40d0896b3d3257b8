package io.headrace.tck;

import io.headrace.spi.Command;
import io.headrace.spi.HostCommands;
import org.jspecify.annotations.Nullable;

/** Runs the commands of the {@link PlainDriver} on the calling thread. */
final class PlainCommands {

    private PlainCommands() {}

    /** Runs a command and gives what it threw. */
    static @Nullable Throwable run(Command command) {
        try {
            switch (command) {
                case Command.Sequence sequence -> {
                    for (Command one : sequence.commands()) {
                        Throwable failure = run(one);
                        if (failure != null) {
                            return failure;
                        }
                    }
                }
                case Command.NativeLaunch launch -> PlainProgram.run(launch);
                case Command.Native call -> call.call().run(0);
                case Command.Barrier barrier -> barrier.positions().forEach(PlainQueue::awaitReached);
                default -> HostCommands.run(command);
            }
            return null;
        } catch (Throwable e) {
            return e;
        }
    }
}
