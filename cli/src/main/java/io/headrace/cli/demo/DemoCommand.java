package io.headrace.cli.demo;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Trace;
import io.headrace.cli.Version;
import io.headrace.cli.sample.Sample;
import io.headrace.cli.text.Progress;
import io.headrace.config.Knob;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code headrace demo}: finds the edges in pictures, tile by tile, and compares with a plain sequential computation. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Finds the edges in pictures: many streams on few queues, on real input.",
            "",
            "Each picture is cut into tiles; each tile is uploaded, turned to grey, blurred, run through a Sobel operator and "
                    + "downloaded on a stream of its own. Results are written as PNG and compared, pixel by pixel, with a "
                    + "plain sequential computation. Reading and writing files is in neither of the times shown.",
            "",
            "The kernels are in Java, and in CUDA C for devices that run no Java kernels; the pictures are the same.",
            ""
        },
        footer = {"", "A file that is no picture is named and skipped, and makes the exit code 1."})
public final class DemoCommand implements Callable<Integer> {

    private static final double DEFAULT_MEGAPIXELS = 3;
    private static final double MOST_MEGAPIXELS = 100;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description =
                    "PNG or JPEG files; a folder stands for all pictures in it. Without any, the demo draws a sample.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where results are written; created if needed (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("headrace-demo");

    @Option(
            names = "--streams",
            paramLabel = "N",
            description = "Share N streams among all tiles (default: one a tile).")
    private @Nullable Integer streams;

    @Option(
            names = "--device",
            paramLabel = "D",
            description = "The device, for example host:0 or cuda:0 (default: HEADRACE_DEVICE).")
    private @Nullable String device;

    @Option(
            names = "--megapixels",
            paramLabel = "M",
            description = "Size of each of the sample's four pictures (default: 3).")
    private double megapixels = DEFAULT_MEGAPIXELS;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description =
                    "Record each operation and write a file for Perfetto and for 'headrace timeline'; overwritten if it is there.")
    private @Nullable Path trace;

    @Option(names = "--watch", description = "Print the device's counters to stderr twice a second.")
    private boolean watch;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    /** Runs the demo. Returns 0 if all pictures were computed, all of them right, and written. */
    @Override
    public Integer call() throws InterruptedException {
        check();
        PictureFiles found = PictureFiles.of(files);
        OutputFolder output = OutputFolder.prepare(out, found.files());
        Report report = new Report();
        for (PictureFiles.Skipped skipped : found.skipped()) {
            complain("skipped " + skipped.path() + ": " + skipped.reason());
            report.addSkipped();
        }
        List<PictureSource> sources = files.isEmpty() ? sample() : found.sources();
        try (Headrace headrace = Headrace.open(options())) {
            Device used = headrace.device();
            Trace recording = trace == null ? null : headrace.trace(trace);
            try (recording;
                    CounterWatch counters =
                            watch ? new CounterWatch(used, spec.commandLine().getErr()) : null;
                    Progress progress =
                            watch ? Progress.none() : Progress.of("pictures", (long) DemoRun.STEPS * sources.size());
                    DemoRun run = new DemoRun(used, streams == null ? 0 : streams, output, report, progress)) {
                run.run(sources, this::complain);
            }
            if (recording != null) {
                tell(recording);
            }
        }
        print(report, output);
        return report.isClean() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    /** What is in the file; on stderr, since facts are on stdout. */
    private void tell(Trace closed) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("The trace is in " + trace + ": operations=" + closed.recorded() + " dropped=" + closed.dropped());
        err.flush();
    }

    private void check() {
        if (streams != null && streams < 1) {
            throw new ParameterException(spec.commandLine(), "--streams=" + streams + " must be at least 1");
        }
        if (!(megapixels > 0 && megapixels <= MOST_MEGAPIXELS)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--megapixels=" + megapixels + " must be more than 0 and at most " + MOST_MEGAPIXELS);
        }
    }

    private List<PictureSource> sample() {
        int height = (int) Math.max(1, Math.round(Math.sqrt(megapixels * 1e6 * 3 / 4)));
        int width = (int) Math.max(1, Math.round(height * 4 / 3.0));
        List<PictureSource> sources = new ArrayList<>();
        for (Sample sample : Sample.values()) {
            sources.add(new PictureSource.Drawn(sample, width, height));
        }
        return sources;
    }

    private void complain(String problem) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(spec.qualifiedName() + ": " + problem);
        err.flush();
    }

    private HeadraceOptions options() {
        return device == null
                ? HeadraceOptions.defaults()
                : HeadraceOptions.defaults().with(Knob.DEVICE, device);
    }

    private void print(Report report, OutputFolder output) {
        PrintWriter printer = spec.commandLine().getOut();
        if (json) {
            printer.println(report.json());
        } else if (report.hasPictures()) {
            report.print(printer);
            printer.println();
            printer.println("Results are in " + output.path());
        }
        printer.flush();
    }
}
