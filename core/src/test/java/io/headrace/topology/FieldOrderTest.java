package io.headrace.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trees whose lines are in any order are written in the order in which the kernel writes them. */
class FieldOrderTest {

    private static final String GPU = """
            cpu_cores_count
            simd_count
            mem_banks_count
            caches_count
            io_links_count
            p2p_links_count
            cpu_core_id_base
            simd_id_base
            max_waves_per_simd
            lds_size_in_kb
            gds_size_in_kb
            num_gws
            wave_front_size
            array_count
            simd_arrays_per_engine
            cu_per_simd_array
            simd_per_cu
            max_slots_scratch_cu
            gfx_target_version
            vendor_id
            device_id
            location_id
            domain
            drm_render_minor
            hive_id
            num_sdma_engines
            num_sdma_xgmi_engines
            num_sdma_queues_per_engine
            num_cp_queues
            max_engine_clk_fcompute
            local_mem_size
            fw_version
            capability
            capability2
            debug_prop
            sdma_fw_version
            unique_id
            num_xcc
            max_engine_clk_ccompute
            """;

    private static final String LINK = """
            type
            version_major
            version_minor
            node_from
            node_to
            weight
            min_latency
            max_latency
            min_bandwidth
            max_bandwidth
            recommended_transfer_size
            recommended_sdma_engine_id_mask
            flags
            """;

    private static final String BANK = """
            heap_type
            size_in_bytes
            flags
            width
            mem_clk_max
            """;

    private static final String CACHE = """
            processor_id_low
            level
            size
            cache_line_size
            cache_lines_per_tag
            association
            latency
            type
            sibling_map
            """;

    @TempDir
    private Path folder;

    private final Map<String, String> expected = new HashMap<>();
    private final FakeTree tree = new FakeTree();

    /** Every field has a value of its own, so that none can stand for another. */
    private void put(String file, String names, Random random) {
        List<String> lines = new ArrayList<>();
        int value = 1;
        for (String name : names.lines().toList()) {
            String text = switch (name) {
                case "node_from", "io_links_count", "p2p_links_count", "mem_banks_count", "caches_count" -> "1";
                case "node_to" -> "2";
                case "sibling_map" -> "1,0,1";
                default -> Integer.toString(100 + value++);
            };
            lines.add(name + " " + text + "\n");
        }
        expected.put(file, String.join("", lines));
        Collections.shuffle(lines, random);
        tree.put(file, String.join("", lines));
    }

    @Test
    void everyFileIsWrittenInTheKernelsOrder() throws IOException {
        Random random = new Random(35);
        tree.put("generation_id", "1\n");
        for (int node = 1; node <= 2; node++) {
            tree.put("nodes/" + node + "/gpu_id", "100" + node + "\n");
        }
        put("nodes/1/properties", GPU, random);
        put("nodes/2/properties", GPU, random);
        put("nodes/1/io_links/0/properties", LINK, random);
        put("nodes/1/p2p_links/0/properties", LINK, random);
        put("nodes/1/mem_banks/0/properties", BANK, random);
        put("nodes/1/caches/0/properties", CACHE, random);
        Path written = folder.resolve("tree");
        KfdTopology.write(KfdTopology.read(tree).topology(), written);
        for (Map.Entry<String, String> file : expected.entrySet()) {
            assertThat(Files.readString(written.resolve(file.getKey())))
                    .as(file.getKey())
                    .isEqualTo(file.getValue());
        }
    }
}
