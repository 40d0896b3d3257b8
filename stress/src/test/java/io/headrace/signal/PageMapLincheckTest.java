package io.headrace.signal;

import io.headrace.stress.Linearizable;
import java.util.HashSet;
import java.util.Set;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Pages come and go while others look for their owners: as if one thread were at work. */
@Param(name = "page", gen = IntGen.class, conf = "0:2")
public class PageMapLincheckTest {

    private static final long PAGE = PageMap.PAGE_BYTES;

    /** Two pages of one leaf, and one that needs nodes of its own on every level. */
    private static final long[] ADDRESSES = {0x7F1234567000L, 0x7F1234568000L, 0x2000};

    /** One for each page, so that whoever removes it need not know which was added. */
    private static final String[] OWNERS = {"owner 0", "owner 1", "owner 2"};

    private final PageMap<String> map = new PageMap<>(String.class);

    @Operation
    public boolean add(@Param(name = "page") int page) {
        try {
            map.add(ADDRESSES[page], PAGE, OWNERS[page]);
            return true;
        } catch (IllegalStateException owned) {
            return false;
        }
    }

    @Operation
    public boolean remove(@Param(name = "page") int page) {
        try {
            map.remove(ADDRESSES[page], PAGE, OWNERS[page]);
            return true;
        } catch (IllegalStateException other) {
            return false;
        }
    }

    @Operation
    public boolean find(@Param(name = "page") int page) {
        String owner = map.find(ADDRESSES[page] + 128);
        if (owner != null && !owner.equals(OWNERS[page])) {
            throw new AssertionError("the owner of another page was found: page=" + page + " owner=" + owner);
        }
        return owner != null;
    }

    /** The same, told one step after the other. */
    public static final class Model {

        private final Set<Integer> owned = new HashSet<>();

        public boolean add(int page) {
            return owned.add(page);
        }

        public boolean remove(int page) {
            return owned.remove(page);
        }

        public boolean find(int page) {
            return owned.contains(page);
        }
    }

    @Test
    void everyOrderOfStepsGivesWhatOneThreadWouldGet() {
        Linearizable.inAllOrders(PageMapLincheckTest.class, Model.class);
    }

    @Test
    void stressGivesWhatOneThreadWouldGet() {
        Linearizable.underStress(PageMapLincheckTest.class, Model.class);
    }
}
