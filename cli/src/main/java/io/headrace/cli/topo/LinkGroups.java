package io.headrace.cli.topo;

import io.headrace.cli.text.Table;
import io.headrace.topology.Link;
import io.headrace.topology.LinkField;
import io.headrace.topology.Recommendation;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Links and recommended engines as a table in which links that are alike share a row; for machines of many nodes. */
final class LinkGroups {

    /** What a row says of its links. */
    private record Kind(String link, String bandwidth, String engines, String reason) {}

    private record Row(Kind kind, String from, String to) {}

    /** Links that are alike, by a set of nodes that they have in common. */
    private record Group(Kind kind, Set<Integer> nodes) {}

    private final Machine machine;

    LinkGroups(Machine machine) {
        this.machine = machine;
    }

    void print(PrintWriter out) {
        out.println("Links and recommended copy engines, of the GPU that drives the copy");
        Table table = Table.of("FROM", "TO", "LINK, WEIGHT", ">MB/S", "ENGINES", "REASON");
        for (Row row : rows()) {
            Kind kind = row.kind();
            table.row(row.from(), row.to(), kind.link(), kind.bandwidth(), kind.engines(), kind.reason());
        }
        table.print(out);
    }

    private Set<Row> rows() {
        Map<Integer, Map<Kind, Set<Integer>>> ends = new LinkedHashMap<>();
        for (Link link : machine.topology().links()) {
            ends.computeIfAbsent(link.from(), ignored -> new LinkedHashMap<>())
                    .computeIfAbsent(kind(link), ignored -> new TreeSet<>())
                    .add(link.to());
        }
        Map<Group, Set<Integer>> sameEnds = new LinkedHashMap<>();
        Map<Group, Set<Integer>> circles = new LinkedHashMap<>();
        ends.forEach((from, kinds) -> kinds.forEach((kind, to) -> {
            sameEnds.computeIfAbsent(new Group(kind, to), ignored -> new TreeSet<>())
                    .add(from);
            circles.computeIfAbsent(new Group(kind, with(to, from)), ignored -> new TreeSet<>())
                    .add(from);
        }));
        Set<Row> rows = new LinkedHashSet<>();
        ends.forEach((from, kinds) -> kinds.forEach((kind, to) -> {
            Set<Integer> all = with(to, from);
            rows.add(
                    all.size() > 2 && all.equals(circles.get(new Group(kind, all)))
                            ? new Row(kind, Ranges.of(all), "each other")
                            : new Row(
                                    kind,
                                    Ranges.of(sameEnds.getOrDefault(new Group(kind, to), Set.of())),
                                    Ranges.of(to)));
        }));
        return rows;
    }

    private Kind kind(Link link) {
        String type = link.type() + " " + link.values().text(LinkField.WEIGHT);
        return new Kind(
                link.direct() ? type : "(" + type + ")",
                link.values().text(LinkField.MAX_BANDWIDTH),
                machine.engines().of(link).map(LinkMatrix::engines).orElse("-"),
                machine.engines().of(link).map(Recommendation::detail).orElse("-"));
    }

    private static Set<Integer> with(Set<Integer> some, int more) {
        Set<Integer> all = new TreeSet<>(some);
        all.add(more);
        return all;
    }
}
