package io.headrace.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageCacheTest {

    private static final byte[] IMAGE = {1, 2, 3, 4, 5};

    private final AtomicInteger made = new AtomicInteger();

    private byte[] make() {
        made.incrementAndGet();
        return IMAGE.clone();
    }

    @TempDir
    private Path folder;

    private List<Path> files() throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.toList();
        }
    }

    @Test
    void aProgramIsCompiledOnceForAllProcesses() throws IOException {
        assertThat(new ImageCache(folder).get("a", this::make)).isEqualTo(IMAGE);
        ImageCache other = new ImageCache(folder);
        assertThat(other.get("a", this::make)).isEqualTo(IMAGE);
        assertThat(other.get("a", this::make)).isEqualTo(IMAGE);
        assertThat(made).hasValue(1);
        assertThat(files()).hasSize(1);
        other.get("b", this::make);
        assertThat(made).hasValue(2);
        assertThat(files()).hasSize(2);
    }

    @Test
    void withoutFilesItIsCompiledOnceInThisProcess() {
        ImageCache cache = new ImageCache(null);
        cache.get("a", this::make);
        cache.get("a", this::make);
        assertThat(made).hasValue(1);
    }

    @Test
    void aDamagedFileIsWrittenAnew() throws IOException {
        new ImageCache(folder).get("a", this::make);
        Path file = files().getFirst();
        byte[] whole = Files.readAllBytes(file);
        for (int damage = 0; damage <= whole.length; damage++) {
            byte[] damaged = whole.clone();
            if (damage == whole.length) {
                damaged = new byte[] {1};
            } else {
                damaged[damage]++;
            }
            Files.write(file, damaged);
            int before = made.get();
            assertThat(new ImageCache(folder).get("a", this::make)).isEqualTo(IMAGE);
            assertThat(made).hasValue(before + 1);
            assertThat(Files.readAllBytes(file)).isEqualTo(whole);
        }
    }

    @Test
    void whatCannotBeCompiledIsNotKept() throws IOException {
        ImageCache cache = new ImageCache(folder);
        assertThatThrownBy(() -> cache.get("a", () -> {
                    throw new IllegalStateException("planned");
                }))
                .hasMessage("planned");
        assertThat(files()).isEmpty();
        assertThat(cache.get("a", this::make)).isEqualTo(IMAGE);
    }

    @Test
    void aFolderThatCannotBeMadeCostsNoProgram() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThat(new ImageCache(file.resolve("below")).get("a", this::make)).isEqualTo(IMAGE);
    }
}
