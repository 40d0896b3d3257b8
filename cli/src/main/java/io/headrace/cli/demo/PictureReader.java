package io.headrace.cli.demo;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.FileImageInputStream;
import javax.imageio.stream.ImageInputStream;

/** Reads PNG and JPEG files. What a file holds counts, not its name. Safe for use from any thread. */
final class PictureReader {

    /** More pixels do not fit an array with three bytes a pixel. */
    private static final long MAX_PIXELS = (Integer.MAX_VALUE - 16) / 3;

    private PictureReader() {}

    /**
     * How many pixels a file's picture has. Reads the head of the file only.
     *
     * @throws UnreadablePictureException if the file holds no PNG or JPEG picture, or one that is too large for an array
     */
    static long pixels(Path file) throws UnreadablePictureException {
        return read(file, reader -> (long) reader.getWidth(0) * reader.getHeight(0));
    }

    /**
     * Reads a file's picture.
     *
     * @throws UnreadablePictureException if the file holds no PNG or JPEG picture, or a damaged one
     */
    static Picture read(Path file) throws UnreadablePictureException {
        return read(file, reader -> {
            List<String> damage = new ArrayList<>();
            reader.addIIOReadWarningListener((source, warning) -> damage.add(warning));
            BufferedImage image = reader.read(0);
            // Decoders make up what is missing of a cut file, and only mention it. Other warnings are about what may be
            // missing.
            if (damage.stream().anyMatch(PictureReader::isLoss)) {
                throw new IOException("it is damaged: " + damage);
            }
            return new Picture(image.getWidth(), image.getHeight(), Pixels.bgr(image));
        });
    }

    private static boolean isLoss(String warning) {
        String lower = warning.toLowerCase(Locale.ROOT);
        return lower.contains("premature") || lower.contains("truncated") || lower.contains("corrupt");
    }

    private interface Step<T> {
        T apply(ImageReader reader) throws IOException;
    }

    private static <T> T read(Path file, Step<T> step) throws UnreadablePictureException {
        if (!Files.exists(file)) {
            throw new UnreadablePictureException("there is no such file");
        }
        if (!Files.isRegularFile(file)) {
            throw new UnreadablePictureException("it is no regular file");
        }
        try (ImageInputStream input = new FileImageInputStream(file.toFile())) {
            ImageReader reader = readerFor(input);
            try {
                reader.setInput(input, true, true);
                checkSize((long) reader.getWidth(0) * reader.getHeight(0));
                return step.apply(reader);
            } finally {
                reader.dispose();
            }
        } catch (IOException | RuntimeException e) {
            // The decoders answer damaged files with all kinds of unchecked exceptions.
            throw new UnreadablePictureException("it cannot be read: " + reason(e));
        }
    }

    private static ImageReader readerFor(ImageInputStream input) throws UnreadablePictureException {
        for (Iterator<ImageReader> readers = ImageIO.getImageReaders(input); readers.hasNext(); ) {
            ImageReader reader = readers.next();
            String[] formats = reader.getOriginatingProvider().getFormatNames();
            if (Arrays.stream(formats)
                    .map(format -> format.toLowerCase(Locale.ROOT))
                    .anyMatch(format -> format.equals("png") || format.equals("jpeg"))) {
                return reader;
            }
        }
        throw new UnreadablePictureException("it is no PNG or JPEG picture");
    }

    private static void checkSize(long pixels) throws UnreadablePictureException {
        if (pixels > MAX_PIXELS) {
            throw new UnreadablePictureException("it is too large: pixels=" + pixels + " limit=" + MAX_PIXELS);
        }
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
