package io.headrace.copy;

import io.headrace.spi.EngineInfo;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a device has to copy with whose engines have no names: a lane for each.
 *
 * @param id the device's id, 0 or more
 * @param engines the engines that may be used
 * @param reaches ids of the devices whose memory it reads and writes without the host
 * @param suited by the ids of those, the indices of the engines that suit copies to them; nothing where any will do
 */
public record DeviceLanes(int id, List<EngineInfo> engines, Set<Integer> reaches, Map<Integer, List<Integer>> suited) {

    public DeviceLanes {
        if (id < 0) {
            throw new IllegalArgumentException("a device's id is not negative: id=" + id);
        }
        engines = List.copyOf(engines);
        reaches = Set.copyOf(reaches);
        suited = Map.copyOf(suited);
    }

    /** A device whose engines all suit all others. */
    public DeviceLanes(int id, List<EngineInfo> engines, Set<Integer> reaches) {
        this(id, engines, reaches, Map.of());
    }

    /** A device that reaches nothing but the host. */
    public static DeviceLanes alone(int id, List<EngineInfo> engines) {
        return new DeviceLanes(id, engines, Set.of());
    }
}
