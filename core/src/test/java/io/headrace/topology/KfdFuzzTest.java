package io.headrace.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.headrace.error.TopologyException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Breaks trees at random: reading gives a machine or a clear error, and what it gives can be written and read
 * again.
 */
class KfdFuzzTest {

    private static final int ROUNDS = 1_000;

    private static final String[] VALUES = {
        "-1",
        "18446744073709551615",
        "18446744073709551616",
        "9".repeat(500),
        "0",
        "1",
        "4294967295",
        "two",
        "",
        "1 2",
        "\u0000",
        "0x10",
        "2147483648"
    };

    @TempDir
    private static Path folder;

    private static Map<String, byte[]> whole() throws Exception {
        Path tree = folder.resolve("whole");
        if (!Files.exists(tree)) {
            KfdTopology.write(Machines.eightGpus(2, 6), tree);
        }
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(tree.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void readingEndsWithAMachineOrAClearError(long seed) throws Exception {
        Random random = new Random(seed);
        Map<String, byte[]> whole = whole();
        for (int round = 0; round < ROUNDS; round++) {
            FakeTree tree = new FakeTree();
            tree.files.putAll(whole);
            for (int i = 0; i <= random.nextInt(8); i++) {
                breakOne(tree, random);
            }
            check(tree, "seed=" + seed + " round=" + round);
        }
    }

    private static void check(FakeTree tree, String which) {
        TopologyReading reading;
        try {
            reading = KfdTopology.read(tree);
        } catch (TopologyException e) {
            assertThat(e).as(which).hasMessageContaining("fake");
            return;
        } catch (RuntimeException e) {
            fail(which, e);
            return;
        }
        assertThat(reading.warnings())
                .as(which)
                .allSatisfy(warning -> assertThat(warning.toString().lines()).hasSize(1));
        // Whatever was read can be shown.
        RecommendedEngines engines = RecommendedEngines.of(reading.topology(), Machines.eightSockets(), List.of(3));
        for (Link link : reading.topology().links()) {
            engines.of(link)
                    .ifPresent(recommendation -> assertThat(recommendation.engines()
                                    & ~reading.topology()
                                            .node(recommendation.node())
                                            .flatMap(Node::engines)
                                            .map(Engines::mask)
                                            .orElse(0L))
                            .as(which)
                            .isZero());
        }
    }

    private static void breakOne(FakeTree tree, Random random) {
        List<String> names = new ArrayList<>(tree.files.keySet());
        if (names.isEmpty()) {
            return;
        }
        String name = names.get(random.nextInt(names.size()));
        byte[] content = tree.files.get(name);
        switch (random.nextInt(9)) {
            case 0 -> tree.files.remove(name);
            case 1 -> tree.files.put(name, Arrays.copyOf(content, random.nextInt(content.length + 1)));
            case 2 -> {
                byte[] noise = new byte[random.nextInt(300)];
                random.nextBytes(noise);
                tree.files.put(name, noise);
            }
            case 3 -> {
                byte[] changed = content.clone();
                for (int i = 0; i < 5 && changed.length > 0; i++) {
                    changed[random.nextInt(changed.length)] = (byte) random.nextInt();
                }
                tree.files.put(name, changed);
            }
            case 4 -> {
                String[] lines = new String(content, StandardCharsets.ISO_8859_1).split("\n", -1);
                int line = random.nextInt(lines.length);
                lines[line] = lines[line].split(" ")[0] + " " + VALUES[random.nextInt(VALUES.length)];
                tree.put(name, String.join("\n", lines) + "\n");
            }
            case 5 -> tree.put(name, new String(content, StandardCharsets.ISO_8859_1).repeat(2));
            case 6 ->
                tree.denied.add(random.nextBoolean() ? name : name.substring(0, Math.max(0, name.lastIndexOf('/'))));
            case 7 -> tree.files.put(name.replaceFirst("/\\d+/", "/" + random.nextInt(20) + "/"), content);
            default -> tree.files.put(name, tree.files.get(names.get(random.nextInt(names.size()))));
        }
    }

    @Test
    void noMoreIsReadThanAMachineCouldHave() {
        TreeSource endless = new TreeSource() {
            @Override
            public String name() {
                return "endless";
            }

            @Override
            public List<String> folders(String folder) {
                return IntStream.range(0, 60_000).mapToObj(String::valueOf).toList();
            }

            @Override
            public byte[] read(String file, int most) {
                return "simd_count 1\nnode_from x\n\u0007 \n".repeat(10).getBytes(StandardCharsets.ISO_8859_1);
            }
        };
        assertThatThrownBy(() -> KfdTopology.read(endless))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("too large to be a machine's");
    }
}
