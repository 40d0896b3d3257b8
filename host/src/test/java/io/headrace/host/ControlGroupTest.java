package io.headrace.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlGroupTest {

    @TempDir
    Path root;

    @Test
    void theLeastLimitOfTheGroupAndThoseAboveItCounts() throws IOException {
        write("proc/self/cgroup", "0::/a/b\n");
        write("sys/fs/cgroup/a/b/memory.max", "max\n");
        write("sys/fs/cgroup/a/memory.max", "1000\n");
        write("sys/fs/cgroup/memory.max", "2000\n");
        assertThat(limit()).isEqualTo(1000);
    }

    @Test
    void versionOneNamesItsMemoryController() throws IOException {
        write("proc/self/cgroup", "5:cpu,cpuacct:/x\n3:memory:/docker/abc\n0::/y\n");
        write("sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", "4096\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        assertThat(limit()).isEqualTo(4096);
    }

    @Test
    void inAContainerThePathMayBeSeenFromOutside() throws IOException {
        write("proc/self/cgroup", "0::/../../docker/abc\n");
        write("sys/fs/cgroup/memory.max", "512\n");
        assertThat(limit()).isEqualTo(512);
    }

    @Test
    void withoutFilesThereIsNoLimit() throws IOException {
        assertThat(limit()).isEqualTo(Long.MAX_VALUE);
        write("proc/self/cgroup", "nonsense\n");
        write("sys/fs/cgroup/memory.max", "nonsense\n");
        assertThat(limit()).isEqualTo(Long.MAX_VALUE);
    }

    private long limit() {
        return ControlGroup.ofThisProcess(root).memoryLimit();
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
