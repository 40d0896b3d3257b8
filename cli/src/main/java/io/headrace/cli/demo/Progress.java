package io.headrace.cli.demo;

import java.io.Console;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows how far the demo is: on a terminal as a bar on stderr, elsewhere not at all. Safe for use from any thread. */
interface Progress extends AutoCloseable {

    /** A picture was read, computed or written; each picture takes all three steps. */
    void step();

    /** A picture takes no more steps. */
    void skip(int steps);

    /** Leaves the terminal as it was. */
    @Override
    void close();

    /** A bar if this process is used on a terminal. */
    static Progress of(int pictures) {
        boolean terminal = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        return terminal ? new Bar(pictures) : new Silent();
    }

    /** The steps of a picture. */
    int STEPS = 3;

    /** Shows nothing. */
    final class Silent implements Progress {

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

        Bar(int pictures) {
            bar = new ProgressBarBuilder()
                    .setTaskName("pictures")
                    .setInitialMax((long) STEPS * pictures)
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
