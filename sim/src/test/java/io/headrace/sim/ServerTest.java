package io.headrace.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerTest {

    private final VirtualTime time = new VirtualTime();
    private final List<String> ends = new ArrayList<>();

    private void serve(Server server, String name, long nanos) {
        server.request(() -> time.after(nanos, () -> {
            ends.add(name + "@" + time.nanos());
            server.release();
        }));
    }

    @Test
    void oneAtATimeTakesTheSumInTheOrderOfTheRequests() {
        Server server = new Server(time, 1);
        serve(server, "a", 7);
        serve(server, "b", 1);
        serve(server, "c", 5);
        time.run();
        assertThat(ends).containsExactly("a@7", "b@8", "c@13");
        assertThat(server.use()).isEqualTo(new Server.Use(3, 2, 13, 7 + 8, 2));
    }

    @Test
    void thoseWhoComeWhenItIsIdleDoNotWait() {
        Server server = new Server(time, 1);
        serve(server, "a", 7);
        time.at(20, () -> serve(server, "b", 1));
        time.run();
        assertThat(ends).containsExactly("a@7", "b@21");
        assertThat(server.use()).isEqualTo(new Server.Use(2, 0, 8, 0, 0));
    }

    @ParameterizedTest
    @CsvSource({"1, 60", "2, 30", "3, 20", "6, 10", "7, 10"})
    void severalPlacesServeAtTheSameTime(int places, long end) {
        Server server = new Server(time, places);
        for (int i = 0; i < 6; i++) {
            serve(server, "x", 10);
        }
        time.run();
        assertThat(time.nanos()).isEqualTo(end);
        assertThat(server.use().busyNanos()).isEqualTo(60);
    }

    @Test
    void whoAsksIsToldWhetherOthersAreBefore() {
        Server server = new Server(time, 1);
        assertThat(server.request(() -> {})).isTrue();
        assertThat(server.request(() -> {})).isFalse();
    }

    @Test
    void aReleaseTooManyIsRefused() {
        assertThatThrownBy(() -> new Server(time, 1).release()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> new Server(time, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
