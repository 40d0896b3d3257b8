package io.headrace.cli.topo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Writes sets of numbers short: {@code 0-2,5}. */
final class Ranges {

    private Ranges() {}

    static String of(Collection<Integer> numbers) {
        List<String> items = new ArrayList<>();
        List<Integer> sorted = List.copyOf(new TreeSet<>(numbers));
        int start = 0;
        for (int i = 1; i <= sorted.size(); i++) {
            if (i == sorted.size() || sorted.get(i) != sorted.get(i - 1) + 1) {
                int first = sorted.get(start);
                int last = sorted.get(i - 1);
                items.add(first == last ? Integer.toString(first) : first + "-" + last);
                start = i;
            }
        }
        return String.join(",", items);
    }
}
