package io.headrace.host;

import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.Range;
import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Region;
import java.util.List;

/** Writes what a packet says behind its header: see {@link PacketLayout}. */
final class PacketBody {

    private PacketBody() {}

    /**
     * Checks that a command can be written.
     *
     * @throws RuntimeException if it cannot
     */
    static void check(Command command) {
        if (command instanceof Command.NativeLaunch launch) {
            throw new UnsupportedFeatureException("the embedded device runs no source kernels: kernel="
                    + launch.kernel().name());
        }
        if (command instanceof Command.Barrier barrier) {
            if (barrier.positions().size() > Command.Barrier.MAX_POSITIONS) {
                throw new IllegalArgumentException("a barrier takes at most " + Command.Barrier.MAX_POSITIONS
                        + " positions: positions=" + barrier.positions().size());
            }
            for (DriverQueue.Position position : barrier.positions()) {
                if (!(position instanceof HostPosition)) {
                    throw new IllegalArgumentException("a barrier's positions must be of the same driver: " + position);
                }
            }
        }
    }

    /**
     * Writes a command that was checked.
     *
     * @param packet the packet's address
     * @return its type
     */
    static int write(long packet, Command command) {
        return switch (command) {
            case Command.Launch launch -> {
                GroupedRange groups = launch.groups();
                Range range = groups == null ? launch.range() : groups.groups();
                Words.setIntPlain(packet + PacketLayout.SETUP, range.dimensions());
                words(packet, range.x(), range.y(), range.z());
                yield PacketLayout.KERNEL;
            }
            case Command.NativeLaunch launch -> throw new AssertionError("checked before");
            case Command.Copy copy -> {
                Words.setIntPlain(packet + PacketLayout.SETUP, hostSides(copy.from(), copy.to()));
                words(packet, address(copy.from()), address(copy.to()), copy.bytes());
                yield PacketLayout.COPY;
            }
            case Command.Copy2D copy -> {
                Words.setIntPlain(packet + PacketLayout.SETUP, hostSides(copy.from(), copy.to()));
                words(packet, address(copy.from()), address(copy.to()), copy.rowBytes());
                words(packet + 3L * Long.BYTES, copy.rows(), copy.fromPitch(), copy.toPitch());
                yield PacketLayout.COPY_2D;
            }
            case Command.Fill fill -> {
                Words.setIntPlain(packet + PacketLayout.SETUP, fill.patternBytes());
                words(packet, fill.to().address(), fill.bytes(), fill.pattern());
                yield PacketLayout.FILL;
            }
            case Command.Sequence sequence -> {
                PacketBlock block = (PacketBlock) sequence.code();
                Words.setIntPlain(packet + PacketLayout.SETUP, block.count());
                words(packet, block.address(), 0, 0);
                yield PacketLayout.SEQUENCE;
            }
            case Command.Native call -> {
                Words.setIntPlain(packet + PacketLayout.SETUP, 0);
                yield PacketLayout.NATIVE;
            }
            case Command.Barrier barrier -> {
                List<DriverQueue.Position> positions = barrier.positions();
                Words.setIntPlain(packet + PacketLayout.SETUP, positions.size());
                for (int i = 0; i < positions.size(); i++) {
                    HostPosition position = (HostPosition) positions.get(i);
                    long words = packet + PacketLayout.WORDS + 2L * i * Long.BYTES;
                    Words.setLongPlain(words, position.queue().ring().readIndexAddress());
                    Words.setLongPlain(words + Long.BYTES, position.packetId());
                }
                yield PacketLayout.BARRIER_AND;
            }
        };
    }

    private static void words(long packet, long first, long second, long third) {
        long words = packet + PacketLayout.WORDS;
        Words.setLongPlain(words, first);
        Words.setLongPlain(words + Long.BYTES, second);
        Words.setLongPlain(words + 2L * Long.BYTES, third);
    }

    private static int hostSides(Region from, Region to) {
        return (from instanceof Region.Host ? PacketLayout.FROM_HOST : 0)
                | (to instanceof Region.Host ? PacketLayout.TO_HOST : 0);
    }

    private static long address(Region region) {
        return switch (region) {
            case Region.Device device -> device.address();
            case Region.Pinned pinned -> pinned.address();
            case Region.Host host -> 0;
        };
    }

    static int setup(long packet) {
        return Words.getIntPlain(packet + PacketLayout.SETUP);
    }

    /** One of the six words. */
    static long word(long packet, int index) {
        return Words.getLongPlain(packet + PacketLayout.WORDS + (long) index * Long.BYTES);
    }
}
