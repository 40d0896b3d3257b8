package io.headrace.trace;

import java.util.HashMap;
import java.util.Map;

/** The tracks of one device, which is a process in Chrome's format. The first is the host's, where enqueuing calls are marked. */
final class DeviceTracks {

    /** The track of enqueuing calls. */
    static final int ENQUEUED = 1;

    private static final int LANES_OF_A_QUEUE = 1_000;

    private final int process;
    private final JsonText json;
    private final Map<String, QueueTracks> queues = new HashMap<>();
    private int tracks = ENQUEUED;

    /** A device that was not seen before. What its process and first track are called is written at once. */
    DeviceTracks(String name, int process, JsonText json) {
        this.process = process;
        this.json = json;
        name("process_name", 0, name);
        index("process_sort_index", 0, process);
        nameTrack(ENQUEUED, "enqueued by the host", 0);
    }

    int process() {
        return process;
    }

    /** The track on which an operation is alone as long as it runs. If it is a new one, what it is called is written. */
    int place(OperationRecord record) {
        QueueTracks queue = queues.computeIfAbsent(record.queue(), ignored -> new QueueTracks(queues.size() + 1));
        int before = queue.opened();
        int track = queue.place(record.startedNanos(), record.endedNanos(), tracks + 1);
        if (queue.opened() > before) {
            tracks = track;
            nameTrack(
                    track,
                    before == 0 ? record.queue() : record.queue() + " (" + queue.opened() + ")",
                    queue.number() * LANES_OF_A_QUEUE + Math.min(before, LANES_OF_A_QUEUE - 1));
        }
        return track;
    }

    private void nameTrack(int track, String name, int place) {
        name("thread_name", track, name);
        index("thread_sort_index", track, place);
    }

    private void name(String what, int track, String name) {
        begin(what, track).raw("\"name\":").text(name).raw("}}");
    }

    private void index(String what, int track, int index) {
        begin(what, track).raw("\"sort_index\":").number(index).raw("}}");
    }

    private JsonText begin(String what, int track) {
        return json.raw(",\n{\"ph\":\"M\",\"name\":\"")
                .raw(what)
                .raw("\",\"pid\":")
                .number(process)
                .raw(",\"tid\":")
                .number(track)
                .raw(",\"args\":{");
    }
}
