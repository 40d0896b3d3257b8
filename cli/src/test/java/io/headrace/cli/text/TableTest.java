package io.headrace.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void columnsAreAsWideAsTheirWidestCell() {
        StringWriter out = new StringWriter();

        Table.of("NAME", ">SIZE", "")
                .row("a", 1, "x")
                .row("longer", 1000000, "")
                .print(new PrintWriter(out, true));

        assertThat(out.toString()).isEqualToNormalizingNewlines("""
                        NAME       SIZE
                        a             1  x
                        longer  1000000
                        """);
    }

    @Test
    void aRowHasACellForEachHeading() {
        assertThatIllegalArgumentException().isThrownBy(() -> Table.of("A", "B").row(1));
    }
}
