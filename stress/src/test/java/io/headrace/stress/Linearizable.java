package io.headrace.stress;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;

/** Whether operations of several threads give what one thread would get, told by a model that does the same one after the other. */
public final class Linearizable {

    private Linearizable() {}

    /** Tries orders of the threads' steps one by one. */
    public static void inAllOrders(Class<?> operations, Class<?> model) {
        new ModelCheckingOptions()
                .iterations(Effort.rounds(4, 60))
                .invocationsPerIteration(Effort.rounds(200, 5_000))
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(3)
                .actorsAfter(3)
                .sequentialSpecification(model)
                .check(operations);
    }

    /** Lets the threads run as they will, many times. */
    public static void underStress(Class<?> operations, Class<?> model) {
        new StressOptions()
                .iterations(Effort.rounds(4, 60))
                .invocationsPerIteration(Effort.rounds(1_000, 20_000))
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(3)
                .actorsAfter(3)
                .sequentialSpecification(model)
                .check(operations);
    }
}
