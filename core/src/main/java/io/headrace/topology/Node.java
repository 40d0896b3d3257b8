package io.headrace.topology;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A node of a machine: a CPU with its memory, a GPU, or both in one.
 *
 * @param id its number; everything that concerns the node is known by it
 * @param gpuId the kernel's id of the GPU: 0 on a CPU, and on a GPU that the kernel does not drive
 * @param name its name, which may have no letters; empty if unknown
 * @param values all else that is known of it
 * @param memoryBanks its memory banks; empty if it was not told which it has
 * @param caches its caches; empty if it was not told which it has
 */
public record Node(
        int id,
        OptionalLong gpuId,
        Optional<String> name,
        Values<NodeField> values,
        Optional<List<MemoryBank>> memoryBanks,
        Optional<List<Cache>> caches) {

    public Node {
        if (id < 0) {
            throw new IllegalArgumentException("a node's id is not negative: id=" + id);
        }
        if (name.isPresent() && !isName(name.get())) {
            throw new IllegalArgumentException("a node's name is one line without blanks around it: node=" + id);
        }
        memoryBanks = memoryBanks.map(List::copyOf);
        caches = caches.map(List::copyOf);
    }

    /** A node of which only these values are known. */
    public static Node of(int id, Values<NodeField> values) {
        return new Node(id, OptionalLong.empty(), Optional.empty(), values, Optional.empty(), Optional.empty());
    }

    /** Whether a text may be a name. */
    static boolean isName(String text) {
        return text.equals(text.strip()) && text.chars().noneMatch(Character::isISOControl);
    }

    /** What it has. */
    public NodeKind kind() {
        boolean cpu = values.isSet(NodeField.CPU_CORES_COUNT);
        if (values.isSet(NodeField.SIMD_COUNT)) {
            return cpu ? NodeKind.CPU_AND_GPU : NodeKind.GPU;
        }
        return cpu ? NodeKind.CPU : NodeKind.UNKNOWN;
    }

    /** Whether it has a GPU. */
    public boolean hasGpu() {
        return values.isSet(NodeField.SIMD_COUNT);
    }

    /** Why nothing can run on it and no copy begins or ends there; empty if it can be used. */
    public Optional<String> whyUnusable() {
        if (values.isEmpty()) {
            return Optional.of(
                    "hidden: its properties are empty, as the kernel shows nodes that a control group denies");
        }
        if (kind() == NodeKind.UNKNOWN) {
            return Optional.of("neither " + NodeField.CPU_CORES_COUNT.key() + " nor " + NodeField.SIMD_COUNT.key()
                    + " says that there is a processor");
        }
        if (kind() == NodeKind.GPU && gpuId.isPresent() && gpuId.getAsLong() == 0) {
            return Optional.of("gpu_id=0: the kernel does not drive this GPU, or could not reset it");
        }
        return Optional.empty();
    }

    /** Whether it can be used. */
    public boolean isUsable() {
        return whyUnusable().isEmpty();
    }

    /**
     * Its copy engines; empty if it was not told how many of each class it has, or if they were more than a mask
     * can name.
     */
    public Optional<Engines> engines() {
        OptionalInt pcie = values.count(NodeField.NUM_SDMA_ENGINES);
        OptionalInt xgmi = values.count(NodeField.NUM_SDMA_XGMI_ENGINES);
        return pcie.isEmpty() || xgmi.isEmpty() || (long) pcie.getAsInt() + xgmi.getAsInt() > Engines.MOST
                ? Optional.empty()
                : Optional.of(new Engines(pcie.getAsInt(), xgmi.getAsInt()));
    }

    /**
     * Its address on the PCI bus, for instance {@code 0000:03:00.0}; the domain is {@code ????} if it is unknown.
     * Empty if the address is unknown, or 0 as on a CPU.
     */
    public Optional<String> pciAddress() {
        if (!values.isSet(NodeField.LOCATION_ID)) {
            return Optional.empty();
        }
        long location = values.get(NodeField.LOCATION_ID).getAsLong();
        OptionalLong domain = values.get(NodeField.DOMAIN);
        return Optional.of("%s:%02x:%02x.%x"
                .formatted(
                        domain.isEmpty() ? "????" : "%04x".formatted(domain.getAsLong()),
                        location >>> 8 & 0xff,
                        location >>> 3 & 0x1f,
                        location & 7));
    }
}
