package io.headrace.cli.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headrace.cli.Cli;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The page in a real browser. */
@Timeout(180)
class TimelinePageTest {

    private static final int GREY = 0;
    private static final int BLUR = 1;
    private static final int EDGES = 2;
    private static final int HOSTILE = 3;

    private static Browser browser;

    @TempDir
    private Path folder;

    @BeforeAll
    @Timeout(180)
    static void start() throws IOException {
        browser = Browser.start();
    }

    @AfterAll
    static void end() {
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void nothingWasLoadedAndNothingWentWrong() throws IOException {
        browser.assertThatItIsSilentAndAlone();
    }

    private void openFive() {
        open(Traces.write(folder.resolve("five.json"), Traces.five()), "timeline");
    }

    private void open(Path trace, String... command) {
        Path page = folder.resolve("page.html");
        Object[] arguments = List.of(command).toArray(new Object[command.length + 3]);
        arguments[command.length] = trace;
        arguments[command.length + 1] = "-o";
        arguments[command.length + 2] = page;
        Cli.Result result = Cli.run(arguments);
        assertThat(result.code()).as(result.err()).isZero();
        browser.open(page);
    }

    private static double visible() {
        return browser.number("page.picture.to - page.picture.from");
    }

    @Test
    void aClickShowsTheDetailsOfTheOperationClicked() {
        openFive();
        assertThat(browser.text("summary")).contains("Headrace JSON", "5 operations", "3 streams", "990.000 \u00b5s");
        for (int i : new int[] {GREY, EDGES, BLUR}) {
            browser.click(i);
            assertThat(browser.text("details")).startsWith(Traces.five().get(i).name() + "\n");
        }
        browser.click(EDGES);
        assertThat(browser.text("details"))
                .contains("stream\n3\n", "queue\nqueue 1\n", "device\nhost:0\n", "kind\nkernel\n")
                .contains("duration\n200.000 \u00b5s (200,000 ns)\n", "started\n110.000 \u00b5s (110,000 ns)")
                .contains("on its clock\n1,712,195,495,505,702,000 ns\n")
                .contains(
                        "submitted\n90.000 \u00b5s (90,000 ns) before", "enqueued\n119.000 \u00b5s (119,000 ns) before")
                .contains("number\n13\n", "outcome\ndone");
        browser.press(Keys.ESCAPE);
        assertThat(browser.find("details").isDisplayed()).isFalse();
    }

    @Test
    void pointingAtAnOperationTellsWhatItIs() throws InterruptedException {
        openFive();
        assertThat(browser.find("tip").isDisplayed()).isFalse();
        browser.pointAt(BLUR);
        browser.until("!document.getElementById('tip').hidden");
        assertThat(browser.text("tip"))
                .startsWith("blur\n")
                .contains("kernel, 400.000 \u00b5s", "stream 2, queue 1", "waited 15.000 \u00b5s");
    }

    @Test
    void operationsThatOverlapLieOnRowsOfTheirOwn() {
        openFive();
        assertThat(browser.texts("#labels div")).containsExactly("device host:0", "queue 0", "queue 1", "queue 1 (2)");
    }

    @Test
    void theWheelZoomsWhereTheMouseIs() throws InterruptedException {
        openFive();
        double all = visible();
        double before = browser.number("page.picture.placeOf(arguments[0])[0]", EDGES);
        browser.wheel(EDGES, -300);
        browser.until("page.picture.to - page.picture.from < 0.9 * arguments[0]", all);
        assertThat(browser.number("page.picture.placeOf(arguments[0])[0]", EDGES))
                .isCloseTo(before, within(2.0));
        double closer = visible();
        browser.wheel(EDGES, 300);
        browser.until("page.picture.to - page.picture.from > 1.1 * arguments[0]", closer);
    }

    @Test
    void draggingMovesInTime() throws InterruptedException {
        openFive();
        browser.press("+", "+", "+");
        double from = browser.number("page.picture.from");
        double length = visible();
        double pixel = length / browser.number("page.picture.width");
        browser.drag(HOSTILE, -80);
        browser.until("Math.abs(page.picture.from - arguments[0]) < arguments[1]", from + 80 * pixel, 1.5 * pixel);
        assertThat(visible()).isCloseTo(length, within(1e-6 * length));
    }

    @Test
    void buttonsAndKeysZoomAndMove() {
        openFive();
        double all = visible();
        browser.find("closer").click();
        assertThat(visible()).isCloseTo(all / 2, within(1e-6 * all));
        browser.press(Keys.ARROW_RIGHT);
        double from = browser.number("page.picture.from");
        browser.press(Keys.ARROW_LEFT);
        assertThat(browser.number("page.picture.from")).isCloseTo(from - all / 10, within(1e-6 * all));
        browser.press("+");
        assertThat(visible()).isCloseTo(all / 3, within(1e-6 * all));
        browser.press("-");
        browser.find("farther").click();
        assertThat(visible()).isCloseTo(all, within(1e-6 * all));
        browser.press("+", "+", "0");
        assertThat(visible()).isCloseTo(all, within(1e-6 * all));
    }

    @Test
    void searchCountsShowsAndGoesFromMatchToMatch() {
        openFive();
        browser.press("/");
        browser.find("search").sendKeys("BLUR");
        assertThat(browser.text("found")).isEqualTo("2 of 5");
        assertThat(browser.ask("return Array.from(page.picture.run.rows[1].lit)"))
                .isEqualTo(List.of(0L, 1L, 1L));
        browser.find("search").sendKeys(Keys.ENTER);
        assertThat(browser.text("details")).startsWith("blur\n");
        browser.find("next").click();
        assertThat(browser.text("details")).startsWith("blur edges\n");
        browser.find("previous").click();
        assertThat(browser.text("details")).startsWith("blur\n");
        browser.find("search").sendKeys(" nowhere");
        assertThat(browser.text("found")).isEqualTo("0 of 5");
        browser.find("search").sendKeys(Keys.ESCAPE);
        assertThat(browser.text("found")).isEmpty();
    }

    @Test
    void keysGoFromOperationToOperationOfAStream() {
        openFive();
        browser.click(GREY);
        browser.press("n");
        assertThat(browser.text("details")).contains("number\n14\n");
        browser.press("p");
        assertThat(browser.text("details")).contains("number\n11\n");
        browser.press(Keys.ENTER);
        assertThat(visible()).isGreaterThan(200_000).isLessThan(1_500_000);
    }

    @Test
    void aNameIsTextWhateverItHoldsAndNoScript() {
        openFive();
        browser.click(HOSTILE);
        assertThat(browser.ask("return document.querySelector('#details .name').textContent"))
                .isEqualTo(Traces.HOSTILE);
        assertThat(browser.ask("return window.broken === undefined")).isEqualTo(true);
        assertThat(browser.all("img")).isEmpty();
    }

    @Test
    void theLongestWaitsAreListedAndAClickShowsOne() {
        openFive();
        assertThat(browser.texts("#waits tbody tr"))
                .hasSize(5)
                .first()
                .asString()
                .startsWith("296.000 \u00b5s ");
        browser.ask("document.getElementById('wait-from').value = 'enqueued';"
                + "document.getElementById('wait-from').dispatchEvent(new Event('change'))");
        assertThat(browser.texts("#waits tbody tr")).first().isEqualTo("497.000 \u00b5s grey 2");
        browser.all("#waits tbody button").getFirst().click();
        assertThat(browser.text("details")).contains("number\n15\n");
        assertThat(browser.number("page.picture.from")).isLessThan(490_000);
        assertThat(browser.number("page.picture.to")).isGreaterThan(990_000);
    }

    @Test
    void theBusiestQueuesAndStreamsAreListed() {
        openFive();
        assertThat(browser.texts("#queues tbody tr")).containsExactly("queue 1 3 2 111.1 %", "queue 0 2 1 60.6 %");
        assertThat(browser.texts("#streams tbody tr"))
                .containsExactly("2 2 900.000 \u00b5s", "1 2 600.000 \u00b5s", "3 1 200.000 \u00b5s");
        browser.all("#streams tbody button").getFirst().click();
        assertThat(browser.ask("return Array.from(page.picture.run.rows[1].lit)"))
                .isEqualTo(List.of(0L, 1L, 2L));
        assertThat(browser.all("#streams tbody tr").getFirst().getDomAttribute("class"))
                .isEqualTo("chosen");
    }

    @Test
    void aPageOfReplaysShowsTheScheduleThatIsChosen() {
        open(
                Traces.write(folder.resolve("five.json"), Traces.five()),
                "replay",
                "--queues",
                "1,2",
                "--policy",
                "least-used");
        assertThat(browser.texts("#run option"))
                .containsExactly(
                        "as recorded",
                        "recorded queues, replayed, 2 queues",
                        "least-used, 1 queue",
                        "least-used, 2 queues");
        browser.all("#run option").get(2).click();
        assertThat(browser.text("summary")).contains("1.700 ms", "a model's, not measured");
        assertThat(browser.texts("#labels div")).containsExactly("device host:0", "queue 0");
        browser.click(HOSTILE);
        assertThat(browser.text("details")).contains("queue\nqueue 0\n", "for its queue");
        browser.all("#run option").getFirst().click();
        assertThat(browser.text("summary")).contains("990.000 \u00b5s").doesNotContain("model");
        assertThat(browser.text("details")).contains("on its clock");
    }

    @Test
    void fiftyThousandOperationsAreDrawn() {
        Path trace = folder.resolve("many.json.gz");
        Traces.writeMany(trace, 50_000);
        open(trace, "timeline");
        assertThat(browser.text("summary")).contains("50,000 operations", "200 streams");
        browser.ask("page.picture.draw()");
        assertThat(browser.number("page.picture.drawn")).isEqualTo(50_000);
        double all = browser.number("page.picture.drawMillis");
        browser.ask("page.picture.closer(100)");
        browser.ask("page.picture.draw()");
        assertThat(browser.number("page.picture.drawn")).isBetween(100.0, 2_000.0);
        double hundredth = browser.number("page.picture.drawMillis");
        System.out.printf(
                Locale.ROOT,
                "drawing 50,000 operations took %.1f ms, a hundredth of the time %.1f ms%n",
                all,
                hundredth);
    }
}
