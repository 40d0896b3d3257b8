package io.headrace.sim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Channels and what is sent over them. Transfers that meet in a channel share its bandwidth alike; what one cannot use,
 * because another channel or its own limit holds it back, the others get (max-min fairness).
 *
 * <p>Time is exact to the nanosecond; rates are whole bytes a second, rounded down, so that nothing is ever faster than
 * its channels. Used by the thread that runs the clock.
 */
public final class Network {

    private final VirtualTime time;

    /** A network without channels. */
    public Network(VirtualTime time) {
        this.time = time;
    }

    /** A channel over which nothing is sent yet. */
    public Channel channel(String name, long bytesPerSecond) {
        return new Channel(name, bytesPerSecond);
    }

    /**
     * Sends something over all channels of a path at once, as through a pipe.
     *
     * @param path different channels; if there are none, the limit alone counts
     * @param bytes how much
     * @param mostBytesPerSecond the most that it can have, for instance its engine's speed
     * @param arrived called when all of it has arrived
     */
    public void send(List<Channel> path, long bytes, long mostBytesPerSecond, Runnable arrived) {
        if (bytes < 0 || mostBytesPerSecond < 1 || new HashSet<>(path).size() != path.size()) {
            throw new IllegalArgumentException("a transfer has bytes, a speed, and no channel twice: bytes=" + bytes
                    + " mostBytesPerSecond=" + mostBytesPerSecond + " path=" + path);
        }
        new Transfer(List.copyOf(path), bytes, mostBytesPerSecond, arrived).begin();
    }

    /** A flow from its beginning to its end. */
    private final class Transfer {
        private final Flow flow;
        private final Runnable arrived;

        Transfer(List<Channel> path, long bytes, long most, Runnable arrived) {
            this.flow = new Flow(time, path, bytes, most, this::end);
            this.arrived = arrived;
        }

        void begin() {
            flow.path().forEach(channel -> channel.add(flow, time.nanos()));
            share(flow, true);
        }

        private void end() {
            flow.path().forEach(channel -> channel.remove(flow, time.nanos()));
            share(flow, false);
            arrived.run();
        }
    }

    /** Gives new rates to all that a flow's coming or going can concern. */
    private static void share(Flow changed, boolean comes) {
        Set<Flow> flows = new LinkedHashSet<>();
        if (comes) {
            flows.add(changed);
        }
        Set<Channel> channels = new LinkedHashSet<>(changed.path());
        ArrayDeque<Channel> unseen = new ArrayDeque<>(changed.path());
        for (Channel channel = unseen.poll(); channel != null; channel = unseen.poll()) {
            for (Flow flow : channel.flows()) {
                if (flows.add(flow)) {
                    flow.path().stream().filter(channels::add).forEach(unseen::add);
                }
            }
        }
        giveRates(new ArrayList<>(flows), channels);
    }

    private static void giveRates(List<Flow> open, Set<Channel> channels) {
        channels.forEach(Channel::openAll);
        while (!open.isEmpty()) {
            long level = Long.MAX_VALUE;
            for (Flow flow : open) {
                level = Math.min(level, limit(flow));
            }
            List<Flow> held = new ArrayList<>();
            List<Flow> free = new ArrayList<>();
            for (Flow flow : open) {
                (limit(flow) <= level ? held : free).add(flow);
            }
            for (Flow flow : held) {
                for (Channel channel : flow.path()) {
                    channel.giveTo(level);
                }
                flow.goOnAt(level);
            }
            open = free;
        }
    }

    /** The most that a flow without a rate can have, if all others without one get as much. */
    private static long limit(Flow flow) {
        long limit = flow.most();
        for (Channel channel : flow.path()) {
            limit = Math.min(limit, channel.share());
        }
        return limit;
    }
}
