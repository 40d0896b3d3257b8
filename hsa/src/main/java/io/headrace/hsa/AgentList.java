package io.headrace.hsa;

import io.headrace.spi.NativeBlock;
import java.util.List;

/** Agents in the form in which ROCr takes several. Lives as long as the process, as the agents do; safe for use from any thread. */
final class AgentList {

    private final NativeBlock handles;
    private final int count;

    AgentList(List<HsaAgent> agents) {
        count = agents.size();
        handles = new NativeBlock((long) count * Long.BYTES);
        for (int i = 0; i < count; i++) {
            handles.setLong((long) i * Long.BYTES, agents.get(i).handle());
        }
    }

    int count() {
        return count;
    }

    /** The address of the handles. */
    long address() {
        return handles.address();
    }

    /** Lets all of them use a block that was allocated from a pool. */
    void allow(HsaContext context, long block) {
        context.check(
                "hsa_amd_agents_allow_access agents=" + count,
                context.api().agentsAllowAccess(count, handles.address(), 0, block));
    }
}
