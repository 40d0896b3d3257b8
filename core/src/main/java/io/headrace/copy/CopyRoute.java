package io.headrace.copy;

import java.util.List;

/**
 * How a copy goes.
 *
 * @param kind which kind of way it is
 * @param legs the steps of the way, one after the other: one, or two if it is staged
 * @param why why this way, in half a sentence
 */
public record CopyRoute(Kind kind, List<CopyLeg> legs, String why) {

    /** The kinds of ways. */
    public enum Kind {
        /** Within one device, or within the host. */
        LOCAL,
        /** From one to the other. */
        DIRECT,
        /** In two legs, through memory of the host. */
        STAGED
    }

    public CopyRoute {
        legs = List.copyOf(legs);
        if (legs.size() != (kind == Kind.STAGED ? 2 : 1)) {
            throw new IllegalArgumentException(
                    "a way has one leg, or two if it is staged: kind=" + kind + " legs=" + legs);
        }
    }

    /** The only leg, or the first one. */
    public CopyLeg leg() {
        return legs.getFirst();
    }
}
