package io.headrace.cuda;

import io.headrace.error.HeadraceException;
import io.headrace.spi.Command;
import io.headrace.spi.NativeBlock;
import io.headrace.spi.SequenceCode;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Makes CUDA graphs of recordings, by putting their commands into a stream that notes them instead of running them. What needs
 * the host cannot be in a graph: such a recording is run command by command, on the queue's thread. Safe for use from any thread.
 */
final class GraphMaker {

    private static final System.Logger LOG = System.getLogger("io.headrace.cuda");

    /** Calls of this thread are noted; those of others go on as ever. */
    private static final int CU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1;

    /** A recording that is run command by command. */
    static final SequenceCode ONE_BY_ONE = new SequenceCode() {};

    private final CudaContext context;
    private final DeviceHeap heap;
    private final HostPins pins;
    private final long maxPitch;
    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by the lock. */
    private final GraphLives lives;

    /** What notes commands; made on first use. Guarded by the lock. */
    private @Nullable Submitter noting;

    GraphMaker(CudaContext context, DeviceHeap heap, HostPins pins, long maxPitch) {
        this.context = context;
        this.heap = heap;
        this.pins = pins;
        this.maxPitch = maxPitch;
        this.lives = new GraphLives(context);
    }

    /** Makes a recording ready. */
    SequenceCode prepare(List<Command> commands) {
        if (!context.api().hasGraphs() || context.loss().cause() != null) {
            return ONE_BY_ONE;
        }
        lock.lock();
        try {
            context.enter();
            lives.endDropped();
            Submitter submitter = noting;
            if (submitter == null) {
                submitter = new Submitter(context, heap, pins, new QueueStream(context, 0), maxPitch);
                noting = submitter;
            }
            for (Command command : commands) {
                // What is new of a peer's memory has to be waited for at each replay.
                if (!submitter.isDirect(command) || submitter.hasPeer(command)) {
                    return ONE_BY_ONE;
                }
            }
            return graph(submitter, commands);
        } finally {
            lock.unlock();
        }
    }

    private SequenceCode graph(Submitter submitter, List<Command> commands) {
        CudaApi api = context.api();
        long stream = submitter.stream().handle();
        context.check("cuStreamBeginCapture", api.streamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
        HeadraceException refusal = null;
        try {
            commands.forEach(submitter::note);
        } catch (HeadraceException e) {
            refusal = e;
        }
        try (NativeBlock out = new NativeBlock(2 * Long.BYTES)) {
            int code = api.streamEndCapture(stream, out.address());
            long graph = out.getLong(0);
            if (refusal == null && code == CudaErrors.SUCCESS) {
                code = api.graphInstantiate(out.address() + Long.BYTES, graph, 0);
            }
            if (graph != 0) {
                api.graphDestroy(graph);
            }
            if (refusal == null && code == CudaErrors.SUCCESS) {
                return lives.begin(out.getLong(Long.BYTES));
            }
            context.loss().throwIfLost();
            LOG.log(
                    Level.WARNING,
                    "device=" + context.id()
                            + " made no graph of a recording, which is run command by command: commands="
                            + commands.size() + " code=" + code + " codeName=" + CudaErrors.name(api, code),
                    refusal);
            return ONE_BY_ONE;
        }
    }

    /** The device is closed. What a lost device has goes with its context. */
    void close() {
        lock.lock();
        try {
            if (context.loss().cause() == null) {
                context.enter();
                lives.endAll();
            }
            if (noting != null) {
                noting.close();
                noting.stream().close();
                noting = null;
            }
        } finally {
            lock.unlock();
        }
    }
}
