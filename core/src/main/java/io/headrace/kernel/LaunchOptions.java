package io.headrace.kernel;

/**
 * How a source kernel is launched, beyond its items. Immutable.
 *
 * @param sharedMemoryBytes memory that each group gets beyond what the kernel declares
 * @param clusterX groups of a cluster in the first dimension
 * @param clusterY groups of a cluster in the second dimension
 * @param clusterZ groups of a cluster in the third dimension
 * @param cooperative whether all groups must be resident at the same time, so that they may wait for each other
 */
public record LaunchOptions(int sharedMemoryBytes, int clusterX, int clusterY, int clusterZ, boolean cooperative) {

    private static final LaunchOptions DEFAULTS = new LaunchOptions(0, 1, 1, 1, false);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the bytes are negative or a cluster would be empty
     */
    public LaunchOptions {
        if (sharedMemoryBytes < 0 || clusterX < 1 || clusterY < 1 || clusterZ < 1) {
            throw new IllegalArgumentException(
                    "a launch has 0 or more bytes of shared memory, and clusters of 1 or more groups: sharedMemoryBytes="
                            + sharedMemoryBytes + " cluster=" + clusterX + "x" + clusterY + "x" + clusterZ);
        }
    }

    /** No shared memory beyond what the kernel declares, no clusters, not cooperative. */
    public static LaunchOptions defaults() {
        return DEFAULTS;
    }

    /** These options with memory for each group. */
    public LaunchOptions withSharedMemory(int bytes) {
        return new LaunchOptions(bytes, clusterX, clusterY, clusterZ, cooperative);
    }

    /** These options with groups in clusters of {@code x * y * z}. */
    public LaunchOptions withCluster(int x, int y, int z) {
        return new LaunchOptions(sharedMemoryBytes, x, y, z, cooperative);
    }

    /** These options for groups that wait for each other. */
    public LaunchOptions asCooperative() {
        return new LaunchOptions(sharedMemoryBytes, clusterX, clusterY, clusterZ, true);
    }

    /** Whether groups form clusters. */
    public boolean hasClusters() {
        return clusterX != 1 || clusterY != 1 || clusterZ != 1;
    }
}
