package io.headrace.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Turns the arguments of the demo into a list of files. */
final class PictureFiles {

    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G'};
    private static final byte[] JPEG = {(byte) 0xff, (byte) 0xd8, (byte) 0xff};

    private final List<Path> files = new ArrayList<>();
    private final List<Skipped> skipped = new ArrayList<>();

    private PictureFiles() {}

    /** An argument that yields no picture, and why. */
    record Skipped(Path path, String reason) {}

    /**
     * Goes through the arguments in their order. A file is taken as it is, whatever it holds. A folder stands for the
     * pictures directly in it, sorted by name: the visible files that are named like a PNG or JPEG file or begin like one.
     */
    static PictureFiles of(List<Path> arguments) {
        PictureFiles found = new PictureFiles();
        for (Path argument : arguments) {
            if (Files.isDirectory(argument)) {
                found.addFolder(argument);
            } else {
                found.files.add(argument);
            }
        }
        return found;
    }

    /** The files, in the order of the arguments. */
    List<Path> files() {
        return files;
    }

    /** The files as sources of pictures. */
    List<PictureSource> sources() {
        return files.stream().<PictureSource>map(PictureSource.File::new).toList();
    }

    /** The folders that could not be listed or hold no picture. */
    List<Skipped> skipped() {
        return skipped;
    }

    private void addFolder(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            List<Path> pictures =
                    entries.filter(PictureFiles::looksLikePicture).sorted().toList();
            if (pictures.isEmpty()) {
                skipped.add(new Skipped(folder, "the folder holds no PNG or JPEG picture"));
            }
            files.addAll(pictures);
        } catch (IOException e) {
            skipped.add(new Skipped(folder, "the folder cannot be listed: " + e));
        }
    }

    private static boolean looksLikePicture(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        if (name.startsWith(".") || !Files.isRegularFile(file)) {
            return false;
        }
        return name.endsWith(".png") || name.endsWith(".jpg") || name.endsWith(".jpeg") || beginsLikePicture(file);
    }

    private static boolean beginsLikePicture(Path file) {
        try (InputStream input = Files.newInputStream(file)) {
            byte[] head = input.readNBytes(PNG.length);
            return Arrays.equals(head, PNG) || Arrays.equals(Arrays.copyOf(head, JPEG.length), JPEG);
        } catch (IOException e) {
            return false;
        }
    }
}
