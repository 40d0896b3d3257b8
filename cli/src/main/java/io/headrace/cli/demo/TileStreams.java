package io.headrace.cli.demo;

import io.headrace.Device;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Hands out streams: a new one for each tile, or a few that tiles take in turn. Safe for use from any thread. */
final class TileStreams implements AutoCloseable {

    private final Device device;
    private final StreamOptions options;
    private final int limit;
    private final List<Stream> shared = new ArrayList<>();
    private long taken;

    /**
     * Makes no stream yet.
     *
     * @param limit the most streams there may be; 0 for one a tile
     * @param patience how long a call on a stream may wait for room
     */
    TileStreams(Device device, int limit, Duration patience) {
        this.device = device;
        this.options = StreamOptions.defaults().withTimeout(patience);
        this.limit = limit;
    }

    /** The stream for the next tile. */
    synchronized Stream take() {
        int place = limit == 0 ? shared.size() : (int) (taken % limit);
        taken++;
        if (place < shared.size()) {
            return shared.get(place);
        }
        Stream stream = device.stream(options);
        if (limit > 0) {
            shared.add(stream);
        }
        return stream;
    }

    /** A tile is through with its stream. */
    void giveBack(Stream stream) {
        if (limit == 0) {
            stream.close();
        }
    }

    /** How many streams were made. */
    synchronized long made() {
        return limit == 0 ? taken : shared.size();
    }

    /** Closes the streams that tiles took in turn. */
    @Override
    public synchronized void close() {
        shared.forEach(Stream::close);
    }
}
