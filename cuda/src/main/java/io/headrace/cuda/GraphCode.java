package io.headrace.cuda;

import io.headrace.spi.SequenceCode;
import java.lang.ref.Cleaner;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A recording as a CUDA graph: one call for all that is in it. It goes when nobody has the recording any more and no replay of it is in
 * flight.
 */
final class GraphCode implements SequenceCode {

    private static final Cleaner CLEANER = Cleaner.create(
            task -> Thread.ofPlatform().daemon().name("headrace-cuda-graphs").unstarted(task));

    private final CudaContext context;
    private final long executable;

    /** CUDA's graphs are for one thread at a time. */
    private final ReentrantLock lock = new ReentrantLock();

    GraphCode(CudaContext context, long executable) {
        this.context = context;
        this.executable = executable;
        CLEANER.register(this, new Destruction(context, executable));
    }

    private record Destruction(CudaContext context, long executable) implements Runnable {

        @Override
        public void run() {
            if (context.failure() == null) {
                context.enter();
                context.api().graphExecDestroy(executable);
            }
        }
    }

    /** Puts it into a stream; gives CUDA's result code. */
    int launch(long stream) {
        lock.lock();
        try {
            return context.api().graphLaunch(executable, stream);
        } finally {
            lock.unlock();
        }
    }
}
