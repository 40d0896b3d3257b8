package io.headrace.cli.text;

import java.io.Console;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows how far a command is: on a terminal as a bar on stderr, elsewhere not at all. Safe for use from any thread. */
public interface Progress extends AutoCloseable {

    /** One step was done. */
    void step();

    /** Some steps will not be done. */
    void skip(int steps);

    /** Leaves the terminal as it was. */
    @Override
    void close();

    /**
     * A bar if this process is used on a terminal.
     *
     * @param task what is counted, in a word
     * @param steps how many steps make the whole
     */
    static Progress of(String task, long steps) {
        boolean terminal = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        return terminal ? new Bar(task, steps) : new Silent();
    }

    /** One that shows nothing. */
    static Progress none() {
        return new Silent();
    }

    /** Shows nothing. */
    final class Silent implements Progress {

        private Silent() {}

        @Override
        public void step() {}

        @Override
        public void skip(int steps) {}

        @Override
        public void close() {}
    }

    /** Shows a bar. */
    final class Bar implements Progress {

        private final ProgressBar bar;

        private Bar(String task, long steps) {
            bar = new ProgressBarBuilder()
                    .setTaskName(task)
                    .setInitialMax(steps)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(250)
                    .setConsumer(new ConsoleProgressBarConsumer(System.err))
                    .build();
        }

        @Override
        public void step() {
            bar.step();
        }

        @Override
        public void skip(int steps) {
            bar.stepBy(steps);
        }

        @Override
        public void close() {
            bar.close();
        }
    }
}
