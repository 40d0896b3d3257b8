package io.headrace.cuda;

import java.util.concurrent.ConcurrentLinkedQueue;

/** Numbers by events that are queried, for devices whose streams cannot write to memory. */
final class EventProgress implements Progress {

    private record Mark(long number, long event) {}

    private final CudaContext context;
    private final long stream;
    private final ConcurrentLinkedQueue<Mark> marks = new ConcurrentLinkedQueue<>();

    /** Written by whoever asks, read by all: whoever asked may have known of fewer packets than the marks told of. */
    private volatile long reached;

    EventProgress(CudaContext context, long stream) {
        this.context = context;
        this.stream = stream;
    }

    @Override
    public int mark(long number) {
        long event = context.events().take();
        int code = context.api().eventRecord(event, stream);
        if (code == CudaErrors.SUCCESS) {
            marks.add(new Mark(number, event));
        } else {
            context.events().giveBack(event);
        }
        return code;
    }

    @Override
    public boolean mayBeBeyond(long number) {
        return reached > number || !marks.isEmpty();
    }

    @Override
    public long reached() {
        for (Mark mark = marks.peek(); mark != null; mark = marks.peek()) {
            context.enter();
            int code = context.api().eventQuery(mark.event);
            if (code == CudaErrors.NOT_READY) {
                break;
            }
            context.check("cuEventQuery", code);
            reached = mark.number;
            marks.poll();
            context.events().giveBack(mark.event);
        }
        return reached;
    }

    @Override
    public void close() {
        for (Mark mark = marks.poll(); mark != null; mark = marks.poll()) {
            context.events().giveBack(mark.event);
        }
    }
}
