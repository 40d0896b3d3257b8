package io.headrace.acc;

import io.headrace.stress.Linearizable;
import java.util.Set;
import java.util.TreeSet;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Numbers are used, looked for and listed by several threads: as if one thread were at work. */
@Param(name = "which", gen = IntGen.class, conf = "0:3")
public class NumberTableLincheckTest {

    /** Two of the first chunk, one that needs a chunk of its own, one of the map; in a table of two chunks of two. */
    private static final int[] NUMBERS = {0, 1, 3, 1 << 30};

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

    private final NumberTable<Made> table = new NumberTable<>(
            number -> {
                int which = which(number);
                return new Made(number, ++makes[which]);
            },
            Made[]::new,
            1,
            2);

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

        public int get(int which) {
            used.add(which);
            return 1;
        }

        public boolean find(int which) {
            return used.contains(which);
        }

        public boolean isListedOnceUsed(int which) {
            return used.add(which) || used.contains(which);
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
