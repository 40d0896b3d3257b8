package io.headrace.host;

import io.headrace.error.HeadraceException;
import io.headrace.error.Reasons;
import io.headrace.kernel.NativeCall;
import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.HostRows;
import io.headrace.spi.Region;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Runs a packet's command on the packet processor's thread. One for each queue. */
final class CommandRunner {

    private static final long NO_NATIVE_QUEUE = 0;

    private final LaunchRunner launches;
    private final Fills fills;
    private final long stagingBytes;

    /**
     * @param workers helps with large launches and fills
     * @param stagingBytes the size of the pieces in which host memory is moved
     */
    CommandRunner(Workers workers, long stagingBytes) {
        this.launches = new LaunchRunner(workers);
        this.fills = new Fills(workers);
        this.stagingBytes = stagingBytes;
    }

    /**
     * Runs a packet. Throws what it fails with.
     *
     * @param packet its address; the caller keeps its memory alive
     * @param doorbell that of the calling thread
     */
    void run(int type, long packet, Command command, Doorbell doorbell) {
        switch (type) {
            case PacketLayout.KERNEL -> {
                Command.Launch launch = (Command.Launch) command;
                Grid grid = new Grid(
                        PacketBody.word(packet, 0),
                        PacketBody.word(packet, 1),
                        PacketBody.word(packet, 2),
                        launch.groups());
                launches.run((HostKernel) launch.code(), launch.kernel(), grid, doorbell);
            }
            case PacketLayout.COPY -> copy(packet, (Command.Copy) command);
            case PacketLayout.COPY_2D -> copy(packet, (Command.Copy2D) command);
            case PacketLayout.FILL ->
                fills.fill(
                        PacketBody.word(packet, 0),
                        PacketBody.word(packet, 1),
                        PacketBody.word(packet, 2),
                        PacketBody.setup(packet),
                        doorbell);
            case PacketLayout.SEQUENCE -> sequence(packet, ((Command.Sequence) command).commands(), doorbell);
            case PacketLayout.NATIVE -> call(((Command.Native) command).call());
            default -> throw new IllegalArgumentException("an unknown packet type: type=" + type);
        }
    }

    private void sequence(long packet, List<Command> commands, Doorbell doorbell) {
        long next = PacketBody.word(packet, 0);
        int count = PacketBody.setup(packet);
        for (int i = 0; i < count; i++, next += PacketLayout.BYTES) {
            run(Words.getIntPlain(next + PacketLayout.HEADER), next, commands.get(i), doorbell);
        }
    }

    private static void call(NativeCall call) {
        try {
            call.run(NO_NATIVE_QUEUE);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new HeadraceException("the native call failed: " + Reasons.of(e), e);
        }
    }

    private void copy(long packet, Command.Copy command) {
        int setup = PacketBody.setup(packet);
        long bytes = PacketBody.word(packet, 2);
        MemorySegment from = (setup & PacketLayout.FROM_HOST) != 0
                ? ((Region.Host) command.from()).segment()
                : Words.ALL.asSlice(PacketBody.word(packet, 0), bytes);
        MemorySegment to = (setup & PacketLayout.TO_HOST) != 0
                ? ((Region.Host) command.to()).segment()
                : Words.ALL.asSlice(PacketBody.word(packet, 1), bytes);
        Copies.copy(from, to, bytes, pieceBytes(setup));
    }

    private void copy(long packet, Command.Copy2D command) {
        int setup = PacketBody.setup(packet);
        MemorySegment from = (setup & PacketLayout.FROM_HOST) != 0
                ? ((Region.Host) command.from()).segment()
                : Words.ALL.asSlice(PacketBody.word(packet, 0), command.fromSpan());
        MemorySegment to = (setup & PacketLayout.TO_HOST) != 0
                ? ((Region.Host) command.to()).segment()
                : Words.ALL.asSlice(PacketBody.word(packet, 1), command.toSpan());
        HostRows.copy(
                from,
                PacketBody.word(packet, 4),
                to,
                PacketBody.word(packet, 5),
                PacketBody.word(packet, 2),
                PacketBody.word(packet, 3),
                pieceBytes(setup));
    }

    private long pieceBytes(int setup) {
        boolean staged = setup != 0;
        return staged ? stagingBytes : Copies.PIECE_BYTES;
    }
}
