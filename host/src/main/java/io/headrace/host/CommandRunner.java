package io.headrace.host;

import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.Region;
import java.lang.foreign.MemorySegment;

/** Runs a packet's command on the packet processor's thread. One for each queue. */
final class CommandRunner {

    private final LaunchRunner launches;
    private final long stagingBytes;

    /**
     * @param workers helps with large launches
     * @param stagingBytes the size of the pieces in which host memory is moved
     */
    CommandRunner(Workers workers, long stagingBytes) {
        this.launches = new LaunchRunner(workers);
        this.stagingBytes = stagingBytes;
    }

    /** Runs the packet with the given id. Throws what it fails with. */
    void run(int type, PacketRing ring, long id, Command command, Doorbell doorbell) {
        switch (type) {
            case PacketLayout.KERNEL -> {
                Command.Launch launch = (Command.Launch) command;
                Grid grid = new Grid(ring.word(id, 0), ring.word(id, 1), ring.word(id, 2), launch.groups());
                launches.run((HostKernel) launch.code(), launch.kernel(), grid, doorbell);
            }
            case PacketLayout.COPY -> copy(ring, id, (Command.Copy) command);
            case PacketLayout.FILL -> Fills.fill(ring.word(id, 0), ring.word(id, 1), ring.word(id, 2), ring.setup(id));
            default -> throw new IllegalArgumentException("an unknown packet type: type=" + type);
        }
    }

    private void copy(PacketRing ring, long id, Command.Copy command) {
        int setup = ring.setup(id);
        long bytes = ring.word(id, 2);
        MemorySegment from = (setup & PacketLayout.FROM_HOST) != 0
                ? ((Region.Host) command.from()).segment()
                : Words.ALL.asSlice(ring.word(id, 0), bytes);
        MemorySegment to = (setup & PacketLayout.TO_HOST) != 0
                ? ((Region.Host) command.to()).segment()
                : Words.ALL.asSlice(ring.word(id, 1), bytes);
        boolean staged = setup != 0;
        Copies.copy(from, to, bytes, staged ? stagingBytes : Copies.PIECE_BYTES);
    }
}
