package io.headrace.cli.demo;

import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBufferByte;
import java.awt.image.PixelInterleavedSampleModel;
import java.awt.image.Raster;
import org.jspecify.annotations.Nullable;

/**
 * Brings decoded pictures of all kinds to 8-bit blue, green and red.
 *
 * <p>Samples are taken as they stand in the file: 16-bit samples lose their low byte, grey becomes equal parts of the three
 * colours, and what is transparent is laid on white. Colour profiles are not applied; Java's own conversion would apply
 * them, and would brighten grey pictures, whose samples it takes for linear.
 */
final class Pixels {

    private Pixels() {}

    /** The picture's pixels, row by row, three bytes each. May be the image's own array: the image is not used any more. */
    static byte[] bgr(BufferedImage image) {
        byte[] own = image.getType() == BufferedImage.TYPE_3BYTE_BGR ? ownArray(image) : null;
        if (own != null) {
            return own;
        }
        byte[] bgr = new byte[3 * image.getWidth() * image.getHeight()];
        if (image.getColorModel() instanceof ComponentColorModel model && model.getNumColorComponents() != 4) {
            fromSamples(image.getRaster(), model, bgr);
        } else {
            fromColours(image, bgr);
        }
        return bgr;
    }

    private static byte @Nullable [] ownArray(BufferedImage image) {
        return image.getRaster().getDataBuffer() instanceof DataBufferByte buffer
                        && buffer.getNumBanks() == 1
                        && buffer.getOffset() == 0
                        && buffer.getSize() == 3 * image.getWidth() * image.getHeight()
                        && image.getSampleModel() instanceof PixelInterleavedSampleModel layout
                        && layout.getScanlineStride() == 3 * image.getWidth()
                ? buffer.getData()
                : null;
    }

    /** Grey or RGB samples of 8 or 16 bits, with or without alpha. */
    private static void fromSamples(Raster raster, ComponentColorModel model, byte[] bgr) {
        int width = raster.getWidth();
        int bands = raster.getNumBands();
        boolean grey = model.getNumColorComponents() < 3;
        int shift = model.getComponentSize(0) - 8;
        int[] row = new int[width * bands];
        int to = 0;
        for (int y = 0; y < raster.getHeight(); y++) {
            raster.getPixels(raster.getMinX(), raster.getMinY() + y, width, 1, row);
            for (int from = 0; from < row.length; from += bands) {
                int alpha = model.hasAlpha() ? row[from + bands - 1] >> shift : 255;
                int red = row[from] >> shift;
                int green = grey ? red : row[from + 1] >> shift;
                int blue = grey ? red : row[from + 2] >> shift;
                to = put(bgr, to, blue, green, red, alpha);
            }
        }
    }

    /** Everything else, such as palettes. */
    private static void fromColours(BufferedImage image, byte[] bgr) {
        boolean alpha = hasAlpha(image.getColorModel());
        int[] row = new int[image.getWidth()];
        int to = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            image.getRGB(0, y, row.length, 1, row, 0, row.length);
            for (int argb : row) {
                to = put(bgr, to, argb & 255, argb >> 8 & 255, argb >> 16 & 255, alpha ? argb >>> 24 : 255);
            }
        }
    }

    private static boolean hasAlpha(ColorModel model) {
        return model.hasAlpha() && !model.isAlphaPremultiplied();
    }

    private static int put(byte[] bgr, int at, int blue, int green, int red, int alpha) {
        bgr[at] = onWhite(blue, alpha);
        bgr[at + 1] = onWhite(green, alpha);
        bgr[at + 2] = onWhite(red, alpha);
        return at + 3;
    }

    private static byte onWhite(int sample, int alpha) {
        return (byte) (alpha == 255 ? sample : (sample * alpha + 255 * (255 - alpha) + 127) / 255);
    }
}
