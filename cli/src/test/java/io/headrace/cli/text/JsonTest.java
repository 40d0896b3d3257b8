package io.headrace.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void membersKeepTheirOrder() {
        Json json = Json.object()
                .with("z", 1)
                .with("a", List.of(Json.object().with("x", true), Json.object()))
                .with("text", "a \"b\"\n")
                .with("number", 0.25);

        assertThat(json).hasToString("{\"z\":1,\"a\":[{\"x\":true},{}],\"text\":\"a \\\"b\\\"\\n\",\"number\":0.25}");
    }
}
