package io.headrace.cli.topo;

import io.headrace.cli.text.Table;
import io.headrace.topology.Link;
import io.headrace.topology.LinkField;
import io.headrace.topology.Node;
import io.headrace.topology.Recommendation;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Links and recommended engines as matrices, from the row's node to the column's; for machines of few nodes. */
final class LinkMatrix {

    /** With more nodes the lines would be too long to be read. */
    static final int MOST_NODES = 16;

    private final Machine machine;

    LinkMatrix(Machine machine) {
        this.machine = machine;
    }

    void print(PrintWriter out) {
        out.println("Links, from the row's node to the column's: kind and weight; in brackets if over other nodes");
        matrix(out, LinkMatrix::text);
        out.println();
        out.println("Recommended copy engines, of the GPU that drives the copy");
        matrix(out, this::engines);
        printReasons(out);
    }

    private void matrix(PrintWriter out, Function<Link, String> cell) {
        List<String> headings = new ArrayList<>(List.of(">NODE"));
        machine.nodes().forEach(node -> headings.add(Integer.toString(node.id())));
        Table table = Table.of(headings.toArray(new String[0]));
        for (Node from : machine.nodes()) {
            List<Object> row = new ArrayList<>(List.of(from.id()));
            for (Node to : machine.nodes()) {
                row.add(machine.link(from.id(), to.id()).map(cell).orElse(from.id() == to.id() ? "." : "-"));
            }
            table.row(row.toArray());
        }
        table.print(out);
    }

    private static String text(Link link) {
        String text = link.type() + " "
                + (link.values().get(LinkField.WEIGHT).isPresent()
                        ? link.values().text(LinkField.WEIGHT)
                        : "?");
        return link.direct() ? text : "(" + text + ")";
    }

    private String engines(Link link) {
        return machine.engines().of(link).map(LinkMatrix::engines).orElse("-");
    }

    static String engines(Recommendation recommendation) {
        String ids = Ranges.of(recommendation.ids().boxed().toList());
        return switch (recommendation.reason()) {
            case FILE -> ids;
            case TABLE -> ids + "t";
            case WHOLE_CLASS -> ids + "*";
            case UNKNOWN -> "?";
            case NONE -> "none";
        };
    }

    private void printReasons(PrintWriter out) {
        Map<String, Integer> reasons = new LinkedHashMap<>();
        for (Link link : machine.topology().links()) {
            machine.engines()
                    .of(link)
                    .ifPresent(recommendation ->
                            reasons.merge(sign(recommendation) + recommendation.detail(), 1, Integer::sum));
        }
        reasons.forEach((reason, links) -> out.println("  " + reason + " (links: " + links + ")"));
        if (machine.nodes().stream().anyMatch(from -> machine.nodes().stream().anyMatch(to -> isApart(from, to)))) {
            out.println("  -: no link between these GPUs, so that a copy goes in two steps through the host");
        }
    }

    private boolean isApart(Node from, Node to) {
        return from.id() != to.id()
                && from.hasGpu()
                && to.hasGpu()
                && from.isUsable()
                && to.isUsable()
                && machine.link(from.id(), to.id()).isEmpty();
    }

    private static String sign(Recommendation recommendation) {
        return switch (recommendation.reason()) {
            case FILE -> "no sign: ";
            case TABLE -> "t: ";
            case WHOLE_CLASS -> "*: ";
            case UNKNOWN -> "?: ";
            case NONE -> "none: ";
        };
    }
}
