package io.headrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.headrace.cli.CommandFailure;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFolderTest {

    @TempDir
    private Path folder;

    @Test
    void theFolderIsCreated() {
        Path deep = folder.resolve("a").resolve("b");

        assertThat(OutputFolder.prepare(deep, List.of()).path()).isEqualTo(deep).isEmptyDirectory();
    }

    @Test
    void aFileInThePlaceOfTheFolderIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");

        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> OutputFolder.prepare(file, List.of()))
                .withMessageContaining("--out=" + file);
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> OutputFolder.prepare(file.resolve("below"), List.of()))
                .withMessageContaining("--out=" + file.resolve("below"));
    }

    @Test
    void picturesOfTheSameNameGetNumbers() {
        OutputFolder output = OutputFolder.prepare(folder, List.of());

        assertThat(output.claim("a-edges")).isEqualTo(folder.resolve("a-edges.png"));
        assertThat(output.claim("a-edges")).isEqualTo(folder.resolve("a-edges-2.png"));
        assertThat(output.claim("A-edges")).isEqualTo(folder.resolve("A-edges-3.png"));
        assertThat(output.claim("b-edges")).isEqualTo(folder.resolve("b-edges.png"));
    }

    @Test
    void aPictureOfTheRunIsNotOverwritten() throws Exception {
        Path input = Pictures.write(folder.resolve("a-edges.png"), 2, 2, "png");
        Path elsewhere = folder.resolve("x").resolve("..").resolve("a-edges.png");
        Files.createDirectory(folder.resolve("x"));

        OutputFolder output = OutputFolder.prepare(folder, List.of(elsewhere));

        assertThat(output.claim("a-edges")).isNotEqualTo(input).isEqualTo(folder.resolve("a-edges-2.png"));
    }

    @Test
    void aResultOfAnEarlierRunIsReplaced() throws Exception {
        Path earlier = Files.writeString(folder.resolve("a-edges.png"), "earlier");

        OutputFolder output = OutputFolder.prepare(folder, List.of());
        Path file = output.claim("a-edges");
        OutputFolder.writeGrey(file, 2, 1, new byte[] {0, 1});

        assertThat(file).isEqualTo(earlier);
        assertThat(ImageIO.read(file.toFile()).getWidth()).isEqualTo(2);
    }

    @Test
    void greyIsWrittenAsItIsAndNothingElseIsLeft() throws Exception {
        Path file = folder.resolve("grey.png");

        OutputFolder.writeGrey(file, 2, 2, new byte[] {0, 100, (byte) 200, (byte) 255});

        BufferedImage image = ImageIO.read(file.toFile());
        assertThat(image.getType()).isEqualTo(BufferedImage.TYPE_BYTE_GRAY);
        assertThat(image.getRaster().getPixels(0, 0, 2, 2, (int[]) null)).containsExactly(0, 100, 200, 255);
        assertOnlyFile(file);
    }

    @Test
    void coloursAreWrittenAsTheyAre() throws Exception {
        Path file = folder.resolve("colour.png");

        OutputFolder.writeColour(file, new Picture(1, 1, new byte[] {0x30, 0x20, 0x10}));

        assertThat(ImageIO.read(file.toFile()).getRGB(0, 0)).isEqualTo(0xff102030);
    }

    private void assertOnlyFile(Path file) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }
}
