package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.Source;
import io.headrace.spi.NativeProgram;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** The programs of one device: compiles them, and unloads each once nothing can use it any more. */
final class Programs {

    private static final System.Logger LOG = System.getLogger("io.headrace");

    private final Device device;
    private final Set<Program> live = ConcurrentHashMap.newKeySet();
    private final AtomicInteger unloading = new AtomicInteger();

    Programs(Device device) {
        this.device = device;
    }

    /** Compiles the first form that the device can run. */
    Program compile(Source[] sources) {
        if (sources.length == 0) {
            throw new IllegalArgumentException("there is nothing to compile: give at least one source");
        }
        device.runtime().checkOpen();
        Set<Source.Kind> kinds = device.info().sourceKinds();
        List<Source> usable = Arrays.stream(sources)
                .filter(source -> kinds.contains(source.kind()))
                .toList();
        if (usable.isEmpty()) {
            throw new UnsupportedFeatureException("device=" + device.id() + " can run none of these programs: given="
                    + Arrays.toString(sources) + " runs="
                    + (kinds.isEmpty()
                            ? "no source kernels"
                            : kinds.stream().sorted().toList().toString()));
        }
        NativeProgram code = compile(usable);
        Program program = new Program(
                device,
                code,
                usable.stream().map(Source::name).distinct().toList().toString());
        live.add(program);
        return program;
    }

    /** Native code that takes long would keep a virtual thread's carrier busy, so it runs elsewhere. */
    private NativeProgram compile(List<Source> usable) {
        if (!Thread.currentThread().isVirtual()) {
            return device.driverDevice().compile(usable);
        }
        CompletableFuture<NativeProgram> compiled = new CompletableFuture<>();
        device.runtime().hostCalls().start(() -> {
            try {
                compiled.complete(device.driverDevice().compile(usable));
            } catch (RuntimeException | Error e) {
                compiled.completeExceptionally(e);
            }
        });
        try {
            return compiled.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof HeadraceException described) {
                throw described.thrownHere();
            }
            throw e;
        }
    }

    /** Nothing uses the program any more. Never blocks. */
    void unloadSoon(Program program) {
        if (live.contains(program)) {
            unloading.incrementAndGet();
            device.runtime().hostCalls().start(() -> {
                try {
                    unload(program);
                } catch (RuntimeException | Error e) {
                    LOG.log(Level.ERROR, "device=" + device.id() + " could not unload " + program, e);
                } finally {
                    unloading.decrementAndGet();
                }
            });
        }
    }

    private void unload(Program program) {
        if (live.remove(program)) {
            program.code().close();
        }
    }

    /** Whether no program is being unloaded. */
    boolean isQuiet() {
        return unloading.get() == 0;
    }

    /** Unloads what nobody closed. Called when the device runs nothing any more and never will. */
    void unloadAll(Consumer<Throwable> failed) {
        for (Program program : live) {
            try {
                unload(program);
            } catch (RuntimeException | Error e) {
                failed.accept(e);
            }
        }
    }
}
