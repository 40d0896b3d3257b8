package io.headrace.cuda;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.Set;

/**
 * Gives the graphs of recordings back that nobody has any more: when the next recording is made, or the device is closed, so that it needs
 * no thread. Used under {@link GraphMaker}'s lock, with the context current.
 */
final class GraphLives {

    private final CudaContext context;
    private final ReferenceQueue<GraphCode> dropped = new ReferenceQueue<>();

    /** Those that are to be given back; they keep the references alive. */
    private final Set<Life> lives = new HashSet<>();

    GraphLives(CudaContext context) {
        this.context = context;
    }

    private static final class Life extends PhantomReference<GraphCode> {

        private final long executable;

        Life(GraphCode code, ReferenceQueue<GraphCode> queue, long executable) {
            super(code, queue);
            this.executable = executable;
        }
    }

    /** The code of a new graph. */
    GraphCode begin(long executable) {
        GraphCode code = new GraphCode(context, executable);
        lives.add(new Life(code, dropped, executable));
        return code;
    }

    /** Gives back what nobody has any more. */
    void endDropped() {
        for (Object life = dropped.poll(); life != null; life = dropped.poll()) {
            end((Life) life);
        }
    }

    /** Gives back all: nothing is replayed any more. */
    void endAll() {
        for (Life life : Set.copyOf(lives)) {
            end(life);
        }
    }

    private void end(Life life) {
        if (lives.remove(life)) {
            context.api().graphExecDestroy(life.executable);
        }
    }
}
