package io.headrace.cli.bench;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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
            new AsyncBench(),
            new TraceBench());

    /** Those that need what most machines lack, and so run only if they are named. */
    private static final List<Bench> NAMED = List.of(new GpuBench(), new OpenClBench(), new HsaBench());

    /** All that every machine can run. */
    static List<Bench> all() {
        return ALL;
    }

    static Optional<Bench> named(String name) {
        return known().filter(bench -> bench.name().equals(name)).findFirst();
    }

    @Override
    public Iterator<String> iterator() {
        return known().map(Bench::name).iterator();
    }

    private static Stream<Bench> known() {
        return Stream.concat(ALL.stream(), NAMED.stream());
    }
}
