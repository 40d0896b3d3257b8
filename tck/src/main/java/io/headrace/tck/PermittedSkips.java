package io.headrace.tck;

import io.headrace.config.Settings;
import io.headrace.spi.DeviceInfo;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which driver may leave out which test, and why. A driver cannot excuse itself: a new line here is a change of the suite.
 */
public final class PermittedSkips {

    private static final List<Skip> SKIPS = List.of(
            new Skip(
                    "cuda",
                    "SourceKernelContract",
                    "aKernelThatFailsFailsItsStreamAndNoOther",
                    "an illegal address takes the device away from the whole process, and from all tests that follow"),
            new Skip(
                    "opencl",
                    "SourceKernelContract",
                    "aKernelThatFailsFailsItsStreamAndNoOther",
                    "an illegal address ends the process where the device is the processor, and takes a GPU away from it"),
            new Skip(
                    "hsa",
                    "SourceKernelContract",
                    "aKernelThatFailsFailsItsStreamAndNoOther",
                    "an illegal address takes the GPU away from all queues that the process has there"));

    /** Those about source kernels. */
    private static final String SOURCE_KERNELS = SourceKernelContract.class.getSimpleName();

    /** Drivers whose devices may have less memory for one buffer than for all of them. */
    private static final Set<String> LIMIT_BUFFERS = Set.of("opencl");

    /** What the first device of each driver is, by the driver's name. */
    private static final ConcurrentHashMap<String, DeviceInfo> DEVICES = new ConcurrentHashMap<>();

    private PermittedSkips() {}

    /** All permitted skips. */
    public static List<Skip> all() {
        return SKIPS;
    }

    /**
     * Why a driver may leave a test out.
     *
     * @param driver the driver's name
     * @param contract the simple name of the contract class
     * @param test the test method's name
     * @return the reason; empty if the driver has to pass the test
     */
    public static Optional<String> reason(String driver, String contract, String test) {
        return SKIPS.stream()
                .filter(skip -> skip.driver().equals(driver)
                        && skip.contract().equals(contract)
                        && skip.test().equals(test))
                .map(Skip::reason)
                .findFirst();
    }

    /**
     * Why a driver may leave a test out: because it is listed, or by what its first device runs.
     *
     * @param driver the driver
     * @param contract the simple name of the contract class
     * @param test the test method's name
     * @return the reason; empty if the driver has to pass the test
     */
    static Optional<String> reason(DriverUnderTest driver, String contract, String test) {
        Optional<String> listed = reason(driver.name(), contract, test);
        if (listed.isPresent()) {
            return listed;
        }
        if (contract.equals(SOURCE_KERNELS)) {
            DeviceInfo device = device(driver);
            if (device.sourceKinds().isEmpty()) {
                return Optional.of("device=" + device.name() + " runs no source kernels");
            }
            if (Arrays.stream(SuiteKernels.sources(driver))
                    .noneMatch(source -> device.sourceKinds().contains(source.kind()))) {
                return Optional.of("the suite has its kernels in no form that device=" + device.name()
                        + " takes: takes=" + device.sourceKinds());
            }
        }
        return Optional.empty();
    }

    /** Whether a driver's device may refuse a large buffer though it has the memory. */
    static boolean limitsBuffers(String driver) {
        return LIMIT_BUFFERS.contains(driver);
    }

    private static DeviceInfo device(DriverUnderTest driver) {
        DeviceInfo known = DEVICES.get(driver.name());
        if (known == null) {
            List<DriverDevice> devices = driver.factory().get().open(new DriverEnvironment(Settings.defaults()));
            known = devices.getFirst().info();
            devices.forEach(DriverDevice::close);
            DEVICES.put(driver.name(), known);
        }
        return known;
    }

    /**
     * One permitted skip.
     *
     * @param driver the driver's name
     * @param contract the simple name of the contract class
     * @param test the test method's name
     * @param reason why the driver cannot do it, for the test report
     */
    public record Skip(String driver, String contract, String test, String reason) {}
}
