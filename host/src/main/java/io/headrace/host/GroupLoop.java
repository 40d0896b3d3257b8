package io.headrace.host;

import io.headrace.kernel.GroupKernel;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.JavaKernel;
import java.util.Objects;

/** Runs a group kernel over a part of a grid whose items are groups. */
final class GroupLoop extends KernelLoop {

    private final GroupPlace prototype;

    /** Takes a copy of the template that is this loop's alone. */
    GroupLoop(GroupPlace prototype) {
        this.prototype = prototype;
    }

    @Override
    void run(JavaKernel kernel, Grid grid, long from, long to) {
        GroupedRange range = Objects.requireNonNull(grid.groups());
        GroupMemory memory = GroupMemory.ofThisThread();
        try {
            GroupPlace group = prototype.another();
            group.begin(range, memory);
            group.run((GroupKernel) kernel, from, to);
        } finally {
            memory.end();
        }
    }

    /** The class that runs the groups, which is a copy. */
    Class<?> template() {
        return prototype.getClass();
    }
}
