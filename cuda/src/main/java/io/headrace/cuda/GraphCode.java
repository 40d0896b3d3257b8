package io.headrace.cuda;

import io.headrace.spi.SequenceCode;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A recording as a CUDA graph: one call for all that is in it. {@link GraphLives} ends it once nobody has the recording any more and
 * no replay of it is in flight.
 */
final class GraphCode implements SequenceCode {

    private final CudaContext context;
    private final long executable;

    /** CUDA's graphs are for one thread at a time. */
    private final ReentrantLock lock = new ReentrantLock();

    GraphCode(CudaContext context, long executable) {
        this.context = context;
        this.executable = executable;
    }

    /** Puts it into a stream; gives CUDA's result code. */
    int launch(long stream) {
        lock.lock();
        try {
            context.enter(); // a virtual thread that waited for the lock may have moved
            return context.api().graphLaunch(executable, stream);
        } finally {
            lock.unlock();
        }
    }
}
