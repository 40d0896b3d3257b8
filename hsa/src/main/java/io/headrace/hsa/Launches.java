package io.headrace.hsa;

import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.Range;
import io.headrace.spi.Command;

/** Launches of kernels: their arguments in memory, and their packets. For the submitter. */
final class Launches {

    private Launches() {}

    /** How much memory a launch needs for its arguments. */
    static long bytes(Command.NativeLaunch launch) {
        int bytes = ((HsaKernel) launch.kernel()).argumentBytes();
        return bytes == 0 ? 0 : HostRing.size(bytes);
    }

    /**
     * Writes a launch.
     *
     * @param arguments where its arguments go
     * @param completion the signal that is lowered when it has ended; 0: none
     */
    static void write(AqlRing ring, Command.NativeLaunch launch, long arguments, long completion) {
        HsaKernel kernel = (HsaKernel) launch.kernel();
        Range range = launch.range();
        GroupedRange groups = launch.groups();
        int groupX = groups == null ? kernel.groupX(range) : groups.x();
        int groupY = groups == null ? kernel.groupY(range) : groups.y();
        int groupZ = groups == null ? kernel.groupZ(range) : groups.z();
        // Kernels run for whole groups: some are compiled to rely on it.
        int x = whole(range.x(), groupX);
        int y = whole(range.y(), groupY);
        int z = whole(range.z(), groupZ);
        int groupBytes = kernel.groupBytes() + launch.options().sharedMemoryBytes();
        if (arguments != 0) {
            kernel.writeArguments(
                    arguments,
                    launch.arguments(),
                    new LaunchShape(range.dimensions(), x, y, z, groupX, groupY, groupZ, groupBytes),
                    ring.handle());
        }
        ring.dispatch(
                range.dimensions(),
                groupX | (long) groupY << Short.SIZE | (long) groupZ << Integer.SIZE,
                x,
                y,
                z,
                kernel.privateBytes(),
                groupBytes,
                kernel.object(),
                arguments,
                completion);
    }

    private static int whole(long items, int group) {
        return (int) (Math.ceilDiv(items, group) * group);
    }
}
