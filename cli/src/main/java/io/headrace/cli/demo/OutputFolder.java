package io.headrace.cli.demo;

import io.headrace.cli.CommandFailure;
import java.awt.Point;
import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.Raster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * The folder that results go to. A result is named after its picture; one that would overwrite a picture of this run or
 * another result of it gets a number. Results of an earlier run are replaced. A file appears under its name only when it
 * is complete. Safe for use from any thread.
 */
final class OutputFolder {

    private final Path folder;
    private final Set<Path> inputs = new HashSet<>();
    private final Set<String> taken = new HashSet<>();

    private OutputFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Creates the folder if needed, and makes sure that files can be written there.
     *
     * @param inputs the files that must not be overwritten
     * @throws CommandFailure if the folder cannot be created or written to
     */
    static OutputFolder prepare(Path folder, List<Path> inputs) {
        try {
            Files.createDirectories(folder);
            PartFiles.probe(folder);
        } catch (IOException e) {
            throw new CommandFailure("results cannot be written: --out=" + folder + ": " + reason(e)
                    + "; name a folder that can be created and written to");
        }
        OutputFolder output = new OutputFolder(folder);
        inputs.forEach(input -> output.inputs.add(real(input)));
        return output;
    }

    /** Where the folder is, from the root on. */
    Path path() {
        return folder.toAbsolutePath().normalize();
    }

    /**
     * Takes a file name for a result.
     *
     * @param stem the name without number and ending
     */
    synchronized Path claim(String stem) {
        for (int number = 1; ; number++) {
            String name = number == 1 ? stem + ".png" : stem + "-" + number + ".png";
            Path file = folder.resolve(name);
            // Where letters of both cases are one, a name that differs by case only is the same file.
            if (!inputs.contains(real(file)) && taken.add(name.toLowerCase(Locale.ROOT))) {
                return file;
            }
        }
    }

    /** Writes a grey picture as PNG. */
    static void writeGrey(Path file, int width, int height, byte[] grey) throws IOException {
        write(file, width, height, grey, ColorSpace.CS_GRAY, new int[] {0});
    }

    /** Writes a coloured picture as PNG. */
    static void writeColour(Path file, Picture picture) throws IOException {
        write(file, picture.width(), picture.height(), picture.bgr(), ColorSpace.CS_sRGB, new int[] {2, 1, 0});
    }

    private static void write(Path file, int width, int height, byte[] samples, int colours, int[] order)
            throws IOException {
        ComponentColorModel model = new ComponentColorModel(
                ColorSpace.getInstance(colours), false, false, Transparency.OPAQUE, DataBuffer.TYPE_BYTE);
        BufferedImage image = new BufferedImage(
                model,
                Raster.createInterleavedRaster(
                        new DataBufferByte(samples, samples.length),
                        width,
                        height,
                        width * order.length,
                        order.length,
                        order,
                        new Point()),
                false,
                null);
        Path part = file.resolveSibling("." + file.getFileName() + ".part");
        try {
            try (OutputStream output = PartFiles.create(part)) {
                encode(image, output);
            }
            PartFiles.complete(part, file);
        } finally {
            PartFiles.giveUp(part);
        }
    }

    private static void encode(BufferedImage image, OutputStream output) throws IOException {
        ImageWriter writer =
                ImageIO.getImageWriters(new ImageTypeSpecifier(image), "png").next();
        try (MemoryCacheImageOutputStream stream = new MemoryCacheImageOutputStream(output)) {
            writer.setOutput(stream);
            writer.write(image);
        } finally {
            writer.dispose();
        }
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return file.toAbsolutePath().normalize();
        }
    }

    private static String reason(IOException e) {
        if (e instanceof FileAlreadyExistsException) {
            return "a file of that name exists";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }
}
