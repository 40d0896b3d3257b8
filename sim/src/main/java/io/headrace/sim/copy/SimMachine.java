package io.headrace.sim.copy;

import io.headrace.copy.CopyRouter;
import io.headrace.sim.Network;
import io.headrace.sim.VirtualTime;
import io.headrace.spi.Command;
import io.headrace.spi.HostCommands;
import io.headrace.spi.Region;
import io.headrace.topology.Link;
import io.headrace.topology.Recommendation;
import io.headrace.topology.RecommendedEngines;
import io.headrace.topology.SocketInfo;
import io.headrace.topology.Topology;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What simulated devices have between them: links that take time, and memory in which bytes are moved for real. */
final class SimMachine {

    /** What comes after is left to copies, which so never come to the end of virtual time. */
    static final long LAST_END_OF_KERNELS = Long.MAX_VALUE / 2;

    private final VirtualTime time;
    private final Network network;
    private final Links links;
    private final RecommendedEngines recommended;
    private final Assumptions assumptions;

    SimMachine(Topology topology, Assumptions assumptions, VirtualTime time) {
        this.time = time;
        this.network = new Network(time);
        this.links = new Links(topology, network, assumptions);
        this.recommended = RecommendedEngines.of(topology, SocketInfo.UNKNOWN, List.of());
        this.assumptions = assumptions;
    }

    /** The processors of one more GPU. */
    Processors newProcessors() {
        return new Processors(assumptions.kernelsAtOnce());
    }

    /** How long a kernel of so many items takes. */
    long kernelNanos(long items) {
        return assumptions.kernelNanos(items);
    }

    /** Whether there is a link from one GPU to another. */
    boolean isLinked(int from, int to) {
        return links.way(from, to).isPresent();
    }

    /** The engines of a GPU that are recommended for copies to another one; none if that is unknown. */
    List<Integer> enginesTo(int from, int to) {
        return recommended.between(from, to).stream()
                .flatMap(one -> one.ids().boxed())
                .toList();
    }

    /**
     * Moves bytes, which are there at the end. On the clock's thread.
     *
     * @param node the GPU that does it
     * @param engine the engine that does it, or {@link SimPlace#NO_ENGINE}
     * @param command a copy or a fill
     * @param done is told why it failed, or {@code null}
     */
    void move(int node, int engine, Command command, Consumer<@Nullable Throwable> done) {
        int from = node;
        int to = node;
        long bytes;
        switch (command) {
            case Command.Copy copy -> {
                from = place(copy.from());
                to = place(copy.to());
                bytes = copy.bytes();
            }
            case Command.Copy2D copy -> {
                from = place(copy.from());
                to = place(copy.to());
                bytes = copy.rowBytes() * copy.rows();
            }
            case Command.Fill fill -> bytes = fill.bytes();
            default -> throw new IllegalArgumentException("neither a copy nor a fill: " + command);
        }
        List<Link> way = way(from, to);
        long speed =
                isFar(node, from, to, engine) ? assumptions.farBytesPerSecond() : assumptions.engineBytesPerSecond();
        time.after(
                links.latencyNanos(way),
                () -> network.send(links.channels(way), bytes, speed, () -> done.accept(failureOf(command))));
    }

    private static @Nullable Throwable failureOf(Command command) {
        try {
            HostCommands.run(command);
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    private static int place(Region region) {
        return region instanceof Region.Device device && device.memory() instanceof SimMemory memory
                ? memory.node()
                : CopyRouter.HOST;
    }

    private List<Link> way(int from, int to) {
        if (from == to) {
            return List.of();
        }
        Optional<List<Link>> way = from == CopyRouter.HOST
                ? links.ofHost(to, true)
                : to == CopyRouter.HOST ? links.ofHost(from, false) : links.way(from, to);
        return way.orElse(List.of());
    }

    /** Whether a link's recommendation, which is for the GPU at which it starts, is for other engines than one of a GPU. */
    private boolean isFar(int node, int from, int to, int engine) {
        if (engine == SimPlace.NO_ENGINE || from == to) {
            return false;
        }
        Optional<Recommendation> near = from == CopyRouter.HOST
                ? recommended.forHost(to)
                : to == CopyRouter.HOST ? recommended.forHost(from) : recommended.between(from, to);
        return near.isPresent()
                && near.get().node() == node
                && near.get().engines() != 0
                && (near.get().engines() >>> engine & 1) == 0;
    }
}
