package io.headrace.sim.copy;

import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import io.headrace.topology.Node;
import io.headrace.topology.Topology;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The GPUs of a machine that one does not own, as devices of the runtime: streams, queues, routes and counters are the real ones,
 * copies and fills really move their bytes, in host memory, and Java kernels really run. How long all of it takes is virtual time, by the
 * model of {@link WhatIf} and what {@link Assumptions} say of kernels. A copy within a device takes what its engine's speed says. Native
 * calls take no time. Source kernels are refused.
 *
 * <p>Nothing sleeps: the clock jumps to the next event as soon as nothing is left to do. What is to begin at one moment is enqueued
 * while the clock is held ({@link #hold}), and takes the same times each time as far as it is in queues by then. What a stream holds,
 * because it goes to another engine or waits for an event, is handed over by threads of the runtime, and what a thread of the host
 * does later comes later: meanwhile the clock goes on with what else is under way. A clock that is held keeps the runtime from closing.
 *
 * <p>All times that the runtime tells are virtual ({@link io.headrace.Device#time}, which shows one more than {@link #nanos}, since 0
 * stands for no time in a signal); a runtime has one clock, so these devices share it with no others. How long a call waits at most is
 * time of this machine: a wait with a timeout ends though the clock stands still.
 *
 * <p>All of it happens on one thread, kernels and native calls too, and the clock stands still while one computes. One that waits is left
 * behind, since it may be waiting for what the clock has yet to bring about: it goes on by itself, others have its place meanwhile, and it
 * ends at the moment of virtual time at which its last item has run, but no earlier than the model says. That is told by its thread, which waits, sleeps or
 * is blocked for a hundredth of a second, or has not ended after a second: times of such kernels are not the same each time.
 */
public final class SimDriver implements Driver {

    private final Topology topology;
    private final Assumptions assumptions;
    private @Nullable SimClock clock;
    private boolean held;

    /**
     * A driver of a machine's GPUs.
     *
     * @param assumptions what no description tells
     */
    public SimDriver(Topology topology, Assumptions assumptions) {
        this.topology = topology;
        this.assumptions = assumptions;
    }

    @Override
    public String name() {
        return "sim";
    }

    @Override
    public Usability usability() {
        return gpus().isEmpty()
                ? new Usability(false, "the description of the machine has no GPU that can be used")
                : new Usability(
                        true, "simulated GPUs: " + gpus().size() + "; a model and no measurement: " + assumptions);
    }

    @Override
    public synchronized List<DriverDevice> open(DriverEnvironment environment) {
        List<Node> gpus = gpus();
        SimClock own = new SimClock(gpus.size(), held);
        SimMachine machine = new SimMachine(topology, assumptions, own.time());
        clock = own;
        own.start();
        return gpus.stream()
                .<DriverDevice>map(node -> new SimDevice(node, own, machine))
                .toList();
    }

    private List<Node> gpus() {
        return topology.nodes().stream()
                .filter(node -> node.hasGpu() && node.isUsable())
                .toList();
    }

    /** Keeps the clock from going on until {@link #release}. */
    public void hold() {
        hold(true);
    }

    /** Lets the clock go on. */
    public void release() {
        hold(false);
    }

    private synchronized void hold(boolean still) {
        held = still;
        if (clock != null) {
            clock.hold(still);
        }
    }

    /** The virtual time of the runtime that is open, or was last, in nanoseconds since it was opened. */
    public synchronized long nanos() {
        return clock == null ? 0 : clock.time().nanos();
    }
}
