package io.headrace.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThisMachineTest {

    @TempDir
    private Path root;

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void node(int id, String cpus, String distances) throws IOException {
        String folder = "sys/devices/system/node/node" + id;
        write(folder + "/cpulist", cpus + "\n");
        write(folder + "/distance", distances + "\n");
        write(folder + "/meminfo", "Node %d MemTotal:       131072 kB\nNode %d MemFree: 5 kB\n".formatted(id, id));
    }

    @Test
    void nodesHaveTheirProcessorsMemoryAndDistances() throws IOException {
        node(0, "0-3,8-11", "10 21");
        node(2, "4-7", "21 10");
        write("sys/devices/system/node/possible", "0-2\n");
        ThisMachine machine = ThisMachine.read(root);
        assertThat(machine.nodes()).extracting(NumaNode::id).containsExactly(0, 2);
        NumaNode first = machine.nodes().getFirst();
        assertThat(first.cpus()).hasToString("0-3,8-11");
        assertThat(first.memoryBytes()).hasValue(131072L * 1024);
        assertThat(first.distances()).isEqualTo(Map.of(0, 10, 2, 21));
        Topology topology = machine.topology();
        assertThat(topology.nodes()).extracting(Node::kind).containsOnly(NodeKind.CPU);
        assertThat(topology.link(2, 0).orElseThrow().values().get(LinkField.WEIGHT))
                .hasValue(21);
        assertThat(topology.link(0, 0)).isEmpty();
    }

    @Test
    void theControlGroupsSetLeavesSomeOfThem() throws IOException {
        node(0, "0-3", "10 21");
        node(1, "4-7", "21 10");
        write("proc/self/cgroup", "0::/a\n");
        write("sys/fs/cgroup/a/cpuset.cpus.effective", "0-2,5\n");
        write("sys/fs/cgroup/a/memory.max", "1048576\n");
        ThisMachine machine = ThisMachine.read(root);
        assertThat(machine.nodes()).extracting(node -> node.usable().toString()).containsExactly("0-2", "5");
        assertThat(machine.memoryLimitBytes()).hasValue(1_048_576);
    }

    @Test
    void aNodeOfMereMemoryHasNoProcessor() throws IOException {
        node(0, "0-3", "10 21");
        node(1, "", "21 10");
        assertThat(ThisMachine.read(root).nodes().get(1).cpus().count()).isZero();
        assertThat(ThisMachine.read(root).topology().node(1).orElseThrow().isUsable())
                .isFalse();
    }

    @Test
    void distancesThatDoNotFitTheNodesAreUnknown() throws IOException {
        node(0, "0-3", "10 21 30");
        node(1, "4-7", "21 x");
        assertThat(ThisMachine.read(root).nodes())
                .allSatisfy(node -> assertThat(node.distances()).isEmpty());
    }

    @Test
    void withoutNodesAllProcessorsAreOne() throws IOException {
        write("sys/devices/system/cpu/online", "0-5\n");
        assertThat(ThisMachine.read(root).nodes())
                .singleElement()
                .satisfies(node -> assertThat(node.cpus()).hasToString("0-5"));
    }

    @Test
    void withoutAnyFileItHasTheProcessorsThatJavaSees() {
        ThisMachine machine = ThisMachine.read(root);
        assertThat(machine.nodes().getFirst().cpus().count())
                .isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(machine.memoryLimitBytes()).isEmpty();
        assertThat(machine.processors()).isPositive();
    }

    @Test
    void whatVersionOneWritesForNoLimitIsNoLimit() throws IOException {
        write("proc/self/cgroup", "3:memory:/\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        assertThat(ThisMachine.read(root).memoryLimitBytes()).isEmpty();
    }

    @Test
    void theNodeNearADeviceIsUnknownWhereTheKernelSaysMinusOne() throws IOException {
        write("sys/bus/pci/devices/0000:03:00.0/numa_node", "-1\n");
        write("sys/bus/pci/devices/0001:03:00.0/numa_node", "1\n");
        assertThat(ThisMachine.numaNodeOf(root, "0000:03:00.0")).isEmpty();
        assertThat(ThisMachine.numaNodeOf(root, "0001:03:00.0")).hasValue(1);
        assertThat(ThisMachine.numaNodeOf(root, "0002:03:00.0")).isEmpty();
    }

    @Test
    void thisMachineItselfIsRead() {
        assertThat(ThisMachine.read().topology().nodes()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0-2,5", "1,3,5-9", "65535"})
    void setsAreWrittenAsTheyAreRead(String list) {
        assertThat(CpuSet.parse(list).orElseThrow()).hasToString(list);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "5-2", "-1", "0,,1", "65536", "0-4000000000", "1 2"})
    void whatIsNoListIsNoSet(String list) {
        assertThat(CpuSet.parse(list)).isEqualTo(Optional.empty());
    }

    @Test
    void theSetOfNothingIsEmpty() {
        assertThat(CpuSet.parse(" ").orElseThrow().count()).isZero();
        assertThat(CpuSet.first(0).lowest()).isEqualTo(-1);
    }
}
