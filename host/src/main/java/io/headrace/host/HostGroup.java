package io.headrace.host;

import io.headrace.kernel.GroupKernel;
import io.headrace.kernel.Phase1D;
import io.headrace.kernel.Phase2D;
import io.headrace.kernel.Phase3D;

/**
 * The template for group kernels: the loop over groups and the loops of their phases in one class, so that each kernel class
 * has a copy of both ({@link KernelLoops}). A phase's loop then sees the few bodies of one kernel, and not those of all
 * kernels of the program.
 */
final class HostGroup extends GroupPlace {

    /** A copy is made by reflection. */
    HostGroup() {}

    // Not the name of this class: in a copy it still means the template.
    @Override
    GroupPlace another() {
        return new HostGroup();
    }

    @Override
    void run(GroupKernel kernel, long from, long to) {
        for (long index = from; index < to; index++) {
            moveTo(index);
            try {
                kernel.run(this);
            } catch (Throwable t) {
                throw failure(t);
            }
        }
    }

    @Override
    public void forEach(Phase1D body) {
        checkDimensions(1);
        forEach(sizeX(), body);
    }

    @Override
    public void forEach(int count, Phase1D body) {
        beginPhase();
        int x = 0;
        try {
            for (; x < count; x++) {
                body.run(x);
            }
        } catch (Throwable t) {
            failedAt(t, x, 0, 0);
            throw t;
        }
        endPhase();
    }

    @Override
    public void forEach(Phase2D body) {
        checkDimensions(2);
        beginPhase();
        int x = 0;
        int y = 0;
        try {
            for (; y < sizeY(); y++) {
                int end = sizeX();
                for (x = 0; x < end; x++) {
                    body.run(x, y);
                }
            }
        } catch (Throwable t) {
            failedAt(t, x, y, 0);
            throw t;
        }
        endPhase();
    }

    @Override
    public void forEach(Phase3D body) {
        checkDimensions(3);
        beginPhase();
        int x = 0;
        int y = 0;
        int z = 0;
        try {
            for (; z < sizeZ(); z++) {
                for (y = 0; y < sizeY(); y++) {
                    int end = sizeX();
                    for (x = 0; x < end; x++) {
                        body.run(x, y, z);
                    }
                }
            }
        } catch (Throwable t) {
            failedAt(t, x, y, z);
            throw t;
        }
        endPhase();
    }
}
