package io.headrace.cli.bench;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** All benches, in the order in which they run. As an {@code Iterable} it gives their names. */
final class Benches implements Iterable<String> {

    private static final List<Bench> ALL = List.of(
            new QueuesBench(),
            new EnginesBench(),
            new CopiesBench(),
            new DispatchBench(),
            new SaxpyBench(),
            new KernelsBench(),
            new StreamsBench(),
            new SignalsBench(),
            new VirtualBench(),
            new PolicyBench(),
            new AsyncBench());

    static List<Bench> all() {
        return ALL;
    }

    static Optional<Bench> named(String name) {
        return ALL.stream().filter(bench -> bench.name().equals(name)).findFirst();
    }

    @Override
    public Iterator<String> iterator() {
        return ALL.stream().map(Bench::name).iterator();
    }
}
