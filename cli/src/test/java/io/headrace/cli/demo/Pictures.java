package io.headrace.cli.demo;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import javax.imageio.ImageIO;

/** Pictures and files of them for tests. */
final class Pictures {

    private Pictures() {}

    /** A picture of noise and edges, from a seed. */
    static Picture random(Random random, int width, int height) {
        byte[] bgr = new byte[3 * width * height];
        random.nextBytes(bgr);
        // Half of it flat, so that small differences show too.
        for (int i = 0; i < bgr.length / 2; i++) {
            bgr[i] = (byte) (100 + (i / 40 & 3));
        }
        return new Picture(width, height, bgr);
    }

    /** Writes a picture whose pixels all differ somewhat. */
    static Path write(Path file, int width, int height, String format) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, 0x10101 * ((x * 7 + y * 13) & 0x7f) + (x * y & 0x7f));
            }
        }
        return write(file, image, format);
    }

    /** Writes an image. */
    static Path write(Path file, BufferedImage image, String format) throws IOException {
        Files.createDirectories(file.getParent());
        if (!ImageIO.write(image, format, file.toFile())) {
            throw new IOException("no writer: format=" + format + " type=" + image.getType());
        }
        return file;
    }

    /**
     * The edges straight from the definition: each pixel from its neighbours, without any sum kept from the pixel before.
     */
    static byte[] edgesByDefinition(Picture picture) {
        int width = picture.width();
        int height = picture.height();
        int[] grey = new int[width * height];
        for (int i = 0; i < grey.length; i++) {
            int blue = picture.bgr()[3 * i] & 255;
            int green = picture.bgr()[3 * i + 1] & 255;
            int red = picture.bgr()[3 * i + 2] & 255;
            grey[i] = (29 * blue + 150 * green + 77 * red + 128) / 256;
        }
        int[] weights = {1, 4, 6, 4, 1};
        int[] blurred = new int[grey.length];
        for (int i = 0; i < grey.length; i++) {
            int sum = 0;
            for (int dy = -2; dy <= 2; dy++) {
                for (int dx = -2; dx <= 2; dx++) {
                    sum += weights[dx + 2] * weights[dy + 2] * at(grey, width, height, i % width + dx, i / width + dy);
                }
            }
            blurred[i] = (sum + 128) / 256;
        }
        byte[] edges = new byte[grey.length];
        for (int i = 0; i < grey.length; i++) {
            int gx = 0;
            int gy = 0;
            for (int d = -1; d <= 1; d++) {
                int weight = d == 0 ? 2 : 1;
                gx += weight
                        * (at(blurred, width, height, i % width + 1, i / width + d)
                                - at(blurred, width, height, i % width - 1, i / width + d));
                gy += weight
                        * (at(blurred, width, height, i % width + d, i / width + 1)
                                - at(blurred, width, height, i % width + d, i / width - 1));
            }
            edges[i] = (byte) Math.min(255, Math.abs(gx) + Math.abs(gy));
        }
        return edges;
    }

    private static int at(int[] samples, int width, int height, int x, int y) {
        return samples[Math.clamp(y, 0, height - 1) * width + Math.clamp(x, 0, width - 1)];
    }
}
