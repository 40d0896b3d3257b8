package io.headrace.hsa;

import io.headrace.spi.LibraryLoader;
import io.headrace.spi.LibraryLoader.UnusableException;
import io.headrace.spi.NativeLibrary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ROCr as this process has started it. Started once for each name, and never ended: it cannot be known who else in the process uses it.
 *
 * @param api its functions
 * @param gpus the GPUs that can be used, in ROCr's order
 * @param host the processor whose memory is shared with them
 * @param signals memory for signals that all of them reach
 */
record HsaLibrary(HsaApi api, List<HsaAgent> gpus, HsaAgent host, SignalBlocks signals) {

    /** What is loaded where nobody names another library. */
    static final List<String> NAMES = List.of("libhsa-runtime64.so.1");

    private static final LibraryLoader<HsaLibrary> LOADER = new LibraryLoader<>(
            NAMES, "no ROCr", "install ROCm's runtime (libhsa-runtime64-1 on Debian)", HsaLibrary::start);

    /**
     * Starts ROCr, or gives what was started before.
     *
     * @param path which library; empty: the system's
     */
    static HsaLibrary load(String path) throws UnusableException {
        return LOADER.load(path);
    }

    private static HsaLibrary start(NativeLibrary library) throws UnusableException {
        HsaApi api = new HsaApi(library);
        if (!api.missing().isEmpty()) {
            throw new UnusableException("library=" + library.name() + " lacks functions=" + api.missing()
                    + "; install ROCm's runtime 5.2 or newer");
        }
        int code = api.init();
        if (code != HsaErrors.SUCCESS) {
            throw new UnusableException("ROCr could not be started: code=" + HsaErrors.hex(code) + " "
                    + HsaErrors.text(api, code)
                    + " See whether /dev/kfd is there and this user may open it (group render)");
        }
        List<HsaAgent> agents = HsaCallbacks.list(api::iterateAgents).stream()
                .map(agent -> HsaAgent.read(api, agent))
                .toList();
        List<HsaAgent> gpus = agents.stream()
                .filter(agent ->
                        agent.isGpu() && agent.pool(HsaPool::isCoarseGrained).isPresent())
                .toList();
        @Nullable
        HsaAgent host = agents.stream()
                .filter(agent -> !agent.isGpu()
                        && agent.pool(HsaPool::isFineGrained).isPresent()
                        && agent.pool(HsaPool::isForArguments).isPresent())
                .findFirst()
                .orElse(null);
        if (gpus.isEmpty() || host == null) {
            throw new UnusableException("ROCr shows no GPU that can be used: library=" + library.name() + " agents="
                    + agents.stream().map(HsaAgent::name).toList() + "; see rocminfo, and ROCR_VISIBLE_DEVICES");
        }
        if (api.hasSystemEvents()) {
            // Refused where somebody else of the process is told already: then a memory fault ends the process, as
            // ever.
            api.registerSystemEventHandler(HsaCallbacks.systemEvent(), 0);
        }
        HsaPool pool = host.pool(HsaPool::isFineGrained).orElseThrow();
        return new HsaLibrary(api, gpus, host, new SignalBlocks(api, pool, new AgentList(gpus)));
    }
}
