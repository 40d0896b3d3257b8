package io.headrace.opencl;

import io.headrace.config.Knob;
import io.headrace.config.Settings;
import io.headrace.error.ConfigurationException;
import io.headrace.error.HeadraceException;
import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import io.headrace.spi.LibraryLoader.UnusableException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The driver of OpenCL devices, of all platforms that are installed. It can be used where OpenCL's loader and a platform with a device
 * of OpenCL 1.2 or newer are. Safe for use from any thread.
 */
public final class OpenClDriver implements Driver {

    private static final System.Logger LOG = System.getLogger("io.headrace.opencl");

    private final @Nullable String library;

    /** The driver; does nothing yet. */
    public OpenClDriver() {
        library = null;
    }

    /** The driver with another library than the knob names. */
    OpenClDriver(String library) {
        this.library = library;
    }

    @Override
    public String name() {
        return "opencl";
    }

    /** The processor may be one of them, and so may a GPU that has a driver of its own. */
    @Override
    public boolean comesLast() {
        return true;
    }

    @Override
    public Usability usability() {
        try {
            return new Usability(true, describe(load(Settings.read())));
        } catch (UnusableException | ConfigurationException e) {
            return new Usability(false, String.valueOf(e.getMessage()));
        } catch (LinkageError | RuntimeException e) {
            return new Usability(false, "native code cannot be called: " + e);
        }
    }

    private ClLibrary load(Settings settings) throws UnusableException {
        return ClLibrary.load(library == null ? settings.text(Knob.OPENCL_LIBRARY) : library);
    }

    private static String describe(ClLibrary loaded) {
        String devices = loaded.devices().stream()
                .map(device -> device.platformName() + ", OpenCL " + ClDeviceId.text(device.version()))
                .distinct()
                .collect(Collectors.joining("; "));
        String others = loaded.others().isEmpty() ? "" : "; not used: " + String.join("; ", loaded.others());
        return devices + " (" + loaded.api().libraryName() + "), devices="
                + loaded.devices().size() + others;
    }

    @Override
    public List<DriverDevice> open(DriverEnvironment environment) {
        Settings settings = environment.settings();
        ClLibrary loaded;
        try {
            loaded = load(settings);
        } catch (UnusableException e) {
            throw new HeadraceException("the OpenCL driver cannot be used: " + e.getMessage(), e);
        }
        List<DriverDevice> devices = new ArrayList<>();
        for (ClDeviceId id : loaded.devices()) {
            try {
                devices.add(new ClDevice(new ClContext(loaded.api(), id), settings));
            } catch (HeadraceException e) {
                if (loaded.devices().size() == 1) {
                    throw e;
                }
                // Later devices keep their numbers in messages, and move up in Headrace's own.
                LOG.log(Level.WARNING, "device=" + id.id() + " cannot be used", e);
            }
        }
        return devices;
    }
}
