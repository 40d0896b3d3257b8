package io.headrace.config;

import io.headrace.config.Settings.Source;
import io.headrace.error.ConfigurationException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads all knobs from properties and variables; used once and then thrown away. */
final class SettingsReader {

    private final Map<String, String> properties;
    private final Map<String, String> environment;
    private final EnumMap<Knob, String> values = new EnumMap<>(Knob.class);
    private final EnumMap<Knob, Source> sources = new EnumMap<>(Knob.class);
    private final List<String> warnings = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();

    SettingsReader(Map<String, String> properties, Map<String, String> environment) {
        this.properties = properties;
        this.environment = environment;
    }

    /** Warns before it throws: a misspelt name may explain the error. */
    Settings read(Consumer<String> warner) {
        warnAboutStrangeNames();
        for (Knob knob : Knob.values()) {
            read(knob);
        }
        tellWhatIsNotApplicable();
        warnings.forEach(warner);
        if (!errors.isEmpty()) {
            throw new ConfigurationException(String.join(System.lineSeparator(), errors));
        }
        return new Settings(values, sources, warnings);
    }

    /** What to say about a value that cannot be used. */
    static String unusable(String name, String value, Knob knob, IllegalArgumentException why) {
        return name + "=\"" + value + "\" cannot be used: " + why.getMessage() + "; allowed: " + knob.range();
    }

    private void read(Knob knob) {
        String property = properties.get(knob.property());
        String variable = environment.get(knob.variable());
        if (property != null) {
            take(knob, knob.property(), property, Source.PROPERTY);
        } else if (variable != null) {
            take(knob, knob.variable(), variable, Source.ENVIRONMENT);
        } else if (!takeAlias(knob, knob.alias())) {
            set(knob, knob.defaultValue(), Source.DEFAULT);
        }
    }

    private void take(Knob knob, String name, String value, Source source) {
        try {
            set(knob, knob.kind().canonical(value), source);
        } catch (IllegalArgumentException e) {
            errors.add(unusable(name, value, knob, e) + "; unset, it is \"" + knob.defaultValue() + "\"");
        }
    }

    /** The variable may be there for an OpenMP program, so a value that we cannot use is no reason to stop. */
    private boolean takeAlias(Knob knob, @Nullable String alias) {
        String value = alias == null ? null : environment.get(alias);
        if (alias == null || value == null) {
            return false;
        }
        try {
            set(knob, knob.kind().canonical(value), Source.ALIAS);
            return true;
        } catch (IllegalArgumentException e) {
            warnings.add(unusable(alias, value, knob, e) + "; ignored, " + knob.variable() + " stays at its default \""
                    + knob.defaultValue() + "\"");
            return false;
        }
    }

    private void set(Knob knob, String value, Source source) {
        values.put(knob, value);
        sources.put(knob, source);
    }

    /** Whatever the value is, it changes nothing: so it is not even looked at. */
    private void tellWhatIsNotApplicable() {
        for (Alias alias : Alias.values()) {
            String value = environment.get(alias.variable());
            if (alias.knob() == null && value != null) {
                warnings.add(alias.notApplicable(value));
            }
        }
    }

    /** In alphabetical order, so that the same mistakes give the same text. */
    private void warnAboutStrangeNames() {
        for (String name : new TreeSet<>(properties.keySet())) {
            if (Spelling.isStrangeProperty(name)) {
                warnings.add("system property " + name + " is no knob and is ignored; the nearest is "
                        + Spelling.nearestProperty(name));
            }
        }
        for (String name : new TreeSet<>(environment.keySet())) {
            if (Spelling.isStrangeVariable(name)) {
                warnings.add("environment variable " + name + " is no knob and is ignored; the nearest is "
                        + Spelling.nearestVariable(name));
            }
        }
    }
}
