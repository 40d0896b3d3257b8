package io.headrace.topology;

/** What is known of a node, in the kernel's order. Counts of folders are what the kernel says, not what was found. */
public enum NodeField implements Field {
    /** Processor cores of the CPU; 0 on a mere GPU. */
    CPU_CORES_COUNT,
    /** SIMD units of the GPU; 0 on a mere CPU. */
    SIMD_COUNT,
    /** Memory banks. */
    MEM_BANKS_COUNT,
    /** Caches. */
    CACHES_COUNT,
    /** Direct links that start at the node. */
    IO_LINKS_COUNT,
    /** Links to peers that go over other nodes. */
    P2P_LINKS_COUNT,
    /** The id of the first core. */
    CPU_CORE_ID_BASE,
    /** The id of the first SIMD unit. */
    SIMD_ID_BASE,
    /** Waves that a SIMD unit holds at a time. */
    MAX_WAVES_PER_SIMD,
    /** Local memory of a compute unit, in KiB. */
    LDS_SIZE_IN_KB,
    /** Global data share, in KiB. */
    GDS_SIZE_IN_KB,
    /** Global wave synchronisers. */
    NUM_GWS,
    /** Items of a wave. */
    WAVE_FRONT_SIZE,
    /** SIMD arrays. */
    ARRAY_COUNT,
    /** SIMD arrays of a shader engine. */
    SIMD_ARRAYS_PER_ENGINE,
    /** Compute units of a SIMD array. */
    CU_PER_SIMD_ARRAY,
    /** SIMD units of a compute unit. */
    SIMD_PER_CU,
    /** Scratch slots of a compute unit. */
    MAX_SLOTS_SCRATCH_CU,
    /** The instruction set: major x 10,000 + minor x 100 + stepping. */
    GFX_TARGET_VERSION,
    /** The maker's number on the PCI bus. */
    VENDOR_ID,
    /** The product's number on the PCI bus. */
    DEVICE_ID,
    /** Bus, device and function on the PCI bus: {@code bus << 8 | device << 3 | function}. */
    LOCATION_ID,
    /** The PCI domain, which tells devices apart that have the same place on different buses. */
    DOMAIN,
    /** The number in {@code /dev/dri/renderD}. */
    DRM_RENDER_MINOR,
    /** The group of GPUs that reach each other over xGMI; 0 if the node is in none. Unsigned. */
    HIVE_ID,
    /** Copy engines of class {@link EngineClass#PCIE}. */
    NUM_SDMA_ENGINES,
    /** Copy engines of class {@link EngineClass#XGMI}. */
    NUM_SDMA_XGMI_ENGINES,
    /** Queues of each copy engine. */
    NUM_SDMA_QUEUES_PER_ENGINE,
    /** Compute queues. */
    NUM_CP_QUEUES,
    /** The highest clock of the GPU's compute engine, in MHz. */
    MAX_ENGINE_CLK_FCOMPUTE,
    /** The GPU's own memory in bytes; 0 where the memory banks tell it instead. */
    LOCAL_MEM_SIZE,
    /** The version of the compute firmware. */
    FW_VERSION,
    /** What the GPU can do, a bit each. */
    CAPABILITY,
    /** More of what the GPU can do. */
    CAPABILITY2,
    /** What its debugger can do, a bit each. */
    DEBUG_PROP,
    /** The version of the copy engines' firmware. */
    SDMA_FW_VERSION,
    /** The GPU's serial number. Unsigned. */
    UNIQUE_ID,
    /** Compute dies that make the GPU. */
    NUM_XCC,
    /** The highest clock of the CPU's cores, in MHz. */
    MAX_ENGINE_CLK_CCOMPUTE
}
