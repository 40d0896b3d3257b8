package io.headrace.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The map by itself, with addresses where nothing is. */
class PageMapTest {

    private static final long BASE = 0x7F1234567000L;
    private static final long PAGE = 4096;
    private static final long END = 1L << 48;

    private final PageMap<String> map = new PageMap<>(String.class);

    @Test
    void anEmptyMapOwnsNothing() {
        for (long address :
                new long[] {0, 1, BASE, END - 1, END, END + BASE, -1, -BASE, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertThat(map.find(address)).as("%#x", address).isNull();
        }
    }

    @Test
    void everyByteOfAPageIsItsOwnersAndNoneBesideIt() {
        map.add(BASE, 2 * PAGE, "batch");
        assertThat(map.find(BASE)).isEqualTo("batch");
        assertThat(map.find(BASE + 1)).isEqualTo("batch");
        assertThat(map.find(BASE + 2 * PAGE - 1)).isEqualTo("batch");
        assertThat(map.find(BASE - 1)).isNull();
        assertThat(map.find(BASE + 2 * PAGE)).isNull();
    }

    @Test
    void anAddressThatDiffersOnOneLevelOnlyIsNotFound() {
        map.add(BASE, PAGE, "batch");
        for (int bit = 12; bit < 64; bit++) {
            assertThat(map.find(BASE ^ 1L << bit)).as("bit %d", bit).isNull();
        }
        assertThat(map.find(0x55D012345040L)).as("another root").isNull();
    }

    @Test
    void theLowestAndTheHighestPageCanBeOwned() {
        map.add(0, PAGE, "lowest");
        map.add(END - PAGE, PAGE, "highest");
        assertThat(map.find(0)).isEqualTo("lowest");
        assertThat(map.find(END - 1)).isEqualTo("highest");
        assertThat(map.find(END)).isNull();
        assertThat(map.find(-1)).isNull();
    }

    @Test
    void pagesOnBothSidesOfANodesEdgeAreOneOwners() {
        for (long edge : new long[] {0x7F1235000000L, 0x7F1000000000L}) {
            map.add(edge - PAGE, 2 * PAGE, "both");
            assertThat(map.find(edge - 1)).isEqualTo("both");
            assertThat(map.find(edge)).isEqualTo("both");
            map.remove(edge - PAGE, 2 * PAGE, "both");
            assertThat(map.find(edge - 1)).isNull();
            assertThat(map.find(edge)).isNull();
        }
    }

    @Test
    void aPageHasOneOwnerAtATime() {
        map.add(BASE, 2 * PAGE, "first");
        assertThatThrownBy(() -> map.add(BASE - PAGE, 2 * PAGE, "second"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("page=0x7f1234567000")
                .hasMessageContaining("owner=first");
        assertThat(map.find(BASE - PAGE)).as("left as it was").isNull();
        assertThat(map.find(BASE)).isEqualTo("first");

        map.remove(BASE, 2 * PAGE, "first");
        map.add(BASE - PAGE, 2 * PAGE, "second");
        assertThat(map.find(BASE)).isEqualTo("second");
        assertThat(map.find(BASE + PAGE)).isNull();
    }

    @Test
    void onlyTheOwnerOfAllPagesGivesThemUp() {
        map.add(BASE, PAGE, "first");
        assertThatThrownBy(() -> map.remove(BASE, PAGE, "second")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> map.remove(BASE, 2 * PAGE, "first")).isInstanceOf(IllegalStateException.class);
        assertThat(map.find(BASE)).isEqualTo("first");
    }

    @Test
    void whatIsNotWholePagesOfTheAddressSpaceIsRefused() {
        long[][] bad = {
            {BASE + 128, PAGE},
            {BASE, 128},
            {BASE, 0},
            {BASE, -PAGE},
            {-PAGE, PAGE},
            {Long.MIN_VALUE, PAGE},
            {END, PAGE},
            {END - PAGE, 2 * PAGE},
            {BASE, Long.MAX_VALUE & -PAGE}
        };
        for (long[] range : bad) {
            assertThatThrownBy(() -> map.add(range[0], range[1], "bad"))
                    .as("%#x %#x", range[0], range[1])
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aRandomHistoryLeavesWhatAPlainTableHas() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Map<Long, String> model = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            // A few pages around the edges of nodes on each level.
            long page = (random.nextLong(4) << 36) + (random.nextLong(3) << 24) + (random.nextLong(6) << 12);
            if (model.containsKey(page)) {
                map.remove(page, PAGE, model.remove(page));
            } else {
                String owner = "owner " + i;
                map.add(page, PAGE, owner);
                model.put(page, owner);
            }
            long asked = (random.nextLong(4) << 36) + (random.nextLong(3) << 24) + random.nextLong(6 << 12);
            assertThat(map.find(asked)).as("seed=%d step=%d", seed, i).isEqualTo(model.get(asked & -PAGE));
        }
    }
}
