package io.headrace.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.ResourcesExhaustedException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.topology.EngineClass;
import io.headrace.topology.Engines;
import io.headrace.topology.Node;
import io.headrace.topology.NodeField;
import io.headrace.topology.Values;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CopyEnginesTest {

    private final CopyEngines engines = new CopyEngines(EngineSetup.of(1, new Engines(2, 6), 8));

    private static CopyEngines with(int pcie, int xgmi, int queues, int reserved, long excluded) {
        return new CopyEngines(new EngineSetup(1, new Engines(pcie, xgmi), queues, reserved, excluded, true));
    }

    private EngineQueue byEngine(int id) {
        return engines.allocate(EngineKind.BY_ENGINE, id);
    }

    // E26
    @Test
    void queuesOfAClassGoRoundItsEngines() {
        for (int bit = 0; bit < 16; bit++) {
            EngineQueue queue = engines.allocate(EngineKind.PCIE, 0);
            assertThat(queue.bit()).isEqualTo(bit);
            assertThat(queue.engine()).isEqualTo(bit % 2);
            assertThat(queue.index()).isEqualTo(bit / 2);
            assertThat(queue.node()).isEqualTo(1);
        }
        assertThatThrownBy(() -> engines.allocate(EngineKind.PCIE, 0))
                .isInstanceOf(ResourcesExhaustedException.class)
                .hasMessageContaining("class=PCIE")
                .hasMessageContaining("node=1");
        assertThat(engines.allocate(EngineKind.XGMI, 0).engine()).isEqualTo(2);
    }

    // E27
    @Test
    void queuesOfAnEngineAreOfItsClassAndOfNoOtherEngine() {
        for (int i = 0; i < 8; i++) {
            EngineQueue queue = byEngine(7);
            assertThat(queue.engineClass()).isEqualTo(EngineClass.XGMI);
            assertThat(queue.bit()).isEqualTo(5 + 6 * i);
            assertThat(queue.engine()).isEqualTo(7);
            assertThat(queue.index()).isEqualTo(i);
        }
        assertThatThrownBy(() -> byEngine(7))
                .isInstanceOf(ResourcesExhaustedException.class)
                .hasMessageContaining("no free queue on engine=7")
                .hasMessageContaining("free on others=40");
        assertThat(byEngine(6).engine()).isEqualTo(6);
    }

    // E28
    @ParameterizedTest
    @ValueSource(ints = {8, 9, 63, 64, -1, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void anIdOutOfRangeIsAnArgumentThatIsWrong(int id) {
        assertThatThrownBy(() -> byEngine(id))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("engine=" + id);
    }

    // E28
    @ParameterizedTest
    @ValueSource(ints = {0, 1, -1, 63})
    void withoutEnginesEveryIdIsOutOfRange(int id) {
        CopyEngines none = with(0, 0, 8, 0, 0);
        assertThatThrownBy(() -> none.allocate(EngineKind.BY_ENGINE, id)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> none.allocate(EngineKind.PCIE, 0)).isInstanceOf(ResourcesExhaustedException.class);
        assertThatThrownBy(() -> none.allocate(EngineKind.XGMI, 0)).isInstanceOf(ResourcesExhaustedException.class);
        assertThatThrownBy(none::idle).isInstanceOf(ResourcesExhaustedException.class);
    }

    // E28
    @ParameterizedTest
    @EnumSource(names = {"PCIE", "XGMI"})
    void otherKindsIgnoreTheId(EngineKind kind) {
        assertThat(engines.allocate(kind, 99).index()).isZero();
        assertThat(engines.allocate(kind, -5).index()).isZero();
    }

    // E29
    @Test
    void bothKindsTakeFromTheSameQueues() {
        assertThat(byEngine(0).bit()).isZero();
        assertThat(engines.allocate(EngineKind.PCIE, 0).bit()).isEqualTo(1);
        assertThat(engines.allocate(EngineKind.PCIE, 0).bit()).isEqualTo(2);
        assertThat(byEngine(0).bit()).isEqualTo(4);
        assertThat(byEngine(1).bit()).isEqualTo(3);
    }

    // E29
    @Test
    void aQueueThatWasGivenBackIsTheNext() {
        List<EngineQueue> queues = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            queues.add(engines.allocate(EngineKind.PCIE, 0));
        }
        engines.free(queues.get(3));
        assertThat(engines.allocate(EngineKind.PCIE, 0).bit()).isEqualTo(3);
        engines.free(queues.get(6));
        engines.free(queues.get(4));
        assertThat(byEngine(0).bit()).isEqualTo(4);
        assertThat(byEngine(0).bit()).isEqualTo(6);
    }

    // E29
    @Test
    void anAllocationThatFailsChangesNothing() {
        for (int i = 0; i < 8; i++) {
            byEngine(7);
        }
        assertThat(engines.free(EngineClass.XGMI)).isEqualTo(40);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> byEngine(7)).isInstanceOf(ResourcesExhaustedException.class);
        }
        assertThat(engines.free(EngineClass.XGMI)).isEqualTo(40);
        assertThat(engines.free(EngineClass.PCIE)).isEqualTo(16);
        assertThat(engines.freeOn(7)).isZero();
        assertThat(engines.freeOn(6)).isEqualTo(8);
    }

    // E29
    @Test
    void aQueueIsGivenBackOnceEvenIfAnotherHasItNow() {
        EngineQueue first = engines.allocate(EngineKind.XGMI, 0);
        engines.free(first);
        EngineQueue second = engines.allocate(EngineKind.XGMI, 0);
        assertThat(second.bit()).isEqualTo(first.bit());
        assertThatThrownBy(() -> engines.free(first))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("node=1 engine=2 queue=0");
        assertThat(engines.allocate(EngineKind.XGMI, 0).bit()).isEqualTo(1);
    }

    // E29
    @Test
    void aQueueOfOtherEnginesIsRefused() {
        CopyEngines others = new CopyEngines(engines.setup());
        EngineQueue foreign = others.allocate(EngineKind.PCIE, 0);
        engines.allocate(EngineKind.PCIE, 0);
        assertThatThrownBy(() -> engines.free(foreign)).isInstanceOf(IllegalArgumentException.class);
        assertThat(engines.free(EngineClass.PCIE)).isEqualTo(15);
        others.free(foreign);
        assertThat(others.free(EngineClass.PCIE)).isEqualTo(16);
    }

    // E30
    @Test
    void reservedQueuesAreNeverGivenOut() {
        CopyEngines some = with(2, 6, 8, 2, 0);
        for (int bit = 4; bit < 16; bit++) {
            assertThat(some.allocate(EngineKind.PCIE, 0).bit()).isEqualTo(bit);
        }
        assertThat(some.tryAllocate(EngineKind.PCIE, 0)).isNull();
        for (int i = 2; i < 8; i++) {
            assertThat(some.allocate(EngineKind.BY_ENGINE, 5).index()).isEqualTo(i);
        }
        assertThat(some.tryAllocate(EngineKind.BY_ENGINE, 5)).isNull();
        assertThat(with(2, 6, 8, 8, 0).tryAllocate(EngineKind.XGMI, 0)).isNull();
    }

    // E45
    @Test
    void excludedEnginesAreNeverChosen() {
        CopyEngines some = with(2, 6, 8, 0, 1L << 1 | 1L << 3 | 1L << 40);
        for (int i = 0; i < 8; i++) {
            assertThat(some.allocate(EngineKind.PCIE, 0).engine()).isZero();
        }
        assertThat(some.tryAllocate(EngineKind.PCIE, 0)).isNull();
        for (int i = 0; i < 40; i++) {
            assertThat(some.allocate(EngineKind.XGMI, 0).engine()).isNotEqualTo(3);
        }
        assertThat(some.tryAllocate(EngineKind.XGMI, 0)).isNull();
        assertThatThrownBy(() -> some.allocate(EngineKind.BY_ENGINE, 3))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("HEADRACE_EXCLUDED_ENGINES");
    }

    @Test
    void withoutQueuesByEngineOnlyThoseAreUnsupported() {
        CopyEngines old = new CopyEngines(new EngineSetup(1, new Engines(2, 6), 8, 0, 0, false));
        assertThatThrownBy(() -> old.allocate(EngineKind.BY_ENGINE, 0))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("1.17");
        assertThatThrownBy(() -> old.tryAllocate(EngineClass.XGMI, 0x4))
                .isInstanceOf(UnsupportedFeatureException.class);
        assertThat(old.allocate(EngineClass.PCIE).engine()).isZero();
        assertThat(old.tryAllocate(EngineClass.XGMI, 0xfc).engine()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"1, 16, false", "1, 17, true", "1, 18, true", "0, 99, false", "2, 0, true"})
    void kfdHasQueuesByEngineFromItsInterface117On(int major, int minor, boolean has) {
        assertThat(EngineSetup.kfdHasQueuesByEngine(major, minor)).isEqualTo(has);
    }

    @Test
    void ofSomeEnginesTheLowestFreeQueueIsTaken() {
        assertThat(engines.tryAllocate(EngineClass.XGMI, 1L << 5 | 1L << 7 | 1).engine())
                .isEqualTo(5);
        assertThat(engines.tryAllocate(EngineClass.XGMI, 1L << 5 | 1L << 7 | 1).engine())
                .isEqualTo(7);
        for (int i = 0; i < 14; i++) {
            assertThat(engines.tryAllocate(EngineClass.XGMI, 1L << 5 | 1L << 7).engine())
                    .isIn(5, 7);
        }
        assertThat(engines.tryAllocate(EngineClass.XGMI, 1L << 5 | 1L << 7)).isNull();
        assertThat(engines.tryAllocate(EngineClass.XGMI, 0xff).engine()).isEqualTo(2);
    }

    // E44
    @Test
    void onlyIdleEnginesAreShownAndNoneIsAnError() {
        assertThat(engines.idle()).isEqualTo(0xff);
        EngineQueue queue = byEngine(3);
        engines.allocate(EngineKind.PCIE, 0);
        assertThat(engines.idle()).isEqualTo(0xff & ~(1 << 3) & ~1);
        engines.free(queue);
        assertThat(engines.idle()).isEqualTo(0xfe);
        for (int i = 1; i < 8; i++) {
            byEngine(i);
        }
        assertThatThrownBy(engines::idle).isInstanceOf(ResourcesExhaustedException.class);
    }

    // E44
    @Test
    void aMaskNamesAnEngineIfItIsExactlyOneThatIsThere() {
        assertThat(engines.only(1)).isZero();
        assertThat(engines.only(0x80)).isEqualTo(7);
        for (long mask : new long[] {0, 3, 0x100, -1, Long.MIN_VALUE}) {
            assertThatThrownBy(() -> engines.only(mask)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "65, 0", "-1, 0", "8, 9", "8, -1"})
    void aSetupThatCannotBeIsRefused(int queues, int reserved) {
        assertThatThrownBy(() -> with(2, 6, queues, reserved, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Node node(Values<NodeField> values) {
        return Node.of(4, values.with(NodeField.SIMD_COUNT, 8).with(NodeField.NUM_SDMA_ENGINES, 2));
    }

    @Test
    void theEnginesOfANodeAreThoseThatItsTopologyTells() {
        Values<NodeField> values = Values.unknown(NodeField.class)
                .with(NodeField.NUM_SDMA_XGMI_ENGINES, 6)
                .with(NodeField.NUM_SDMA_QUEUES_PER_ENGINE, 8);
        assertThat(EngineSetup.of(node(values), List.of(1, 7), true))
                .hasValue(new EngineSetup(4, new Engines(2, 6), 8, 0, 0x82, true));
        assertThat(EngineSetup.of(node(values.without(NodeField.NUM_SDMA_XGMI_ENGINES)), List.of(), true))
                .isEmpty();
        assertThat(EngineSetup.of(node(values.without(NodeField.NUM_SDMA_QUEUES_PER_ENGINE)), List.of(), true))
                .isEmpty();
        assertThat(EngineSetup.of(node(values.with(NodeField.NUM_SDMA_QUEUES_PER_ENGINE, 65)), List.of(), true))
                .isEmpty();
        assertThat(EngineSetup.of(Node.of(4, Values.unknown(NodeField.class)), List.of(), true))
                .isEmpty();
    }

    /** The same rules over a plain set of bits. */
    private static final class Model {

        private final int engines;
        private final BitSet free = new BitSet();

        Model(int engines, int queues, int reserved) {
            this.engines = engines;
            free.set(engines * reserved, engines * queues);
        }

        int take(int first, int step) {
            for (int bit = first; bit < free.length(); bit += step) {
                if (free.get(bit)) {
                    free.clear(bit);
                    return bit;
                }
            }
            return -1;
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 14, 8, 0", "2, 2, 6, 8, 1", "3, 1, 0, 2, 0", "4, 3, 61, 5, 2"})
    void aMillionRandomStepsDoWhatAPlainModelDoes(long seed, int pcie, int xgmi, int queues, int reserved) {
        Random random = new Random(seed);
        CopyEngines real = with(pcie, xgmi, queues, reserved, 0);
        Model[] models = {new Model(pcie, queues, reserved), new Model(xgmi, queues, reserved)};
        List<EngineQueue> taken = new ArrayList<>();
        for (int step = 0; step < 250_000; step++) {
            // Now more is taken, now more is given back, so that the queues run out again and again.
            boolean take = random.nextInt(100) < (step / 1_000 % 2 == 0 ? 70 : 30);
            if (take) {
                EngineKind kind = EngineKind.values()[random.nextInt(3)];
                int id = random.nextInt(pcie + xgmi);
                EngineClass engineClass = kind == EngineKind.BY_ENGINE
                        ? real.setup().engines().classOf(id)
                        : kind == EngineKind.PCIE ? EngineClass.PCIE : EngineClass.XGMI;
                Model model = models[engineClass.ordinal()];
                int expected = kind == EngineKind.BY_ENGINE
                        ? model.take(id - real.setup().engines().first(engineClass), model.engines)
                        : model.take(0, 1);
                EngineQueue queue = real.tryAllocate(kind, id);
                assertThat(queue == null ? -1 : queue.bit())
                        .as("seed=%d step=%d", seed, step)
                        .isEqualTo(expected);
                if (queue != null) {
                    taken.add(queue);
                }
            } else if (!taken.isEmpty()) {
                EngineQueue queue = taken.remove(random.nextInt(taken.size()));
                models[queue.engineClass().ordinal()].free.set(queue.bit());
                real.free(queue);
            }
        }
        for (EngineClass engineClass : EngineClass.values()) {
            assertThat(real.free(engineClass)).isEqualTo(models[engineClass.ordinal()].free.cardinality());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void noQueueIsGivenToTwoThreads(int threads) throws Exception {
        ConcurrentHashMap<String, EngineQueue> held = new ConcurrentHashMap<>();
        Callable<Void> work = () -> {
            Random random = new Random(Thread.currentThread().threadId());
            for (int i = 0; i < 20_000; i++) {
                EngineQueue queue = engines.tryAllocate(EngineKind.values()[random.nextInt(3)], random.nextInt(8));
                if (queue != null) {
                    assertThat(held.putIfAbsent(queue.toString(), queue)).isNull();
                    assertThat(held.remove(queue.toString())).isSameAs(queue);
                    engines.free(queue);
                }
            }
            return null;
        };
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<Void>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                all.add(pool.submit(work));
            }
            for (Future<Void> one : all) {
                one.get(50, TimeUnit.SECONDS);
            }
        }
        assertThat(engines.free(EngineClass.PCIE)).isEqualTo(16);
        assertThat(engines.free(EngineClass.XGMI)).isEqualTo(48);
    }

    @Test
    void aQueueIsFoundAsLongAsOneIsFreeWhateverOthersDo() throws Exception {
        CopyEngines many = with(0, 16, 8, 0, 0);
        List<EngineQueue> most = new ArrayList<>();
        for (int i = 0; i < 126; i++) {
            most.add(many.allocate(EngineClass.XGMI));
        }
        Callable<Integer> work = () -> {
            int missed = 0;
            for (int i = 0; i < 50_000; i++) {
                EngineQueue queue = many.tryAllocate(EngineKind.XGMI, 0);
                if (queue == null) {
                    missed++;
                } else {
                    many.free(queue);
                }
            }
            return missed;
        };
        // Two free queues, far apart, and two threads with one each at most.
        many.free(most.get(0));
        many.free(most.get(125));
        most.add(many.allocate(EngineClass.XGMI));
        most.add(many.allocate(EngineClass.XGMI));
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            Future<Integer> one = pool.submit(work);
            Future<Integer> other = pool.submit(work);
            assertThat(one.get(50, TimeUnit.SECONDS) + other.get(50, TimeUnit.SECONDS))
                    .isZero();
        }
    }
}
