package io.headrace.cuda;

import io.headrace.memory.Words;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The CUDA stream of a queue, with what belongs to it. */
final class QueueStream {

    private static final int CU_STREAM_NON_BLOCKING = 1;
    private static final int CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1 = 93;
    private static final int CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS = 122;

    /** Two words far from each other, since different threads read them. */
    private static final long WORDS_BYTES = 512;

    private static final long SECOND_WORD = 256;

    private static final VarHandle CALLS;

    static {
        try {
            CALLS = MethodHandles.lookup().findVarHandle(QueueStream.class, "calls", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final CudaContext context;
    private final long handle;

    /** The words that the stream writes; 0 if it cannot. */
    private final long words;

    private final Progress progress;
    private final Progress pieces;

    /** How many calls were put into the stream. Written by the submitter. */
    private volatile long calls;

    /** The context is current. */
    QueueStream(CudaContext context, int priority) {
        this.context = context;
        CudaApi api = context.api();
        handle = context.result(
                "cuStreamCreateWithPriority", at -> api.streamCreateWithPriority(at, CU_STREAM_NON_BLOCKING, priority));
        long pinned = 0;
        try {
            if (canWriteWords(context)) {
                pinned = context.result("cuMemHostAlloc", at -> api.memHostAlloc(at, WORDS_BYTES, 3));
                Words.ALL.asSlice(pinned, WORDS_BYTES).fill((byte) 0);
            }
        } catch (RuntimeException e) {
            api.streamDestroy(handle);
            throw e;
        }
        words = pinned;
        progress = words == 0 ? new EventProgress(context, handle) : new WordProgress(api, handle, words);
        pieces = words == 0 ? new EventProgress(context, handle) : new WordProgress(api, handle, words + SECOND_WORD);
    }

    private static boolean canWriteWords(CudaContext context) {
        return context.api().hasStreamWrites()
                && (context.attributeIfKnown(CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS) != 0
                        || context.attributeIfKnown(CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1) != 0);
    }

    long handle() {
        return handle;
    }

    /** How many packets have ended in the stream. */
    Progress progress() {
        return progress;
    }

    /** How many pieces of staged copies have ended in the stream. For the queue's thread. */
    Progress pieces() {
        return pieces;
    }

    long calls() {
        return calls;
    }

    /** A call was put into the stream. For the submitter. */
    void called(int count) {
        CALLS.setRelease(this, calls + count); // there is one submitter at a time
    }

    /** Destroys the stream, in which nothing is any more; if the device is lost, all of it is left to the end of the context. */
    void close() {
        progress.close();
        pieces.close();
        if (context.loss().cause() == null) {
            CudaApi api = context.api();
            CudaContext.CHORES.add(() -> {
                context.enter();
                api.streamDestroy(handle);
                if (words != 0) {
                    api.memFreeHost(words);
                }
            });
        }
    }
}
