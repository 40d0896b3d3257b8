package io.headrace.acc;

import io.headrace.stress.Linearizable;
import java.util.Set;
import java.util.TreeSet;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Numbers are used, looked for and listed by several threads, and their making may fail: as if one thread were at work. */
@Param(name = "which", gen = IntGen.class, conf = "0:3")
public class NumberTableLincheckTest {

    /** One of the lowest chunk, which has two, two of the next one, and one of a chunk that is in the same slot as that. */
    private static final int[] NUMBERS = {0, 2, 3, 6};

    /** What a number stands for: which of all that were ever made for it. */
    private static final class Made {

        private final int number;
        private final int make;

        Made(int number, int make) {
            this.number = number;
            this.make = make;
        }
    }

    private final int[] makes = new int[NUMBERS.length];

    private volatile boolean broken;

    private final NumberTable<Made> table = new NumberTable<>(
            number -> {
                if (broken) {
                    throw new IllegalStateException("planned");
                }
                return new Made(number, ++makes[which(number)]);
            },
            Made[]::new,
            1,
            1,
            1);

    @Operation
    public int get(@Param(name = "which") int which) {
        return checked(which, table.get(NUMBERS[which]));
    }

    @Operation
    public boolean find(@Param(name = "which") int which) {
        Made found = table.find(NUMBERS[which]);
        if (found != null) {
            checked(which, found);
        }
        return found != null;
    }

    /** A list is no snapshot. But whoever has used or found a number finds it in each later list. */
    @Operation
    public boolean isListedOnceUsed(@Param(name = "which") int which) {
        Made used = table.get(NUMBERS[which]);
        boolean[] listed = {false};
        table.forEach(one -> listed[0] |= one == used);
        return listed[0];
    }

    /**
     * From now on nothing can be made; what there is stays. A repair is no operation here: who asks while something is being
     * made gets that one's failure, also if the cause was put right a moment before.
     */
    @Operation
    public void breakDown() {
        broken = true;
    }

    private static int checked(int which, Made made) {
        if (made.number != NUMBERS[which]) {
            throw new AssertionError("a number stands for another: number=" + NUMBERS[which] + " made=" + made.number);
        }
        return made.make;
    }

    private static int which(int number) {
        for (int i = 0; i < NUMBERS.length; i++) {
            if (NUMBERS[i] == number) {
                return i;
            }
        }
        throw new AssertionError("a number that nobody asked for: number=" + number);
    }

    /** The same, told one step after the other. */
    public static final class Model {

        private final Set<Integer> used = new TreeSet<>();
        private boolean broken;

        public int get(int which) {
            use(which);
            return 1;
        }

        private void use(int which) {
            if (broken && !used.contains(which)) {
                throw new IllegalStateException("planned");
            }
            used.add(which);
        }

        public void breakDown() {
            broken = true;
        }

        public boolean find(int which) {
            return used.contains(which);
        }

        public boolean isListedOnceUsed(int which) {
            use(which);
            return true;
        }
    }

    @Test
    void everyOrderOfStepsGivesWhatOneThreadWouldGet() {
        Linearizable.inAllOrders(NumberTableLincheckTest.class, Model.class);
    }

    @Test
    void stressGivesWhatOneThreadWouldGet() {
        Linearizable.underStress(NumberTableLincheckTest.class, Model.class);
    }
}
