package io.headrace.tck;

import org.junit.jupiter.api.Nested;

/**
 * The whole suite. A driver passes it by a test class that extends this one and names the driver:
 *
 * <pre>{@code
 * class HostConformanceTest extends DriverConformance {
 *     @Override
 *     public DriverUnderTest driverUnderTest() {
 *         return new DriverUnderTest("host", HostDriver::new);
 *     }
 * }
 * }</pre>
 *
 * <p>The suite opens and closes the process's runtime, so its tests run one after the other, and in a process where nothing
 * else uses Headrace. {@code -Dheadrace.tck.seed=N} repeats the random tests of a run that printed that number.
 */
public abstract class DriverConformance {

    /** The driver that has to pass. Called for each test. */
    public abstract DriverUnderTest driverUnderTest();

    @Nested
    class Binding extends BindingContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Progress extends ProgressContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class SignalWaits extends SignalWaitContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class RandomGraphs extends RandomGraphContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Order extends OrderContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class BackPressure extends BackPressureContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Copies extends CopyContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class CopyRoutes extends CopyRouteContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class RandomCopies extends CopyRandomContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Copies2D extends Copy2DContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class ClosableMemory extends ClosableMemoryContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class HostBuffers extends HostBufferContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Pins extends PinnedMemoryContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Interoperation extends InteroperationContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class LargeMemory extends LargeMemoryContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Fills extends FillContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Launches extends LaunchContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Recordings extends RecordingContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Groups extends GroupContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class StreamKinds extends StreamKindsContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Atomics extends AtomicsContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Held extends HeldContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Reductions extends ReductionContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Lifetimes extends LifetimeContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Failures extends FailureContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Closing extends CloseContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Threads extends ThreadsContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class GivingUp extends GivingUpContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Events extends EventContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class StreamSignals extends StreamSignalContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class SignalBatches extends SignalBatchContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class SignalMemories extends SignalMemoryContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Traces extends TraceContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class RandomTraces extends TraceRandomContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Counters extends CountersContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class FlightRecorder extends FlightRecorderContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Profiling extends ProfilingContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Waiting extends WaitingContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Runtime extends RuntimeContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class Faults extends FaultContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class SeveralStreams extends SeveralStreamsContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class AsyncNumbers extends AsyncNumberContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class AsyncWaits extends AsyncWaitContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class AsyncAttach extends AsyncAttachContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class AsyncClose extends AsyncCloseContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class AsyncOpenAcc extends AsyncOpenAccContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class DriverQueues extends DriverQueueContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class DriverMemory extends DriverMemoryContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class AccData extends AccDataContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class AccDataOrder extends AccDataOrderContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class AccDataFaults extends AccDataFaultContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class AccDataRandom extends AccDataRandomContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }

    @Nested
    class SourceKernels extends SourceKernelContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return DriverConformance.this.driverUnderTest();
        }
    }
}
