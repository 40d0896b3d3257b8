package io.headrace.acc;

import io.headrace.error.ClosedException;
import io.headrace.stress.Linearizable;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Numbers are used while the table is sealed: before that they are there, after it they are not, as if one thread were at work. */
@Param(name = "which", gen = IntGen.class, conf = "0:2")
@SuppressWarnings("ReferenceEquality") // the very thing that others were given
public class NumberTableCloseLincheckTest {

    private static final int[] NUMBERS = {0, 2, 6};

    private final NumberTable<Object> table = new NumberTable<>(number -> new Object(), Object[]::new, 1, 1, 1);

    /** What somebody was given. */
    private final AtomicReferenceArray<Object> given = new AtomicReferenceArray<>(NUMBERS.length);

    /** Whether the number could be used; each user is given the same. */
    @Operation
    public boolean use(@Param(name = "which") int which) {
        Object mine;
        try {
            mine = table.get(NUMBERS[which]);
        } catch (ClosedException e) {
            return false;
        }
        Object other = given.compareAndExchange(which, null, mine);
        if (other != null && other != mine) {
            throw new AssertionError("a number stands for two things: number=" + NUMBERS[which]);
        }
        return true;
    }

    @Operation
    public boolean isOpen() {
        try {
            table.checkOpen();
            return true;
        } catch (ClosedException e) {
            return false;
        }
    }

    /** Seals the table. Gives whether the list after that has all that anybody was given. */
    @Operation
    public boolean seal() {
        table.seal();
        for (int which = 0; which < NUMBERS.length; which++) {
            Object mine = given.get(which);
            boolean[] listed = {mine == null};
            table.forEach(one -> listed[0] |= one == mine);
            if (!listed[0]) {
                return false;
            }
        }
        return true;
    }

    /** The same, told one step after the other. */
    public static final class Model {

        private boolean sealed;

        public boolean use(int which) {
            return !sealed;
        }

        public boolean isOpen() {
            return !sealed;
        }

        public boolean seal() {
            sealed = true;
            return true;
        }
    }

    @Test
    void everyOrderOfStepsGivesWhatOneThreadWouldGet() {
        Linearizable.inAllOrders(NumberTableCloseLincheckTest.class, Model.class);
    }

    @Test
    void stressGivesWhatOneThreadWouldGet() {
        Linearizable.underStress(NumberTableCloseLincheckTest.class, Model.class);
    }
}
