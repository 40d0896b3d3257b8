package io.headrace.error;

/**
 * A group kernel threw an exception; the cause is the exception. {@link #groupX()} and its like say in which group.
 *
 * <p>If an item of a phase threw, {@link #x()} and its like are that item's index in the range, and {@link #localX()} and its
 * like its index in the group. In a phase with a count {@link #localX()} is the number that threw; between phases it is -1.
 * In both of these {@link #x()} and its like are the index of the group's first item.
 */
public class GroupKernelException extends KernelException {

    /**
     * Where a group kernel failed.
     *
     * @param groupX the group's index in the first dimension
     * @param groupY the group's index in the second dimension, 0 if the range has none
     * @param groupZ the group's index in the third dimension, 0 if the range has none
     * @param x the item's index in the first dimension of the range
     * @param y the item's index in the second dimension of the range, 0 if it has none
     * @param z the item's index in the third dimension of the range, 0 if it has none
     * @param localX the item's index in the first dimension of the group, -1 between phases
     * @param localY the item's index in the second dimension of the group, -1 between phases
     * @param localZ the item's index in the third dimension of the group, -1 between phases
     */
    public record Place(
            long groupX, long groupY, long groupZ, long x, long y, long z, int localX, int localY, int localZ) {}

    private final Place place;

    /**
     * The failure of one group.
     *
     * @param place which group, and which item of it
     * @param cause what the kernel threw
     */
    public GroupKernelException(Place place, Throwable cause) {
        super(words(place), place.x(), place.y(), place.z(), cause);
        this.place = place;
    }

    private static String words(Place at) {
        return "a kernel failed in group x=" + at.groupX() + " y=" + at.groupY() + " z=" + at.groupZ()
                + (at.localX() < 0
                        ? " between phases, group's first item"
                        : " at localX=" + at.localX() + " localY=" + at.localY() + " localZ=" + at.localZ() + ", item")
                + " x=" + at.x() + " y=" + at.y() + " z=" + at.z();
    }

    /** The failing group's index in the first dimension. */
    public long groupX() {
        return place.groupX();
    }

    /** The failing group's index in the second dimension; 0 if the range has none. */
    public long groupY() {
        return place.groupY();
    }

    /** The failing group's index in the third dimension; 0 if the range has none. */
    public long groupZ() {
        return place.groupZ();
    }

    /** The index in the group's first dimension at which a phase failed; -1 if the kernel failed between phases. */
    public int localX() {
        return place.localX();
    }

    /** The index in the group's second dimension at which a phase failed; -1 if the kernel failed between phases. */
    public int localY() {
        return place.localY();
    }

    /** The index in the group's third dimension at which a phase failed; -1 if the kernel failed between phases. */
    public int localZ() {
        return place.localZ();
    }

    @Override
    protected HeadraceException copy(Throwable cause) {
        return new GroupKernelException(place, cause);
    }
}
