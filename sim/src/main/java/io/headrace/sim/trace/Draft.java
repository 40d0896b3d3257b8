package io.headrace.sim.trace;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** An operation as a file tells it, before the rules of the import. Used for one after the other. */
final class Draft {

    OperationKind kind = OperationKind.OTHER;

    @Nullable
    String id;

    @Nullable
    String name;

    @Nullable
    String device;

    @Nullable
    String stream;

    @Nullable
    String queue;

    @Nullable
    String bytes;

    @Nullable
    String correlation;

    @Nullable
    BigDecimal enqueued;

    @Nullable
    BigDecimal submitted;

    @Nullable
    BigDecimal started;

    @Nullable
    BigDecimal ended;

    @Nullable
    String outcome;
}
