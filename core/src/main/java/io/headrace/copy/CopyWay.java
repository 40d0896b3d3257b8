package io.headrace.copy;

import io.headrace.topology.Engines;
import java.util.List;

/** All routes from one place to another, as a router has decided on them; the number of bytes is what is left to ask. Immutable. */
public sealed interface CopyWay {

    /**
     * The route for a copy of so many bytes.
     *
     * @param bytes how many, 0 or more
     */
    CopyRoute route(long bytes);

    /** One route whatever the size. */
    record Always(CopyRoute only) implements CopyWay {

        @Override
        public CopyRoute route(long bytes) {
            return only;
        }
    }

    /**
     * From one place straight to another, by engines; small copies in the stream's own queue.
     *
     * @param policy which sizes are small, and which are split
     * @param small the route of small copies
     * @param whole the route of copies that are not split
     */
    record Direct(CopyPolicy policy, CopyRoute small, CopyRoute whole) implements CopyWay {

        static Direct of(CopyPolicy policy, int from, int to, int driver, CopyUnit unit) {
            CopyUnit own = new CopyUnit.OwnQueue("fewer bytes than " + policy.ownQueueBytes());
            return new Direct(
                    policy,
                    new CopyRoute(CopyRoute.Kind.DIRECT, List.of(new CopyLeg(from, to, driver, own)), own.why()),
                    new CopyRoute(CopyRoute.Kind.DIRECT, List.of(new CopyLeg(from, to, driver, unit)), unit.why()));
        }

        @Override
        public CopyRoute route(long bytes) {
            if (bytes < policy.ownQueueBytes()) {
                return small;
            }
            int parts = policy.parts(bytes, engines(whole.leg().unit()));
            return parts == 1 ? whole : split(parts);
        }

        private static int engines(CopyUnit unit) {
            return switch (unit) {
                case CopyUnit.OwnQueue own -> 1;
                case CopyUnit.OnLanes lanes -> lanes.engines().size();
                case CopyUnit.OnEngines engines -> Long.bitCount(engines.spread());
            };
        }

        private CopyRoute split(int parts) {
            CopyLeg leg = whole.leg();
            CopyUnit unit = switch (leg.unit()) {
                case CopyUnit.OwnQueue own -> own;
                case CopyUnit.OnLanes lanes -> new CopyUnit.OnLanes(lanes.engines(), parts, lanes.why());
                case CopyUnit.OnEngines engines ->
                    new CopyUnit.OnEngines(engines.wanted(), engines.mode(), engines.spread(), parts);
            };
            return new CopyRoute(
                    CopyRoute.Kind.DIRECT,
                    List.of(new CopyLeg(leg.from(), leg.to(), leg.driver(), unit)),
                    whole.why() + ", split over at most " + parts + " idle engines");
        }
    }

    /**
     * Through memory of the host.
     *
     * @param toHost the first leg's way
     * @param fromHost the second leg's way
     * @param why why not straight
     */
    record Staged(CopyWay toHost, CopyWay fromHost, String why) implements CopyWay {

        @Override
        public CopyRoute route(long bytes) {
            return new CopyRoute(
                    CopyRoute.Kind.STAGED,
                    List.of(toHost.route(bytes).leg(), fromHost.route(bytes).leg()),
                    why);
        }
    }

    /** Within one device, or the host. */
    static CopyWay local(int place) {
        String why = place == CopyRouter.HOST ? "within the host" : "within the device";
        CopyLeg leg = new CopyLeg(place, place, place, new CopyUnit.OwnQueue(why));
        return new Always(new CopyRoute(CopyRoute.Kind.LOCAL, List.of(leg), why));
    }

    /** Half of some engines, so that the other half is for the other direction; all if they cannot be divided. */
    static long half(long mask, boolean upper) {
        int lower = (Long.bitCount(mask) + 1) / 2;
        long low = Engines.ids(mask).limit(lower).mapToLong(id -> 1L << id).sum();
        long kept = upper ? mask & ~low : low;
        return kept == 0 ? mask : kept;
    }
}
