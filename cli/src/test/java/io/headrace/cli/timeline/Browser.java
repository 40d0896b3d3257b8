package io.headrace.cli.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.interactions.WheelInput.ScrollOrigin;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A Chromium that shows a page of this machine, and remembers what it complained of and what it asked for. */
final class Browser implements AutoCloseable {

    /** How addresses of pages begin that belong to the browser, for instance the one that it shows at first. */
    private static final String BROWSERS_OWN = "chrome";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path profile;
    private final ChromeDriver driver;
    private String page = "";

    private Browser(Path profile, ChromeDriver driver) {
        this.profile = profile;
        this.driver = driver;
    }

    /** Starts it. Where there is none, the test is skipped. */
    static Browser start() throws IOException {
        Optional<File> chromium = program("chromium");
        Optional<File> chromedriver = program("chromedriver");
        assumeTrue(
                chromium.isPresent() && chromedriver.isPresent(),
                "programs chromium and chromedriver are not both on the PATH, so no browser looks at the page");
        Path profile = Files.createTempDirectory("headrace-browser");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium.orElseThrow());
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--window-size=1400,900",
                "--user-data-dir=" + profile);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.orElseThrow())
                .usingAnyFreePort()
                .build();
        return new Browser(profile, new ChromeDriver(service, options));
    }

    private static Optional<File> program(String name) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> new File(folder, name))
                .filter(File::canExecute)
                .findFirst();
    }

    /** Shows a page from its beginning. */
    void open(Path file) {
        driver.manage().logs().get(LogType.PERFORMANCE);
        driver.manage().logs().get(LogType.BROWSER);
        page = file.toUri().toString();
        driver.get(page);
    }

    /** What a script gives. */
    Object ask(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** The number that a script gives. */
    double number(String script, Object... arguments) {
        return ((Number) ask("return " + script, arguments)).doubleValue();
    }

    /** Waits until a condition of the page holds, since what a mouse does may be seen a moment later. */
    void until(String condition, Object... arguments) throws InterruptedException {
        long limit = System.nanoTime() + PATIENCE.toNanos();
        while (!Boolean.TRUE.equals(ask("return " + condition, arguments))) {
            assertThat(System.nanoTime() - limit)
                    .as("within %s: %s %s", PATIENCE, condition, Arrays.toString(arguments))
                    .isNegative();
            Thread.sleep(20);
        }
    }

    WebElement find(String id) {
        return driver.findElement(By.id(id));
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /** What elements show, each on one line. */
    List<String> texts(String selector) {
        return all(selector).stream()
                .map(element -> element.getText().replaceAll("\\s+", " "))
                .toList();
    }

    String text(String id) {
        return find(id).getText();
    }

    /** Presses keys while the picture has the focus. */
    void press(CharSequence... keys) {
        find("picture").sendKeys(keys);
    }

    /** Clicks on an operation in the picture, which can be seen. */
    void click(int operation) {
        int[] offset = fromMiddle(operation);
        new Actions(driver)
                .moveToElement(find("picture"), offset[0], offset[1])
                .click()
                .perform();
    }

    /** Moves the mouse to an operation. */
    void pointAt(int operation) {
        int[] offset = fromMiddle(operation);
        new Actions(driver).moveToElement(find("picture"), offset[0], offset[1]).perform();
    }

    /** Turns the wheel over an operation; to negative values to zoom in. */
    void wheel(int operation, int by) {
        int[] offset = fromMiddle(operation);
        new Actions(driver)
                .scrollFromOrigin(ScrollOrigin.fromElement(find("picture"), offset[0], offset[1]), 0, by)
                .perform();
    }

    /** Drags the picture from an operation on. */
    void drag(int operation, int right) {
        int[] offset = fromMiddle(operation);
        new Actions(driver)
                .moveToElement(find("picture"), offset[0], offset[1])
                .clickAndHold()
                .moveByOffset(right / 2, 0)
                .moveByOffset(right - right / 2, 0)
                .release()
                .perform();
    }

    /** Where an operation is in the picture, from its middle, since Selenium counts from there. */
    private int[] fromMiddle(int operation) {
        return new int[] {
            (int) number("Math.round(page.picture.placeOf(arguments[0])[0] - page.picture.width / 2)", operation),
            (int) number("Math.round(page.picture.placeOf(arguments[0])[1] - page.picture.height / 2)", operation)
        };
    }

    /** Fails if the page has complained, or asked for anything but itself. What pages of the browser's own do is left out. */
    void assertThatItIsSilentAndAlone() throws IOException {
        assertThat(driver.manage().logs().get(LogType.BROWSER).getAll())
                .extracting(LogEntry::getMessage)
                .filteredOn(message -> !message.startsWith(BROWSERS_OWN))
                .as("what the console says")
                .isEmpty();
        List<String> requests = new ArrayList<>();
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            Map<?, ?> message = (Map<?, ?>) JSON.std.mapFrom(entry.getMessage()).get("message");
            if ("Network.requestWillBeSent".equals(message.get("method"))) {
                Map<?, ?> parameters = (Map<?, ?>) message.get("params");
                if (!String.valueOf(parameters.get("documentURL")).startsWith(BROWSERS_OWN)) {
                    requests.add((String) ((Map<?, ?>) parameters.get("request")).get("url"));
                }
            }
        }
        assertThat(requests)
                .as("what was asked for")
                .contains(page)
                .allMatch(url -> url.equals(page) || url.startsWith("data:"));
    }

    /** Ends it. What it still holds of its profile is left to the system. */
    @Override
    public void close() {
        driver.quit();
        try (Stream<Path> files = Files.walk(profile)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException | UncheckedIOException e) {
            System.out.println("the browser still writes into its profile: " + profile);
        }
    }
}
