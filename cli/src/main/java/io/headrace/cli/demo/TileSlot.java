package io.headrace.cli.demo;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Stream;
import io.headrace.cli.CommandFailure;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The memory that one tile needs on its way through a device. Used for tile after tile; at one time by one tile and one
 * thread only.
 */
final class TileSlot implements AutoCloseable {

    private final byte[] upload = new byte[3 * TileGrid.MAX_PIXELS];
    private final byte[] download = new byte[TileGrid.EDGE * TileGrid.EDGE];
    private final TilePasses passes;
    private final TilePasses.Memory memory;
    private final Event done;
    private @Nullable Work work;

    /** A tile of a picture, and the stream it is on. */
    record Work(EdgeJob job, Tile tile, Stream stream) {}

    TileSlot(Device device, TilePasses passes) {
        this.passes = passes;
        memory = new TilePasses.Memory(
                device.u8(upload.length),
                device.u8(TileGrid.MAX_PIXELS),
                device.u8(TileGrid.MAX_PIXELS),
                device.u8(download.length));
        done = device.event();
    }

    /** Enqueues all that a tile needs, and returns without waiting for it. */
    void begin(Work tileWork) {
        work = tileWork;
        Tile tile = tileWork.tile();
        int bytesUp = cutOut(tileWork.job().picture(), tile.grey());
        int bytesDown = tile.width() * tile.height();
        Stream stream = tileWork.stream();
        stream.copy(
                MemorySegment.ofArray(upload).asSlice(0, bytesUp), memory.bgr().slice(0, bytesUp));
        passes.enqueue(stream, memory, tile);
        stream.copy(
                        memory.edges().slice(0, bytesDown),
                        MemorySegment.ofArray(download).asSlice(0, bytesDown))
                .record(done);
    }

    /** The stream of the tile that was begun. */
    Stream stream() {
        return begun().stream();
    }

    /**
     * Waits for the tile that was begun and puts its result in place.
     *
     * @throws CommandFailure if the tile takes longer than {@code patience}
     * @throws io.headrace.error.HeadraceException if the tile failed
     */
    void finish(Duration patience) throws InterruptedException {
        Work finished = begun();
        if (!done.await(patience)) {
            throw new CommandFailure("the device did not finish a tile in time: tile=" + finished.tile() + " seconds="
                    + patience.toSeconds() + "; look at its load");
        }
        putBack(finished);
    }

    private Work begun() {
        return Objects.requireNonNull(work, "no tile was begun");
    }

    /** Frees the device memory, as soon as no tile uses it any more. */
    @Override
    public void close() {
        memory.bgr().close();
        memory.grey().close();
        memory.blurred().close();
        memory.edges().close();
    }

    private int cutOut(Picture picture, Tile.Area area) {
        int rowBytes = 3 * area.width();
        for (int row = 0; row < area.height(); row++) {
            int from = 3 * ((area.y() + row) * picture.width() + area.x());
            System.arraycopy(picture.bgr(), from, upload, row * rowBytes, rowBytes);
        }
        return rowBytes * area.height();
    }

    private void putBack(Work finished) {
        Tile tile = finished.tile();
        for (int row = 0; row < tile.height(); row++) {
            int to = (tile.y() + row) * tile.pictureWidth() + tile.x();
            System.arraycopy(download, row * tile.width(), finished.job().edges(), to, tile.width());
        }
    }
}
