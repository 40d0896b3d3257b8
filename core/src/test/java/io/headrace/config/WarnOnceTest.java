package io.headrace.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;

class WarnOnceTest {

    @Test
    void theSameWarningIsLoggedTheFirstTimeOnly() {
        List<String> logged = new ArrayList<>();
        WarnOnce warner = new WarnOnce(new ListLogger(logged));

        warner.accept("one");
        warner.accept("two {0}");
        warner.accept("one");

        assertThat(logged).containsExactly("WARNING one", "WARNING two {0}");
    }

    private record ListLogger(List<String> logged) implements System.Logger {

        @Override
        public String getName() {
            return "list";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
            logged.add(level + " " + message);
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... params) {
            logged.add(level + " " + format);
        }
    }
}
