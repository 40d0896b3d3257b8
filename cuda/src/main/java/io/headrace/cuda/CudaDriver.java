package io.headrace.cuda;

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
import org.jspecify.annotations.Nullable;

/**
 * The driver of NVIDIA's GPUs. It can be used where NVIDIA's driver is installed and shows a device; no toolkit is needed, except for
 * programs in CUDA C++, which NVRTC compiles. Safe for use from any thread.
 */
public final class CudaDriver implements Driver {

    private static final System.Logger LOG = System.getLogger("io.headrace.cuda");

    private final @Nullable String library;
    private final @Nullable String compiler;

    /** The driver; does nothing yet. */
    public CudaDriver() {
        library = null;
        compiler = null;
    }

    /** The driver with other libraries than the knobs name. */
    CudaDriver(String library, String compiler) {
        this.library = library;
        this.compiler = compiler;
    }

    @Override
    public String name() {
        return "cuda";
    }

    @Override
    public Usability usability() {
        try {
            Settings settings = Settings.read();
            CudaLibrary loaded = load(settings);
            return new Usability(true, describe(loaded, Nvrtc.load(compiler(settings))));
        } catch (UnusableException | ConfigurationException e) {
            return new Usability(false, String.valueOf(e.getMessage()));
        } catch (LinkageError | RuntimeException e) {
            return new Usability(false, "native code cannot be called: " + e);
        }
    }

    private CudaLibrary load(Settings settings) throws UnusableException {
        return CudaLibrary.load(library == null ? settings.text(Knob.CUDA_LIBRARY) : library);
    }

    private String compiler(Settings settings) {
        return compiler == null ? settings.text(Knob.NVRTC_LIBRARY) : compiler;
    }

    private static String describe(CudaLibrary loaded, Nvrtc.Found nvrtc) {
        return "CUDA " + CudaLibrary.text(loaded.version()) + " ("
                + loaded.api().libraryName() + "), devices=" + loaded.deviceCount() + PeerText.of(loaded) + ", "
                + nvrtc.text();
    }

    @Override
    public List<DriverDevice> open(DriverEnvironment environment) {
        Settings settings = environment.settings();
        CudaLibrary loaded;
        try {
            loaded = load(settings);
        } catch (UnusableException e) {
            throw new HeadraceException("the CUDA driver cannot be used: " + e.getMessage(), e);
        }
        List<DriverDevice> devices = new ArrayList<>();
        for (int ordinal = 0; ordinal < loaded.deviceCount(); ordinal++) {
            try {
                devices.add(new CudaDevice(CudaContext.of(loaded, ordinal), settings, compiler(settings)));
            } catch (HeadraceException e) {
                if (loaded.deviceCount() == 1) {
                    throw e;
                }
                // Later devices keep the numbers that CUDA gives them in messages, and move up in Headrace's own.
                LOG.log(Level.WARNING, "device=cuda:" + ordinal + " cannot be used", e);
            }
        }
        return devices;
    }
}
