package io.headrace;

import io.headrace.config.Knob;
import io.headrace.config.Settings;
import io.headrace.spi.Driver;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a program asks of the runtime instead of what its environment says. Immutable; two options are equal if they ask the
 * same.
 */
public final class HeadraceOptions {

    private static final HeadraceOptions DEFAULTS = new HeadraceOptions(Map.of(), List.of());

    private final Map<Knob, String> knobs;
    private final List<Driver> drivers;

    private HeadraceOptions(Map<Knob, String> knobs, List<Driver> drivers) {
        this.knobs = Map.copyOf(knobs);
        this.drivers = List.copyOf(drivers);
    }

    /** Everything as the environment says; the drivers that are installed. */
    public static HeadraceOptions defaults() {
        return DEFAULTS;
    }

    /**
     * These options with a knob's value.
     *
     * @throws io.headrace.error.ConfigurationException if the value cannot be used
     */
    public HeadraceOptions with(Knob knob, String value) {
        Settings checked = Settings.defaults().with(knob, value);
        Map<Knob, String> changed = new EnumMap<>(Knob.class);
        changed.putAll(knobs);
        changed.put(knob, checked.text(knob));
        return new HeadraceOptions(changed, drivers);
    }

    /** These options with a knob's value; see {@link #with(Knob, String)}. */
    public HeadraceOptions with(Knob knob, long value) {
        return with(knob, Long.toString(value));
    }

    /** These options with a knob's value; see {@link #with(Knob, String)}. */
    public HeadraceOptions with(Knob knob, boolean value) {
        return with(knob, Boolean.toString(value));
    }

    /** These options with the given drivers in place of those that are installed. */
    public HeadraceOptions drivers(Driver... chosen) {
        return new HeadraceOptions(knobs, List.of(chosen));
    }

    /** The drivers that were named; empty if the installed ones are to be used. */
    List<Driver> drivers() {
        return drivers;
    }

    /** The environment's settings, changed as asked. */
    Settings applyTo(Settings settings) {
        Settings changed = settings;
        for (Map.Entry<Knob, String> knob : knobs.entrySet()) {
            changed = changed.with(knob.getKey(), knob.getValue());
        }
        return changed;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HeadraceOptions that && knobs.equals(that.knobs) && drivers.equals(that.drivers);
    }

    @Override
    public int hashCode() {
        return 31 * knobs.hashCode() + drivers.hashCode();
    }

    @Override
    public String toString() {
        return "HeadraceOptions[knobs=" + new java.util.TreeMap<>(knobs) + " drivers="
                + drivers.stream().map(Driver::name).toList() + "]";
    }
}
