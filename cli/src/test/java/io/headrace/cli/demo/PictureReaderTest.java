package io.headrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.awt.Point;
import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.awt.image.WritableRaster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PictureReaderTest {

    @TempDir
    private Path folder;

    @Test
    void aColouredPngIsReadAsItIs() throws Exception {
        Picture picture = read(image(BufferedImage.TYPE_INT_RGB, 0xff102030));

        assertThat(picture.width()).isEqualTo(3);
        assertThat(picture.height()).isEqualTo(2);
        assertAllPixels(picture, 0x102030);
    }

    @Test
    void whatIsTransparentLiesOnWhite() throws Exception {
        assertAllPixels(read(image(BufferedImage.TYPE_INT_ARGB, 0x00102030)), 0xffffff);
        assertAllPixels(read(image(BufferedImage.TYPE_INT_ARGB, 0xff102030)), 0x102030);
        assertAllPixels(read(image(BufferedImage.TYPE_INT_ARGB, 0x80ff0000)), 0xff7f7f);
    }

    @Test
    void aPictureOfWhichAPartIsMissingIsNotReadAsAWhole() throws Exception {
        BufferedImage image = new BufferedImage(200, 200, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < 200 * 200; i++) {
            image.setRGB(i % 200, i / 200, i * 7_919);
        }
        for (String format : new String[] {"jpg", "png"}) {
            Path file = folder.resolve("cut." + format);
            ImageIO.write(image, format, file.toFile());
            byte[] whole = Files.readAllBytes(file);
            assertThat(PictureReader.read(file).width()).isEqualTo(200);
            Files.write(file, Arrays.copyOf(whole, whole.length / 2));
            assertThatExceptionOfType(UnreadablePictureException.class)
                    .as(format)
                    .isThrownBy(() -> PictureReader.read(file));
        }
    }

    @Test
    void greyStaysAsBrightAsItIs() throws Exception {
        BufferedImage image = new BufferedImage(3, 2, BufferedImage.TYPE_BYTE_GRAY);
        fill(image.getRaster(), 100);

        assertAllPixels(read(image), 0x646464);
    }

    @Test
    void sixteenBitGreyLosesItsLowByte() throws Exception {
        BufferedImage image = new BufferedImage(3, 2, BufferedImage.TYPE_USHORT_GRAY);
        fill(image.getRaster(), 0x64ff);

        assertAllPixels(read(image), 0x646464);
    }

    @Test
    void sixteenBitColoursLoseTheirLowByte() throws Exception {
        assertAllPixels(read(sixteenBits(ColorSpace.CS_sRGB, false, 0x10ff, 0x2000, 0x3080)), 0x102030);
    }

    @Test
    void sixteenBitAlphaLiesOnWhite() throws Exception {
        assertAllPixels(read(sixteenBits(ColorSpace.CS_sRGB, true, 0x10ff, 0x2000, 0x3080, 0xffff)), 0x102030);
        assertAllPixels(read(sixteenBits(ColorSpace.CS_GRAY, true, 0x10ff, 0x0000)), 0xffffff);
    }

    @Test
    void palettesAreLookedUp() throws Exception {
        byte[] reds = {0, (byte) 200};
        byte[] greens = {0, 100};
        byte[] blues = {0, 50};
        BufferedImage image =
                new BufferedImage(3, 2, BufferedImage.TYPE_BYTE_BINARY, new IndexColorModel(1, 2, reds, greens, blues));
        fill(image.getRaster(), 1);

        assertAllPixels(read(image), 0xc86432);
    }

    @Test
    void aJpegIsReadWhateverItsName() throws Exception {
        Path file = Pictures.write(folder.resolve("photo.dat"), 40, 30, "jpeg");

        Picture picture = PictureReader.read(file);

        assertThat(PictureReader.pixels(file)).isEqualTo(1200);
        assertThat(picture.width()).isEqualTo(40);
        assertThat(picture.height()).isEqualTo(30);
    }

    @Test
    void aGreyJpegIsRead() throws Exception {
        BufferedImage image = new BufferedImage(16, 16, BufferedImage.TYPE_BYTE_GRAY);
        fill(image.getRaster(), 100);

        assertAllPixels(PictureReader.read(Pictures.write(folder.resolve("grey.jpg"), image, "jpeg")), 0x646464);
    }

    @Test
    void otherFilesAreRefused() throws Exception {
        assertRefused(Files.writeString(folder.resolve("text.png"), "no picture"), "no PNG or JPEG picture");
        assertRefused(Files.write(folder.resolve("empty.png"), new byte[0]), "no PNG or JPEG picture");
        assertRefused(Pictures.write(folder.resolve("other.gif"), 4, 4, "gif"), "no PNG or JPEG picture");
        assertRefused(folder.resolve("missing.png"), "there is no such file");
        assertRefused(folder, "no regular file");
    }

    @Test
    void damagedPicturesAreRefused() throws IOException {
        byte[] png = Files.readAllBytes(Pictures.write(folder.resolve("whole.png"), 50, 50, "png"));
        for (int length : new int[] {8, 20, 33, 40, png.length / 2}) {
            assertRefused(Files.write(folder.resolve("cut.png"), Arrays.copyOf(png, length)), "cannot be read");
        }
        byte[] jpeg = Files.readAllBytes(Pictures.write(folder.resolve("whole.jpg"), 50, 50, "jpeg"));
        assertRefused(Files.write(folder.resolve("cut.jpg"), Arrays.copyOf(jpeg, 30)), "cannot be read");
    }

    @Test
    void aPictureThatNoArrayHoldsIsRefusedBeforeItIsDecoded() throws IOException {
        byte[] png = Files.readAllBytes(Pictures.write(folder.resolve("small.png"), 1, 1, "png"));
        // Width and height are the first eight bytes of the first chunk; its checksum is not looked at.
        png[16] = 0;
        png[17] = 1;
        png[21] = 1;
        Path file = Files.write(folder.resolve("huge.png"), png);

        assertRefused(file, "too large: pixels=");
    }

    private Picture read(BufferedImage image) throws Exception {
        return PictureReader.read(Pictures.write(folder.resolve("picture.png"), image, "png"));
    }

    private static void assertRefused(Path file, String reason) {
        assertThatExceptionOfType(UnreadablePictureException.class)
                .isThrownBy(() -> PictureReader.read(file))
                .withMessageContaining(reason);
    }

    private static void assertAllPixels(Picture picture, int rgb) {
        for (int i = 0; i < picture.pixels(); i++) {
            int blue = picture.bgr()[3 * i] & 255;
            int green = picture.bgr()[3 * i + 1] & 255;
            int red = picture.bgr()[3 * i + 2] & 255;
            assertThat(Integer.toHexString(red << 16 | green << 8 | blue)).isEqualTo(Integer.toHexString(rgb));
        }
    }

    private static BufferedImage image(int type, int argb) {
        BufferedImage image = new BufferedImage(3, 2, type);
        for (int i = 0; i < 6; i++) {
            image.setRGB(i % 3, i / 3, argb);
        }
        return image;
    }

    private static BufferedImage sixteenBits(int colours, boolean alpha, int... samples) {
        ComponentColorModel model = new ComponentColorModel(
                ColorSpace.getInstance(colours),
                alpha,
                false,
                alpha ? Transparency.TRANSLUCENT : Transparency.OPAQUE,
                DataBuffer.TYPE_USHORT);
        WritableRaster raster =
                Raster.createInterleavedRaster(DataBuffer.TYPE_USHORT, 3, 2, samples.length, new Point());
        for (int i = 0; i < 6; i++) {
            raster.setPixel(i % 3, i / 3, samples);
        }
        return new BufferedImage(model, raster, false, null);
    }

    private static void fill(WritableRaster raster, int sample) {
        for (int i = 0; i < raster.getWidth() * raster.getHeight(); i++) {
            raster.setSample(i % raster.getWidth(), i / raster.getWidth(), 0, sample);
        }
    }
}
