package io.headrace.hsa;

import io.headrace.spi.NativeBlock;

/**
 * Which of the GPU's engines a copy is given to, where ROCr can be told (since version 5.5): the one that the link recommends, if it is
 * exactly one; else that of the queue, if it is idle; else ROCr chooses, as it always does where it cannot be told. For the queue's
 * thread.
 *
 * <p>An engine is never forced: where the user has turned engines off ({@code HSA_ENABLE_SDMA=0}) ROCr copies by kernels, in this way
 * too.
 */
final class EngineChoice {

    static final int ANY = 0;

    private final HsaApi api;
    private final int engine;
    private final NativeBlock out = new NativeBlock(Long.BYTES);

    /**
     * The choice of a queue.
     *
     * @param engine the engine's index if the queue is that of a copy engine, else -1
     */
    EngineChoice(HsaApi api, int engine) {
        this.api = api;
        this.engine = engine;
    }

    /** Has ROCr copy; gives its status. */
    int copy(long to, long toAgent, long from, long fromAgent, long bytes, int count, long awaited, long completion) {
        int chosen = engine >= 0 && toAgent != fromAgent && api.hasEngines() ? choose(toAgent, fromAgent) : ANY;
        if (chosen != ANY) {
            int code = api.memoryAsyncCopyOnEngine(
                    to, toAgent, from, fromAgent, bytes, count, awaited, completion, chosen, false);
            if (code == HsaErrors.SUCCESS) {
                return code;
            }
        }
        return api.memoryAsyncCopy(to, toAgent, from, fromAgent, bytes, count, awaited, completion);
    }

    private int choose(long toAgent, long fromAgent) {
        int recommended = api.hasPreferredEngines()
                        && api.memoryGetPreferredCopyEngine(toAgent, fromAgent, out.address()) == HsaErrors.SUCCESS
                ? out.getInt(0)
                : ANY;
        int idle = api.memoryCopyEngineStatus(toAgent, fromAgent, out.address()) == HsaErrors.SUCCESS
                ? out.getInt(0)
                : ANY;
        return choose(recommended, idle, engine);
    }

    /**
     * The engine for a copy, as a mask of one bit; {@link #ANY}: ROCr chooses.
     *
     * @param recommended the engines that the link recommends, a bit each
     * @param idle the engines that have nothing to do
     * @param engine the index of the queue's engine
     */
    static int choose(int recommended, int idle, int engine) {
        if (Integer.bitCount(recommended) == 1) {
            return recommended;
        }
        int own = 1 << engine;
        return (idle & own) != 0 && (recommended == ANY || (recommended & own) != 0) ? own : ANY;
    }

    /** The queue has ended. */
    void close() {
        out.close();
    }
}
