package io.headrace.hsa;

import io.headrace.config.Knob;
import io.headrace.config.Settings;
import io.headrace.error.ConfigurationException;
import io.headrace.error.HeadraceException;
import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import io.headrace.spi.LibraryLoader.UnusableException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The driver of AMD's GPUs, by ROCr. It can be used where ROCr is installed and starts: where the kernel's driver for GPUs as processors
 * (KFD) is. Safe for use from any thread.
 */
public final class HsaDriver implements Driver {

    private final @Nullable String library;

    /** The driver; does nothing yet. */
    public HsaDriver() {
        library = null;
    }

    /** The driver with another library than the knob names. */
    HsaDriver(String library) {
        this.library = library;
    }

    @Override
    public String name() {
        return "hsa";
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

    private HsaLibrary load(Settings settings) throws UnusableException {
        return HsaLibrary.load(library == null ? settings.text(Knob.HSA_LIBRARY) : library);
    }

    private static String describe(HsaLibrary loaded) {
        return loaded.gpus().stream()
                        .map(gpu -> gpu.architecture() + " at node " + gpu.node())
                        .collect(Collectors.joining(", "))
                + " (" + loaded.api().libraryName() + "), devices="
                + loaded.gpus().size();
    }

    @Override
    public List<DriverDevice> open(DriverEnvironment environment) {
        Settings settings = environment.settings();
        HsaLibrary loaded;
        try {
            loaded = load(settings);
        } catch (UnusableException e) {
            throw new HeadraceException("the HSA driver cannot be used: " + e.getMessage(), e);
        }
        List<DriverDevice> devices = new ArrayList<>();
        for (int ordinal = 0; ordinal < loaded.gpus().size(); ordinal++) {
            devices.add(new HsaDevice(new HsaContext(loaded, ordinal), settings));
        }
        return devices;
    }
}
