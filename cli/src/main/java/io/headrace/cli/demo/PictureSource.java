package io.headrace.cli.demo;

import io.headrace.cli.sample.Sample;
import java.nio.file.Path;

/** Where a picture comes from. Safe for use from any thread. */
sealed interface PictureSource {

    /** What the user knows the picture by. */
    String name();

    /** What the result is named after. */
    String stem();

    /** How many pixels the picture has; a cheap look ahead. */
    long pixels() throws UnreadablePictureException;

    /** Makes the picture. */
    Picture read() throws UnreadablePictureException;

    /** A file that the user named. */
    record File(Path path) implements PictureSource {

        @Override
        public String name() {
            return path.toString();
        }

        @Override
        public String stem() {
            String name = String.valueOf(path.getFileName());
            int dot = name.lastIndexOf('.');
            return dot > 0 ? name.substring(0, dot) : name;
        }

        @Override
        public long pixels() throws UnreadablePictureException {
            return PictureReader.pixels(path);
        }

        @Override
        public Picture read() throws UnreadablePictureException {
            return PictureReader.read(path);
        }
    }

    /** A picture that the project draws. */
    record Drawn(Sample sample, int width, int height) implements PictureSource {

        @Override
        public String name() {
            return stem();
        }

        @Override
        public String stem() {
            return "sample-" + sample.title();
        }

        @Override
        public long pixels() {
            return (long) width * height;
        }

        @Override
        public Picture read() {
            return new Picture(width, height, sample.draw(width, height));
        }
    }
}
