package io.headrace.copy;

import io.headrace.stress.Linearizable;
import java.util.TreeSet;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Queues are taken and given back by several threads: as if one were at work, also where none is left. */
@Param(name = "which", gen = IntGen.class, conf = "0:1")
public class QueueMapLincheckTest {

    private static final int ENGINES = 33;

    /** Two engines of two queues each are left, with bits in two words. */
    private static final int[] USED = {0, 32};

    private static final int[][] BITS = {{0, 33}, {32, 65}};

    private final QueueMap map = new QueueMap(ENGINES, 2, 0, ~(1L | 1L << 32));

    @Operation
    public int take() {
        return map.take();
    }

    @Operation
    public int takeOf(@Param(name = "which") int which) {
        return map.takeOf(USED[which]);
    }

    @Operation
    public void giveLow(@Param(name = "which") int which) {
        map.give(BITS[which][0]);
    }

    @Operation
    public void giveHigh(@Param(name = "which") int which) {
        map.give(BITS[which][1]);
    }

    @Operation
    public int free() {
        return map.free();
    }

    /** The same, told one step after the other. */
    public static final class Model {

        private final TreeSet<Integer> bits = new TreeSet<>();

        public Model() {
            for (int[] engine : BITS) {
                bits.add(engine[0]);
                bits.add(engine[1]);
            }
        }

        public int take() {
            Integer lowest = bits.pollFirst();
            return lowest == null ? QueueMap.NONE : lowest;
        }

        public int takeOf(int which) {
            for (int bit : BITS[which]) {
                if (bits.remove(bit)) {
                    return bit;
                }
            }
            return QueueMap.NONE;
        }

        public void giveLow(int which) {
            bits.add(BITS[which][0]);
        }

        public void giveHigh(int which) {
            bits.add(BITS[which][1]);
        }

        public int free() {
            return bits.size();
        }
    }

    @Test
    void everyOrderOfStepsGivesWhatOneThreadWouldGet() {
        Linearizable.inAllOrders(QueueMapLincheckTest.class, Model.class);
    }

    @Test
    void stressGivesWhatOneThreadWouldGet() {
        Linearizable.underStress(QueueMapLincheckTest.class, Model.class);
    }
}
