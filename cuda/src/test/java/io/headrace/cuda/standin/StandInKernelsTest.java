package io.headrace.cuda.standin;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StandInKernelsTest {

    private static final String PTX = """
            // .entry not_this
            .version 8.0
            .target sm_75
            .address_size 64

            .visible .entry add_i32(
                .param .u64 add_i32_param_0,
                .param .u32 add_i32_param_1,
                .param .u64 add_i32_param_2
            )
            {
                ret;
            }
            .visible .entry empty()
            { ret; }
            """;

    private final StandIn standIn = StandIn.get();
    private final RawCalls cuda = new RawCalls();

    @AfterEach
    void close() {
        cuda.close();
    }

    private int load(String image) {
        return cuda.call(
                "cuModuleLoadData", cuda.arena().allocate(8), cuda.arena().allocateFrom(image));
    }

    private int intAt(long address) {
        return ByteBuffer.wrap(standIn.peek(address, 4))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt();
    }

    @Test
    void saxpyDoesTheElementsThatItsThreadsReach() {
        long stream = cuda.stream();
        MemorySegment x = cuda.pinned(40);
        MemorySegment y = cuda.pinned(40);
        for (int i = 0; i < 10; i++) {
            x.setAtIndex(JAVA_FLOAT, i, i);
            y.setAtIndex(JAVA_FLOAT, i, 1);
        }
        cuda.launch(stream, cuda.kernel("saxpy"), 8, 10, 2f, x.address(), y.address());
        cuda.synchronize(stream);
        assertThat(y.getAtIndex(JAVA_FLOAT, 7)).isEqualTo(15);
        assertThat(y.getAtIndex(JAVA_FLOAT, 8)).isEqualTo(1);
    }

    @Test
    void ptxIsTakenByItsEntries() {
        long module = cuda.made("cuModuleLoadData", cuda.arena().allocateFrom(PTX));
        assertThat(cuda.number("cuModuleGetFunctionCount", module)).isEqualTo(2);
        long add = cuda.made("cuModuleGetFunction", module, cuda.arena().allocateFrom("add_i32"));
        assertThat(cuda.call(
                        "cuModuleGetFunction",
                        cuda.arena().allocate(8),
                        module,
                        cuda.arena().allocateFrom("x")))
                .isEqualTo(500);
        long stream = cuda.stream();
        long memory = cuda.memory(4);
        standIn.poke(memory, new byte[] {3, 0, 0, 0});
        cuda.launch(stream, add, 32, memory, 4, 1L);
        cuda.synchronize(stream);
        assertThat(intAt(memory)).isEqualTo(7);
        cuda.good("cuModuleUnload", module);
        assertThat(cuda.launch(stream, add, 1, memory, 4, 1L)).isEqualTo(400);
    }

    @Test
    void badImagesHaveTheirErrors() {
        assertThat(load("hello")).isEqualTo(218);
        assertThat(load("\u007fELF")).isEqualTo(209);
        assertThat(load("standin no_such_kernel")).isEqualTo(209);
        assertThat(load(PTX.replace("sm_75", "sm_100"))).isEqualTo(218);
        assertThat(load(PTX.replace("8.0", "9.9"))).isEqualTo(222);
        assertThat(load(PTX.replace("entry empty", "entry other"))).isEqualTo(218);
        assertThat(load(PTX.replace("u32", "u64"))).isEqualTo(218);
        assertThat(load(PTX + "{")).isEqualTo(218);
        assertThat(standIn.live("module")).isZero();
        assertThat(standIn.live("function")).isZero();
    }

    @Test
    void aBadImageIsExplainedInTheLog() {
        MemorySegment log = cuda.arena().allocate(1_000);
        MemorySegment options = cuda.arena().allocateFrom(JAVA_INT, 5, 6);
        MemorySegment values = cuda.arena().allocateFrom(JAVA_LONG, log.address(), 1_000);
        assertThat(cuda.call(
                        "cuModuleLoadDataEx",
                        cuda.arena().allocate(8),
                        cuda.arena().allocateFrom(PTX.replace("entry empty", "entry other")),
                        2,
                        options,
                        values))
                .isEqualTo(218);
        assertThat(log.getString(0)).contains("no kernel 'other'");
        assertThat(values.get(JAVA_LONG, 8)).isEqualTo(log.getString(0).length());
    }

    @Test
    void parametersAreToldUpToTheLast() {
        long add = cuda.kernel("add_i32");
        MemorySegment places = cuda.arena().allocate(16, 8);
        long[][] expected = {{0, 8}, {8, 4}, {16, 8}};
        for (int i = 0; i < 3; i++) {
            cuda.good("cuFuncGetParamInfo", add, (long) i, places, places.asSlice(8));
            assertThat(places.toArray(JAVA_LONG)).containsExactly(expected[i]);
        }
        assertThat(cuda.call("cuFuncGetParamInfo", add, 3L, places, places.asSlice(8)))
                .isEqualTo(1);
    }

    @Test
    void argumentsMayLieInOneBuffer() {
        long stream = cuda.stream();
        long memory = cuda.memory(4);
        long fill = cuda.kernel("fill_i32");
        MemorySegment buffer = cuda.arena().allocateFrom(JAVA_LONG, memory, 77, 1);
        MemorySegment size = cuda.arena().allocateFrom(JAVA_LONG, 24);
        MemorySegment extra = cuda.arena().allocateFrom(JAVA_LONG, 1, buffer.address(), 2, size.address(), 0);
        Object[] launch = {fill, 1, 1, 1, 1, 1, 1, 0, stream, MemorySegment.NULL, extra};
        cuda.good("cuLaunchKernel", launch);
        cuda.synchronize(stream);
        assertThat(intAt(memory)).isEqualTo(77);
        size.set(JAVA_LONG, 0, 16);
        assertThat(cuda.call("cuLaunchKernel", launch)).isEqualTo(1);
    }

    @Test
    void shapesThatNoDeviceTakesAreRefused() {
        long stream = cuda.stream();
        long empty = cuda.kernel("empty");
        int[][] bad = {
            {0, 1, 1, 1, 1, 1, 0},
            {1, 1, 1, 0, 1, 1, 0},
            {1, 1, 1, 1025, 1, 1, 0},
            {1, 1, 1, 33, 32, 1, 0},
            {1, 65536, 1, 1, 1, 1, 0},
            {1, 1, 1, 1, 1, 65, 0},
            {1, 1, 1, 1, 1, 1, 49_153}
        };
        for (int[] s : bad) {
            assertThat(cuda.call(
                            "cuLaunchKernel",
                            empty,
                            s[0],
                            s[1],
                            s[2],
                            s[3],
                            s[4],
                            s[5],
                            s[6],
                            stream,
                            MemorySegment.NULL,
                            MemorySegment.NULL))
                    .isEqualTo(1);
        }
        cuda.good("cuFuncSetAttribute", empty, 8, 60_000);
        cuda.good("cuLaunchKernel", empty, 1, 1, 1, 1, 1, 1, 49_153, stream, MemorySegment.NULL, MemorySegment.NULL);
        assertThat(cuda.call("cuFuncSetAttribute", empty, 8, 300_000)).isEqualTo(1);
    }

    @Test
    void clustersAndCooperationAreCheckedByTheLaunchWithAttributes() {
        long stream = cuda.stream();
        long empty = cuda.kernel("empty");
        MemorySegment config = cuda.arena().allocate(56, 8);
        MemorySegment attribute = cuda.arena().allocate(72, 8);
        for (int i = 0; i < 6; i++) config.setAtIndex(JAVA_INT, i, 1);
        config.setAtIndex(JAVA_INT, 0, 6);
        config.set(JAVA_LONG, 32, stream);
        config.set(JAVA_LONG, 40, attribute.address());
        config.set(JAVA_INT, 48, 1);
        attribute.set(JAVA_INT, 0, 4);
        for (int i = 0; i < 3; i++) attribute.set(JAVA_INT, 8 + 4 * i, 1);
        attribute.set(JAVA_INT, 8, 2);
        cuda.good("cuLaunchKernelEx", config, empty, MemorySegment.NULL, MemorySegment.NULL);
        attribute.set(JAVA_INT, 8, 4);
        assertThat(cuda.call("cuLaunchKernelEx", config, empty, MemorySegment.NULL, MemorySegment.NULL))
                .isEqualTo(912);
        attribute.set(JAVA_INT, 0, 2);
        cuda.good("cuLaunchKernelEx", config, empty, MemorySegment.NULL, MemorySegment.NULL);
        config.setAtIndex(JAVA_INT, 0, 1_000_000);
        assertThat(cuda.call("cuLaunchKernelEx", config, empty, MemorySegment.NULL, MemorySegment.NULL))
                .isEqualTo(720);
    }

    private MemorySegment kernelNode(long kernel, long memory, int value) {
        MemorySegment number = cuda.arena().allocateFrom(JAVA_LONG, memory, value, 1);
        MemorySegment parameters =
                cuda.arena().allocateFrom(JAVA_LONG, number.address(), number.address() + 8, number.address() + 16);
        MemorySegment node = cuda.arena().allocate(72, 8);
        node.set(JAVA_LONG, 0, kernel);
        for (int i = 2; i < 8; i++) node.setAtIndex(JAVA_INT, i, 1);
        node.set(ADDRESS, 40, parameters);
        return node;
    }

    @Test
    void aGraphRunsInOrderAndTakesNewArguments() {
        long stream = cuda.stream();
        long memory = cuda.memory(8);
        long add = cuda.kernel("add_i32");
        MemorySegment host = cuda.pinned(8);
        long graph = cuda.made("cuGraphCreate", 0);
        MemorySegment set = cuda.arena().allocate(40, 8);
        set.set(JAVA_LONG, 0, memory);
        set.set(JAVA_INT, 16, 5);
        set.set(JAVA_INT, 20, 4);
        set.set(JAVA_LONG, 24, 2);
        set.set(JAVA_LONG, 32, 1);
        MemorySegment none = MemorySegment.NULL;
        MemorySegment before = cuda.arena().allocate(JAVA_LONG);
        before.set(JAVA_LONG, 0, cuda.made("cuGraphAddMemsetNode", graph, none, 0L, set, cuda.context(0)));
        long kernel = cuda.made("cuGraphAddKernelNode_v2", graph, before, 1L, kernelNode(add, memory, 1));
        before.set(JAVA_LONG, 0, kernel);
        MemorySegment copy = cuda.arena().allocate(200, 8);
        copy.set(JAVA_INT, 32, 2);
        copy.set(JAVA_LONG, 48, memory);
        copy.set(JAVA_INT, 88 + 32, 1);
        copy.set(JAVA_LONG, 88 + 40, host.address());
        copy.set(JAVA_LONG, 176, 8);
        copy.set(JAVA_LONG, 184, 1);
        copy.set(JAVA_LONG, 192, 1);
        cuda.good("cuGraphAddMemcpyNode", cuda.arena().allocate(8), graph, before, 1L, copy, cuda.context(0));
        long executable = cuda.made("cuGraphInstantiateWithFlags", graph, 0L);
        cuda.good("cuGraphLaunch", executable, stream);
        cuda.synchronize(stream);
        assertThat(host.get(JAVA_INT, 0)).isEqualTo(6);
        assertThat(host.get(JAVA_INT, 4)).isEqualTo(5);
        standIn.hold();
        cuda.good("cuGraphLaunch", executable, stream);
        cuda.good("cuGraphExecKernelNodeSetParams_v2", executable, kernel, kernelNode(add, memory, 10));
        standIn.release();
        cuda.synchronize(stream);
        assertThat(host.get(JAVA_INT, 0)).isEqualTo(6);
        cuda.good("cuGraphLaunch", executable, stream);
        cuda.synchronize(stream);
        assertThat(host.get(JAVA_INT, 0)).isEqualTo(15);
        cuda.good("cuGraphDestroy", graph);
        cuda.good("cuGraphLaunch", executable, stream);
        cuda.good("cuGraphExecDestroy", executable);
        cuda.synchronize(stream);
        assertThat(standIn.live("graph") + standIn.live("executable") + standIn.live("node"))
                .isZero();
    }

    @Test
    void aCircleOfNodesIsRefused() {
        long graph = cuda.made("cuGraphCreate", 0);
        long first = cuda.made("cuGraphAddEmptyNode", graph, MemorySegment.NULL, 0L);
        MemorySegment one = cuda.arena().allocateFrom(JAVA_LONG, first);
        long second = cuda.made("cuGraphAddEmptyNode", graph, one, 1L);
        MemorySegment two = cuda.arena().allocateFrom(JAVA_LONG, second);
        cuda.good("cuGraphAddDependencies", graph, two, one, 1L);
        assertThat(cuda.call("cuGraphInstantiateWithFlags", cuda.arena().allocate(8), graph, 0L))
                .isEqualTo(1);
    }

    @Test
    void aCapturedStreamRunsNothingUntilItsGraphDoes() {
        long stream = cuda.stream();
        long memory = cuda.memory(4);
        cuda.good("cuMemsetD32Async", memory, 0, 1L, stream);
        cuda.synchronize(stream);
        cuda.good("cuStreamBeginCapture_v2", stream, 0);
        long add = cuda.kernel("add_i32");
        cuda.launch(stream, add, 1, memory, 2, 1L);
        cuda.launch(stream, add, 1, memory, 3, 1L);
        assertThat(cuda.call("cuStreamSynchronize", stream)).isEqualTo(900);
        long graph = cuda.madeAfter("cuStreamEndCapture", stream);
        assertThat(intAt(memory)).isZero();
        long executable = cuda.made("cuGraphInstantiateWithFlags", graph, 0L);
        for (int i = 0; i < 3; i++) cuda.good("cuGraphLaunch", executable, stream);
        cuda.synchronize(stream);
        assertThat(intAt(memory)).isEqualTo(15);
    }
}
