package io.headrace.sim.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Numbers for things that come again and again, so that a page holds each of them once. */
final class Numbering {

    private Numbering() {}

    /** All different ones, in the order in which they come. */
    static <T> List<T> different(List<T> all) {
        return new ArrayList<>(new LinkedHashSet<>(all));
    }

    /** The place of each in a list that has them all. */
    static <T> int[] of(List<T> all, List<T> different) {
        Map<T, Integer> places = new HashMap<>();
        for (T one : different) {
            places.put(one, places.size());
        }
        return all.stream().mapToInt(places::get).toArray();
    }
}
