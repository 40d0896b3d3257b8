package io.headrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PictureFilesTest {

    @TempDir
    private Path folder;

    @Test
    void aFileIsTakenWhateverItIs() {
        Path missing = folder.resolve("missing.txt");

        assertThat(PictureFiles.of(List.of(missing)).files()).containsExactly(missing);
    }

    @Test
    void aFolderStandsForItsPicturesSortedByName() throws Exception {
        Path second = Pictures.write(folder.resolve("b.JPG"), 4, 4, "jpeg");
        Path first = Pictures.write(folder.resolve("a.png"), 4, 4, "png");
        Path unnamed = Pictures.write(folder.resolve("c"), 4, 4, "png");
        Files.writeString(folder.resolve("notes.txt"), "no picture");
        Files.writeString(folder.resolve("._a.png"), "hidden");
        Pictures.write(folder.resolve("below").resolve("d.png"), 4, 4, "png");
        Files.createDirectory(folder.resolve("folder.png"));

        PictureFiles found = PictureFiles.of(List.of(folder));

        assertThat(found.files()).containsExactly(first, second, unnamed);
        assertThat(found.skipped()).isEmpty();
    }

    @Test
    void aDamagedPictureInAFolderIsNotPassedOverInSilence() throws Exception {
        Path damaged = Files.writeString(folder.resolve("damaged.png"), "no picture");

        assertThat(PictureFiles.of(List.of(folder)).files()).containsExactly(damaged);
    }

    @Test
    void aFolderWithoutPicturesIsSkippedByName() {
        PictureFiles found = PictureFiles.of(List.of(folder));

        assertThat(found.files()).isEmpty();
        assertThat(found.skipped()).singleElement().satisfies(skipped -> {
            assertThat(skipped.path()).isEqualTo(folder);
            assertThat(skipped.reason()).contains("no PNG or JPEG picture");
        });
    }
}
