package io.headrace.cli.timeline;

import io.headrace.cli.CommandFailure;
import io.headrace.sim.timeline.TimelinePage;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** The file into which a page goes. */
public final class PageFile {

    private final Path path;

    /**
     * A file that may not be there yet.
     *
     * @throws CommandFailure if it is the trace itself, which a page would overwrite, or can be no file
     */
    public PageFile(Path path, Path trace) {
        this.path = path;
        if (Files.isDirectory(path)) {
            throw new CommandFailure(
                    "the page cannot be written: --output=" + path + ": that is a folder; name a file in it");
        }
        if (isSame(path, trace)) {
            throw new CommandFailure("the page would overwrite its trace: --output=" + path + "; name another file");
        }
    }

    private static boolean isSame(Path path, Path trace) {
        try {
            return Files.exists(path) && Files.exists(trace) && Files.isSameFile(path, trace);
        } catch (IOException e) {
            return false;
        }
    }

    /** Writes the page, in place of what may be there. */
    public void write(TimelinePage page, List<String> notes) {
        try (Writer writer = Files.newBufferedWriter(path, StandardCharsets.UTF_8)) {
            page.write(writer, notes);
        } catch (IOException e) {
            throw new CommandFailure("the page cannot be written: --output=" + path + ": " + reason(e));
        }
    }

    private String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException ignored ->
                "there is no such folder; make it first: folder="
                        + path.toAbsolutePath().getParent();
            case AccessDeniedException ignored -> "access is denied; name a file in a folder that may be written";
            default -> String.valueOf(failure.getMessage());
        };
    }
}
