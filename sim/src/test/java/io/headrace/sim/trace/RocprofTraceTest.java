package io.headrace.sim.trace;

import static io.headrace.sim.trace.TraceFiles.only;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RocprofTraceTest {

    private static final String KERNELS =
            "\"Kind\",\"Agent_Id\",\"Queue_Id\",\"Stream_Id\",\"Thread_Id\",\"Dispatch_Id\",\"Kernel_Id\",\"Kernel_Name\","
                    + "\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\",\"Grid_Size_X\"\n";
    private static final String COPIES =
            "\"Kind\",\"Direction\",\"Stream_Id\",\"Source_Agent_Id\",\"Destination_Agent_Id\",\"Correlation_Id\","
                    + "\"Start_Timestamp\",\"End_Timestamp\"\n";

    @TempDir
    private Path folder;

    private TraceFiles files;

    @BeforeEach
    void prepare() {
        files = new TraceFiles(folder);
    }

    @Test
    void aDispatchBecomesAnOperation() {
        Trace trace = files.read(KERNELS
                + "\"KERNEL_DISPATCH\",\"Agent 4\",16,\"0x5\",834304,11,10,\"void f<float>(float*, \"\"x\"\", int)\",4294967301,"
                + "1550151853029637,1550151853042437,1024\n");
        assertThat(trace.format()).isEqualTo(TraceFormat.ROCPROF_CSV);
        assertThat(trace.notes()).isEmpty();
        assertThat(only(trace))
                .isEqualTo(new TracedOperation(
                        11,
                        OperationKind.KERNEL,
                        "void f<float>(float*, \"x\", int)",
                        "Agent 4",
                        "5",
                        "16",
                        OptionalLong.empty(),
                        4_294_967_301L,
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        1_550_151_853_029_637L,
                        1_550_151_853_042_437L,
                        ""));
    }

    @ParameterizedTest
    @CsvSource({
        "MEMORY_COPY_HOST_TO_DEVICE, Agent 0, Agent 4, Agent 4",
        "MEMORY_COPY_DEVICE_TO_HOST, Agent 4, Agent 0, Agent 4",
        "MEMORY_COPY_DEVICE_TO_DEVICE, Agent 4, Agent 5, Agent 5"
    })
    void aCopyBelongsToTheDeviceAtItsEnd(String direction, String from, String to, String device) {
        TracedOperation copy =
                only(files.read(COPIES + "MEMORY_COPY," + direction + ",0," + from + "," + to + ",1,10,30"));
        assertThat(copy.kind()).isEqualTo(OperationKind.COPY);
        assertThat(copy.device()).isEqualTo(device);
        assertThat(copy.nanos()).isEqualTo(20);
    }

    @Test
    void columnsMayBeFewAndCalledOtherwise() {
        Trace trace =
                files.read("\uFEFFdispatch_id,stream_id,queue_id,kernel_id,start_ns,end_ns\r\n7,0,16,8,100,140\r\n");
        assertThat(only(trace).name()).isEqualTo("kernel 8");
        assertThat(only(trace).device()).isEqualTo("?");
        assertThat(only(trace).queue()).isEqualTo("16");
        assertThat(trace.notes()).singleElement().asString().contains("name no device");
    }

    @Test
    void withoutAStreamTheQueueStandsForIt() {
        Trace trace = files.read("Agent_Id,Queue_Id,Kernel_Id,Start_Timestamp,End_Timestamp\n1,3,8,100,140\n");
        assertThat(only(trace).stream()).isEqualTo("queue 3");
        assertThat(trace.notes()).singleElement().asString().contains("the queue stands for it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "4294967295", "18446744073709551615"})
    void aStreamThatIsNotKnownIsMinusOne(String stream) {
        Trace trace =
                files.read("Agent_Id,Queue_Id,Stream_Id,Start_Timestamp,End_Timestamp\n1,3," + stream + ",100,140\n");
        assertThat(only(trace).stream()).isEqualTo("-1");
        assertThat(trace.notes()).singleElement().asString().contains("name no stream");
    }

    @Test
    void rowsOfOtherKindsAreIgnored() {
        Trace trace = files.read(KERNELS
                + "SCRATCH_MEMORY,Agent 4,1,1,1,1,10,f,1,10,20,1\n"
                + "KERNEL_DISPATCH,Agent 4,1,1,1,2,10,f,1,10,20,1\n");
        assertThat(only(trace).id()).isEqualTo(2);
        assertThat(trace.ignored()).isEqualTo(1);
    }

    @Test
    void aTableOfCallsHasNoDeviceWork() {
        Trace trace = files.read(
                "\"Domain\",\"Function\",\"Process_Id\",\"Thread_Id\",\"Correlation_Id\",\"Start_Timestamp\","
                        + "\"End_Timestamp\"\n\"HSA_CORE_API\",\"hsa_init\",197,197,1,10,20\n");
        assertThat(trace.operations()).isEmpty();
        assertThat(trace.ignored()).isEqualTo(1);
    }

    @Test
    void aTableOfCountersHasARowForEachCounterAndOneOperation() {
        Trace trace = files.read(
                "Dispatch_Id,Agent_Id,Queue_Id,Kernel_Name,Counter_Name,Counter_Value,Start_Timestamp,End_Timestamp\n"
                        + "1,4,1,f,SQ_WAVES,16,10,20\n1,4,1,f,GRBM_COUNT,99,10,20\n2,4,1,f,SQ_WAVES,16,30,40\n");
        assertThat(trace.operations()).extracting(TracedOperation::id).containsExactly(1L, 2L);
    }

    @Test
    void flaggedRowsAreCounted() {
        Trace trace = files.read(KERNELS
                + "KERNEL_DISPATCH,Agent 4,1,1,1,1,10,f,1,0,0,1\n"
                + "KERNEL_DISPATCH,Agent 4,1,1,1,2,10,f,1,30,20,1\n"
                + "KERNEL_DISPATCH,Agent 4,1,1,1,3,10,f,1,20,20,1\n"
                + "KERNEL_DISPATCH,Agent 4,1,1,1,4,10,f,1,,20,1\n"
                + "KERNEL_DISPATCH,Agent 4,1\n"
                + "KERNEL_DISPATCH,Agent 4,1,1,1,5,10,f,1,20,25,1\n");
        assertThat(trace.flagged())
                .isEqualTo(Map.of(Flag.NO_TIME, 2L, Flag.NEGATIVE_DURATION, 1L, Flag.ZERO_DURATION, 1L));
        assertThat(trace.notes()).singleElement().asString().startsWith("1 rows or events");
        assertThat(TraceTotals.of(trace).sumNanos()).isEqualTo(5);
        assertThat(trace.cut()).isEmpty();
    }

    @Test
    void itsJsonTellsTheSame() {
        Trace trace = files.read("""
                {"rocprofiler-sdk-tool":[{"metadata":{"pid":1},
                 "agents":[{"id":{"handle":111},"type":1,"node_id":0},{"id":{"handle":222},"type":2,"node_id":4}],
                 "kernel_symbols":[{"kernel_id":10,"kernel_name":"_Z1fv.kd","formatted_kernel_name":"f()"}],
                 "callback_records":{"counter_collection":[]},
                 "buffer_records":{
                  "hip_api":[{"start_timestamp":1,"end_timestamp":9},{"start_timestamp":2,"end_timestamp":9}],
                  "kernel_dispatch":[{"kind":11,"correlation_id":{"internal":4294967301,"external":0},
                    "start_timestamp":1550151853029637,"end_timestamp":1550151853042437,
                    "dispatch_info":{"agent_id":{"handle":222},"queue_id":{"handle":16},"kernel_id":10,"dispatch_id":11,
                                     "grid_size":{"x":1}},
                    "stream_id":{"handle":5}}],
                  "memory_copy":[{"correlation_id":{"internal":3},"start_timestamp":"1550151853042438",
                    "end_timestamp":"1550151853042440","src_agent_id":{"handle":222},"dst_agent_id":{"handle":111},
                    "bytes":4096}]}}]}""");
        assertThat(trace.format()).isEqualTo(TraceFormat.ROCPROF_JSON);
        assertThat(trace.ignored()).isEqualTo(2);
        assertThat(trace.operations())
                .containsExactly(
                        new TracedOperation(
                                11,
                                OperationKind.KERNEL,
                                "f()",
                                "Agent 4",
                                "5",
                                "16",
                                OptionalLong.empty(),
                                4_294_967_301L,
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                1_550_151_853_029_637L,
                                1_550_151_853_042_437L,
                                ""),
                        new TracedOperation(
                                2,
                                OperationKind.COPY,
                                "copy",
                                "Agent 4",
                                "-1",
                                null,
                                OptionalLong.of(4096),
                                3,
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                1_550_151_853_042_438L,
                                1_550_151_853_042_440L,
                                ""));
    }
}
