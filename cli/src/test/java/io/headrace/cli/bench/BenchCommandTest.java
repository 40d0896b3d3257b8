package io.headrace.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import io.headrace.cli.Cli;
import io.headrace.cli.Facts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BenchCommandTest {

    /** Figures for which any number will do. */
    private static final Bench BENCH = new Bench() {
        @Override
        public String name() {
            return "stones";
        }

        @Override
        public String about() {
            return "how stones fall";
        }

        @Override
        public List<Figure> figures() {
            return List.of(
                    new Figure("fall_ns", "ns", "a stone falls"),
                    new Figure("rise_us", "us", "a stone rises"),
                    Figure.optional("fly_us", "us", "a stone flies"));
        }

        @Override
        public Map<String, Double> run(Effort effort) {
            throw new AssertionError("only its figures are looked at");
        }
    };

    @Test
    void anUnknownBenchIsBadUsageThatNamesTheKnownOnes() {
        Cli.Result result = Cli.run("bench", "quees");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("NAME=quees", "queues, engines, copies, dispatch, saxpy, kernels");
    }

    @Test
    void helpNamesTheKnownBenches() {
        assertThat(Cli.run("bench", "--help").out())
                .contains("queues, engines, copies, dispatch, saxpy, kernels", "--quick", "--json");
    }

    @Test
    void twoNamesAreBadUsage() {
        assertThat(Cli.run("bench", "queues", "dispatch").code()).isEqualTo(2);
    }

    @Test
    void aBenchPrintsOneJsonObjectOnALine() throws IOException {
        Cli.Result result = Cli.run("bench", "queues", "--quick", "--json");

        assertThat(result.code()).isZero();
        assertThat(result.err()).isEmpty();
        Map<String, Object> facts = Facts.of(result);
        assertThat(facts).containsOnlyKeys("bench", "results").containsEntry("bench", "queues");
        assertThat((Map<?, ?>) facts.get("results"))
                .hasSize(4)
                .allSatisfy((key, value) -> assertThat(((Number) value).doubleValue())
                        .as(key.toString())
                        .isPositive());
    }

    @Test
    void aNumberIsRoundedToWhatItIsWorth() throws IOException {
        Map<String, Object> facts =
                JSON.std.mapFrom(BenchCommand.json(BENCH, Map.of("fall_ns", 123.456789, "rise_us", 0.000012345678))
                        .toString());

        assertThat(facts.get("results")).isEqualTo(Map.of("fall_ns", 123.5, "rise_us", 0.00001235));
    }

    @Test
    void aTableHasValueUnitAndMeaning() {
        StringWriter out = new StringWriter();

        BenchCommand.print(BENCH, Map.of("fall_ns", 1234.5, "rise_us", 0.5), new PrintWriter(out));

        assertThat(out.toString())
                .contains("stones: how stones fall")
                .containsPattern("fall_ns +1230 +ns +a stone falls")
                .containsPattern("rise_us +0\\.5 +us +a stone rises");
    }

    @Test
    void anOptionalFigureIsShownWhereThereIsOne() throws IOException {
        Map<String, Double> values = Map.of("fall_ns", 1.0, "rise_us", 2.0, "fly_us", 3.0);
        StringWriter out = new StringWriter();

        BenchCommand.print(BENCH, values, new PrintWriter(out));

        assertThat(out.toString()).containsPattern("fly_us +3 +us +a stone flies");
        assertThat(JSON.std.mapFrom(BenchCommand.json(BENCH, values).toString()).get("results"))
                .isEqualTo(values);
    }

    @Test
    void aFigureWithoutANumberIsAnError() {
        assertThatThrownBy(() -> BenchCommand.json(BENCH, Map.of("fall_ns", 1.0)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("rise_us");
        assertThatThrownBy(() -> BenchCommand.json(BENCH, Map.of("fall_ns", 1.0, "rise_us", Double.NaN)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("rise_us=NaN");
    }
}
