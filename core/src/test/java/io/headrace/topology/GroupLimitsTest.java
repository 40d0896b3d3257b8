package io.headrace.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroupLimitsTest {

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

    @ParameterizedTest
    @CsvSource({"150000 100000, 2", "100000 100000, 1", "1 100000, 1", "400001 100000, 5"})
    void aQuotaIsRoundedUpToWholeProcessors(String quota, int processors) throws IOException {
        write("proc/self/cgroup", "0::/a\n");
        write("sys/fs/cgroup/a/cpu.max", quota + "\n");
        assertThat(processors()).isEqualTo(processors);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"0-2,5; 4", "7; 1", "0-3; 4", "0,2,4-5,8-10; 7"})
    void aSetIsCounted(String set, int processors) throws IOException {
        write("proc/self/cgroup", "0::/a\n");
        write("sys/fs/cgroup/a/cpuset.cpus.effective", set + "\n");
        assertThat(processors()).isEqualTo(processors);
    }

    @Test
    void theLeastQuotaOfTheGroupAndThoseAboveItAndTheNearestSetCount() throws IOException {
        write("proc/self/cgroup", "0::/a/b\n");
        write("sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
        write("sys/fs/cgroup/a/cpu.max", "500000 100000\n");
        write("sys/fs/cgroup/cpu.max", "900000 100000\n");
        write("sys/fs/cgroup/cpuset.cpus.effective", "0-15\n");
        assertThat(processors()).isEqualTo(5);
        write("sys/fs/cgroup/a/cpuset.cpus.effective", "0-2\n");
        assertThat(processors()).isEqualTo(3);
        write("sys/fs/cgroup/a/b/cpuset.cpus.effective", "\n");
        assertThat(processors()).isEqualTo(3);
    }

    @Test
    void versionOneHasAHierarchyForEach() throws IOException {
        write("proc/self/cgroup", "5:cpu,cpuacct:/x\n4:cpuset:/y\n3:memory:/z\n");
        write("sys/fs/cgroup/cpu/x/cpu.cfs_quota_us", "-1\n");
        write("sys/fs/cgroup/cpu/x/cpu.cfs_period_us", "100000\n");
        assertThat(processors()).isEqualTo(Integer.MAX_VALUE);
        write("sys/fs/cgroup/cpuset/y/cpuset.cpus", "0-2,5\n");
        assertThat(processors()).isEqualTo(4);
        write("sys/fs/cgroup/cpu/x/cpu.cfs_quota_us", "150000\n");
        assertThat(processors()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "max", "100000", "0 0", "-5 100000", "5 x"})
    void whatIsNoQuotaAndNoSetIsNoLimit(String text) throws IOException {
        write("proc/self/cgroup", "0::/\n");
        write("sys/fs/cgroup/cpu.max", text + "\n");
        write("sys/fs/cgroup/cpuset.cpus.effective", text.equals("100000") ? "5-2\n" : text + "\n");
        assertThat(processors()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void thisMachineHasAtLeastOneProcessorAndNoMoreThanJavaSees() {
        assertThat(GroupLimits.ofThisProcess().usableProcessors())
                .isBetween(1, Runtime.getRuntime().availableProcessors());
    }

    private int processors() {
        return new GroupLimits(root).processors();
    }

    private long limit() {
        return new GroupLimits(root).memoryBytes();
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
