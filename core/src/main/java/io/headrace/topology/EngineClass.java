package io.headrace.topology;

/** What a copy engine is made for. */
public enum EngineClass {
    /** Copies between a device and its host; such engines have the lowest ids. */
    PCIE("PCIe"),
    /** Copies between GPUs of a hive; their ids follow. */
    XGMI("xGMI");

    private final String shown;

    EngineClass(String shown) {
        this.shown = shown;
    }

    /** The class as people write it. */
    @Override
    public String toString() {
        return shown;
    }
}
