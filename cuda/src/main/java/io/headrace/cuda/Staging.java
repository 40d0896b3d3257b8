package io.headrace.cuda;

import io.headrace.spi.StagingRing;

/** Pinned memory for copies of other host memory. A mark is a number that the stream comes by. */
final class Staging extends StagingRing {

    private static final int PORTABLE_AND_MAPPED = 3;

    private final CudaContext context;
    private final QueueStream stream;
    private final CudaLoop loop;
    private long address;
    private long numbers;

    Staging(CudaContext context, QueueStream stream, CudaLoop loop, long pieceBytes) {
        super(pieceBytes);
        this.context = context;
        this.stream = stream;
        this.loop = loop;
    }

    @Override
    protected long allocate(long bytes) {
        address = context.result(
                "cuMemHostAlloc bytes=" + bytes, at -> context.api().memHostAlloc(at, bytes, PORTABLE_AND_MAPPED));
        return address;
    }

    @Override
    protected void free() {
        if (context.loss().cause() == null) {
            CudaContext.CHORES.add(() -> {
                context.enter();
                context.check("cuMemFreeHost", context.api().memFreeHost(address));
            });
        }
    }

    @Override
    protected long makeMark() {
        long number = ++numbers;
        context.check("mark a piece", stream.pieces().mark(number));
        stream.called(1);
        return number;
    }

    @Override
    protected void awaitMark(long number) {
        loop.awaitPieces(number);
    }
}
