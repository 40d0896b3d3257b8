package io.headrace;

import io.headrace.config.TimeSource;
import io.headrace.queue.QueueSlot;
import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * The drivers that were found and the devices they opened.
 *
 * @param reports one for each driver
 * @param devices the usable devices, the best driver's first
 * @param contenders how many of them are of drivers that do not come last
 */
record Drivers(List<DriverReport> reports, List<Device> devices, int contenders) {

    private static final System.Logger LOG = System.getLogger("io.headrace");

    /** The embedded device is always there, so any other device was put in to be used and comes first, if its driver does not say otherwise. */
    private static final Comparator<Driver> BEST_FIRST = Comparator.comparingInt(Drivers::rank);

    private static int rank(Driver driver) {
        if (driver.comesLast()) {
            return 2;
        }
        return driver.name().equals("host") ? 1 : 0;
    }

    /**
     * Opens all usable devices. A driver that fails is reported as not usable; the others go on.
     *
     * @param named the drivers to use; if empty, those that are installed
     */
    static Drivers open(HeadraceRuntime runtime, List<Driver> named) {
        List<DriverReport> reports = new ArrayList<>();
        List<Device> devices = new ArrayList<>();
        List<Driver> found = new ArrayList<>(named.isEmpty() ? installed(reports) : named);
        found.sort(BEST_FIRST);
        int contenders = 0;
        for (Driver driver : found) {
            reports.add(open(runtime, driver, devices));
            if (!driver.comesLast()) {
                contenders = devices.size();
            }
        }
        return new Drivers(List.copyOf(reports), List.copyOf(devices), contenders);
    }

    private static List<Driver> installed(List<DriverReport> reports) {
        List<Driver> drivers = new ArrayList<>();
        Iterator<Driver> loader = ServiceLoader.load(Driver.class).iterator();
        for (; ; ) {
            try {
                if (!loader.hasNext()) {
                    return drivers;
                }
                drivers.add(loader.next());
            } catch (ServiceConfigurationError e) {
                LOG.log(Level.WARNING, "a driver could not be loaded", e);
                reports.add(new DriverReport("unknown", false, String.valueOf(e.getMessage())));
            }
        }
    }

    private static DriverReport open(HeadraceRuntime runtime, Driver driver, List<Device> devices) {
        Driver.Usability usability = driver.usability();
        if (!usability.usable()) {
            return new DriverReport(driver.name(), false, usability.reason());
        }
        List<DriverDevice> opened = new ArrayList<>();
        List<Device> made = new ArrayList<>();
        long first = devices.stream()
                .filter(other -> other.id().startsWith(driver.name() + ":"))
                .count();
        try {
            opened.addAll(driver.open(new DriverEnvironment(runtime.settings())));
            requireOneClock(devices, opened);
            for (DriverDevice device : opened) {
                made.add(new Device(
                        runtime,
                        driver.name() + ":" + (first + made.size()),
                        devices.size() + made.size(),
                        device,
                        runtime.settings()));
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.log(Level.WARNING, "driver=" + driver.name() + " could not be opened", e);
            made.forEach(device -> device.slots().forEach(QueueSlot::close));
            opened.forEach(DriverDevice::close);
            return new DriverReport(driver.name(), false, "it could not be opened: " + e.getMessage());
        }
        devices.addAll(made);
        return new DriverReport(driver.name(), true, usability.reason());
    }

    /** Times of one runtime are compared with each other, which those of two clocks cannot be. */
    private static void requireOneClock(List<Device> before, List<DriverDevice> opened) {
        long clocks = Stream.concat(before.stream().map(Device::driverDevice), opened.stream())
                .map(DriverDevice::time)
                .distinct()
                .count();
        if (clocks > 1) {
            throw new IllegalStateException("its clock is another one than that of the devices "
                    + before.stream().map(Device::id).toList()
                    + "; devices in virtual time need a runtime without others");
        }
    }

    /** The clock of all devices. */
    TimeSource time() {
        return devices.stream()
                .findFirst()
                .map(device -> device.driverDevice().time())
                .orElse(TimeSource.SYSTEM);
    }
}
