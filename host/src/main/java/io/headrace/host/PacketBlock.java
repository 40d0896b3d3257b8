package io.headrace.host;

import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.SequenceCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The packets of a sequence, written once. They lie as in a ring, with their types as headers. */
final class PacketBlock implements SequenceCode {

    /** Automatic: a recording has no close, and whoever runs a packet that names the block holds its command. */
    private final MemorySegment memory;

    private final int count;

    PacketBlock(List<Command> commands) {
        count = commands.size();
        memory = Arena.ofAuto().allocate((long) count * PacketLayout.BYTES, PacketLayout.BYTES);
        for (int i = 0; i < count; i++) {
            long packet = address() + (long) i * PacketLayout.BYTES;
            Words.setIntPlain(packet + PacketLayout.HEADER, PacketBody.write(packet, commands.get(i)));
        }
    }

    long address() {
        return memory.address();
    }

    int count() {
        return count;
    }
}
