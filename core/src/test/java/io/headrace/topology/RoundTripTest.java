package io.headrace.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes machines made at random and reads them. */
class RoundTripTest {

    @TempDir
    private Path folder;

    private Topology written(Topology topology, String name) {
        Path tree = folder.resolve(name);
        KfdTopology.write(topology, tree);
        return KfdTopology.read(tree).topology();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void whatIsReadIsWhatWasWritten(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 20; i++) {
            Topology topology = machine(random);
            assertThat(written(topology, "tree" + i))
                    .as("seed=%d round=%d", seed, i)
                    .isEqualTo(topology);
        }
    }

    @Test
    void aMachineOfWhichNothingIsKnownIsToo() {
        Topology bare = Topology.of(List.of(Node.of(7, Values.unknown(NodeField.class))), List.of());
        assertThat(written(bare, "bare")).isEqualTo(bare);
    }

    private static Topology machine(Random random) {
        List<Node> nodes = new ArrayList<>();
        int id = 0;
        for (int i = 0; i <= random.nextInt(5); i++) {
            id += 1 + random.nextInt(3);
            nodes.add(node(id, random));
        }
        List<Link> links = new ArrayList<>();
        for (Node from : nodes) {
            for (Node to : nodes) {
                for (boolean direct : new boolean[] {true, false}) {
                    if (from.id() != to.id() && random.nextBoolean()) {
                        links.add(new Link(from.id(), to.id(), direct, values(LinkField.class, random)));
                    }
                }
            }
        }
        return new Topology(number(random), values(SystemField.class, random), nodes, links);
    }

    private static Node node(int id, Random random) {
        List<MemoryBank> banks = new ArrayList<>();
        List<Cache> caches = new ArrayList<>();
        for (int i = 0; i < random.nextInt(12); i++) {
            banks.add(new MemoryBank(values(MemoryField.class, random), number(random)));
            caches.add(new Cache(
                    values(CacheField.class, random),
                    random.nextBoolean()
                            ? Optional.empty()
                            : Optional.of(random.ints(1 + random.nextInt(9), 0, 2)
                                    .boxed()
                                    .toList())));
        }
        return new Node(
                id,
                number(random),
                random.nextBoolean() ? Optional.empty() : Optional.of(random.nextBoolean() ? "" : "ip discovery ü"),
                values(NodeField.class, random),
                random.nextBoolean() ? Optional.empty() : Optional.of(banks),
                random.nextBoolean() ? Optional.empty() : Optional.of(caches));
    }

    private static <F extends Enum<F> & Field> Values<F> values(Class<F> fields, Random random) {
        Values<F> values = Values.unknown(fields);
        for (F field : fields.getEnumConstants()) {
            if (random.nextBoolean()) {
                values = values.with(field, random.nextLong() >>> random.nextInt(64));
            }
        }
        return values;
    }

    private static OptionalLong number(Random random) {
        return random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(random.nextLong());
    }
}
