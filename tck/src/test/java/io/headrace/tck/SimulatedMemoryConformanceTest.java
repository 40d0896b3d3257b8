package io.headrace.tck;

import io.headrace.signal.SignalBus;
import io.headrace.signal.SignalMemory;
import io.headrace.tck.simulation.BusDelays;
import io.headrace.tck.simulation.SimulatedBus;
import io.headrace.tck.simulation.SimulatedSharedMemory;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;

/** What the suite says of signals, on a driver whose device has simulated memory for them. */
class SimulatedMemoryConformanceTest {

    private static DriverUnderTest plain(Supplier<SignalMemory> memory) {
        return new DriverUnderTest("plain", () -> new PlainDriver(memory.get()));
    }

    private static SignalMemory behind(SignalBus.Kind kind) {
        return new SimulatedBus(kind).memory();
    }

    @Nested
    class OverPcie extends SignalMemoryContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return plain(() -> behind(SignalBus.Kind.PCIE));
        }
    }

    @Nested
    class OverAPeerLink extends SignalMemoryContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return plain(() -> behind(SignalBus.Kind.PEER));
        }
    }

    @Nested
    class SharedWithTheHost extends SignalMemoryContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return plain(SimulatedSharedMemory::new);
        }
    }

    @Nested
    class WithoutHostCopies extends SignalMemoryContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return plain(() -> new SimulatedBus(SignalBus.Kind.PCIE, BusDelays.NONE, false).memory());
        }
    }

    @Nested
    class WithDelays extends SignalMemoryContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return plain(() -> new SimulatedBus(SignalBus.Kind.PCIE, BusDelays.PUBLISHED, true).memory());
        }
    }

    @Nested
    class BatchesOverPcie extends SignalBatchContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return plain(() -> behind(SignalBus.Kind.PCIE));
        }
    }

    @Nested
    class BatchesSharedWithTheHost extends SignalBatchContract {
        @Override
        DriverUnderTest driverUnderTest() {
            return plain(SimulatedSharedMemory::new);
        }
    }
}
