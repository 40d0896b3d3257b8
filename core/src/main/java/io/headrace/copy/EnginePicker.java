package io.headrace.copy;

import io.headrace.error.ResourcesExhaustedException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.topology.EngineClass;
import io.headrace.topology.Engines;
import io.headrace.topology.Recommendation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Gets a queue of an engine that suits a link, or says what there is instead. Safe for use from any thread. */
public final class EnginePicker {

    private final CopyEngines engines;

    /** Picks among the engines of one node. */
    public EnginePicker(CopyEngines engines) {
        this.engines = engines;
    }

    /**
     * Picks the means for a copy that these engines' node drives.
     *
     * @param wanted the engines that suit the link
     * @param mode what to do if none of them has a free queue
     * @param ownCopy whether the device can make the copy by itself
     * @throws ResourcesExhaustedException if the mode is {@link EngineMode#FORCE} and no engine that suits has a
     *     free queue
     * @throws UnsupportedFeatureException if the mode is {@link EngineMode#FORCE} and no engine suits, or none can
     *     be chosen here
     */
    public CopyMeans pick(Recommendation wanted, EngineMode mode, boolean ownCopy) {
        if (wanted.node() != engines.node()) {
            throw new IllegalArgumentException(
                    "the copy is driven by another node: node=" + engines.node() + " driver=" + wanted.node());
        }
        if (wanted.engines() == 0) {
            if (mode == EngineMode.FORCE) {
                throw new UnsupportedFeatureException(
                        "no copy engine suits the link: node=" + engines.node() + ", " + wanted.detail());
            }
            return withoutEngine("no engine: " + wanted.detail(), ownCopy);
        }
        boolean choosable = engines.setup().byEngine() || isOfWholeClasses(wanted.engines());
        if (choosable) {
            EngineQueue queue = suiting(wanted.engines());
            if (queue != null) {
                return new CopyMeans.OnEngine(queue, true, wanted.detail());
            }
        }
        String shortage = choosable
                ? "no free queue on engines=" + ids(wanted.engines())
                : "engines cannot be chosen here, wanted=" + ids(wanted.engines());
        if (mode == EngineMode.FORCE) {
            String message = shortage + " of node=" + engines.node();
            throw choosable
                    ? new ResourcesExhaustedException(message + "; free others are not taken, for mode=FORCE")
                    : new UnsupportedFeatureException(message + "; KFD knows such queues from interface 1.17 on");
        }
        EngineQueue other = ofTheSameClass(wanted.engines());
        return other == null
                ? withoutEngine(shortage + ", nor on others of their class", ownCopy)
                : new CopyMeans.OnEngine(other, (wanted.engines() >>> other.engine() & 1) != 0, shortage);
    }

    /**
     * Picks the means for a leg of a route, which are several if it may be split and that many engines are idle: then each is
     * for one part ({@link CopyParts}). Else the terms are those of {@link #pick(Recommendation, EngineMode, boolean)}.
     */
    public List<CopyMeans> pick(CopyUnit.OnEngines unit, boolean ownCopy) {
        List<CopyMeans> parts = unit.parts() > 1 ? onIdle(unit) : List.of();
        return parts.isEmpty() ? List.of(pick(unit.wanted(), unit.mode(), ownCopy)) : parts;
    }

    /** A queue of each of some engines that are idle; none if there is only one. */
    private List<CopyMeans> onIdle(CopyUnit.OnEngines unit) {
        List<EngineQueue> queues = new ArrayList<>();
        Engines.ids(engines.idleNow() & unit.spread())
                .mapToObj(engine -> engines.tryAllocate(EngineKind.BY_ENGINE, engine))
                .filter(Objects::nonNull)
                .limit(unit.parts())
                .forEach(queues::add);
        if (queues.size() < 2) {
            queues.forEach(engines::free);
            return List.of();
        }
        return queues.stream()
                .<CopyMeans>map(queue -> new CopyMeans.OnEngine(
                        queue,
                        (unit.wanted().engines() >>> queue.engine() & 1) != 0,
                        "one of " + queues.size() + " engines that were idle"))
                .toList();
    }

    private static CopyMeans withoutEngine(String why, boolean ownCopy) {
        return ownCopy ? new CopyMeans.OwnCopy(why) : new CopyMeans.ThroughHost(why);
    }

    private @Nullable EngineQueue suiting(long mask) {
        // Excluded engines count for no class: a mask that names nothing else of one asks for none of it.
        long usable = mask & ~engines.setup().excluded();
        for (EngineClass engineClass : EngineClass.values()) {
            if ((usable & engines.setup().engines().mask(engineClass)) != 0) {
                EngineQueue queue = engines.tryAllocate(engineClass, mask);
                if (queue != null) {
                    return queue;
                }
            }
        }
        return null;
    }

    private @Nullable EngineQueue ofTheSameClass(long mask) {
        for (EngineClass engineClass : EngineClass.values()) {
            if ((mask & engines.setup().engines().mask(engineClass)) != 0) {
                EngineQueue queue = engines.tryAllocate(EngineKind.of(engineClass), 0);
                if (queue != null) {
                    return queue;
                }
            }
        }
        return null;
    }

    /** Whether a mask names, of each class that it names any of, all that can be used. */
    private boolean isOfWholeClasses(long mask) {
        for (EngineClass engineClass : EngineClass.values()) {
            long all = engines.setup().engines().mask(engineClass)
                    & ~engines.setup().excluded();
            if ((mask & all) != 0 && (mask & all) != all) {
                return false;
            }
        }
        return true;
    }

    private static String ids(long mask) {
        return Engines.ids(mask).mapToObj(String::valueOf).collect(Collectors.joining(","));
    }
}
