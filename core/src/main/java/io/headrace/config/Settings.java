package io.headrace.config;

import io.headrace.error.ConfigurationException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The values of all knobs, and where each came from. Immutable, and so safe to use from any thread.
 *
 * <p>For each knob the first of these that is set counts, and those behind it are not looked at: the system property, the
 * {@code HEADRACE_} environment variable, the variable of OpenMP's offload runtime, the default. A property or
 * {@code HEADRACE_} variable with an unusable value is a {@link ConfigurationException} (set to nothing, it is set); an
 * unusable value of OpenMP's variable, which may have been left for another program, is ignored with a warning; so is a
 * variable of OpenMP's that means nothing here ({@link Alias}). No value is ever clamped. A name that begins like ours and is
 * no knob gets a warning with the nearest real name.
 *
 * <p>Two settings are equal if each knob has the same value in both, wherever it came from.
 */
public final class Settings {

    /** Where a value came from. */
    public enum Source {
        /** A system property. */
        PROPERTY,
        /** A {@code HEADRACE_} environment variable. */
        ENVIRONMENT,
        /** An environment variable of OpenMP's offload runtime. */
        ALIAS,
        /** Nothing was set. */
        DEFAULT,
        /** The program itself, by {@link Settings#with}. */
        CODE
    }

    /**
     * One knob with its value.
     *
     * @param knob the knob
     * @param value its value: numbers without leading zeros, flags as {@code true} or {@code false}
     * @param source where the value came from
     */
    public record Entry(Knob knob, String value, Source source) {

        /** The name that the value came from, for instance {@code HEADRACE_DEVICE}, or {@code default} or {@code code}. */
        public String origin() {
            return switch (source) {
                case PROPERTY -> knob.property();
                case ENVIRONMENT -> knob.variable();
                case ALIAS -> Objects.requireNonNullElse(knob.alias(), knob.variable());
                case DEFAULT -> "default";
                case CODE -> "code";
            };
        }
    }

    private final EnumMap<Knob, String> values;
    private final EnumMap<Knob, Source> sources;
    private final List<String> warnings;

    /** Takes complete maps. */
    Settings(Map<Knob, String> values, Map<Knob, Source> sources, List<String> warnings) {
        this.values = new EnumMap<>(values);
        this.sources = new EnumMap<>(sources);
        this.warnings = List.copyOf(warnings);
    }

    /**
     * Reads this process's system properties and environment, and logs each warning once in the life of the process.
     *
     * @throws ConfigurationException if a value cannot be used; it names each such knob, its value and what is allowed
     */
    public static Settings read() {
        return from(propertiesOfProcess(), System.getenv(), WarnOnce.PROCESS);
    }

    /**
     * Reads the given properties and variables and nothing else.
     *
     * @param properties what takes the place of the system properties
     * @param environment what takes the place of the environment
     * @param warner is given each warning, also before an exception is thrown
     * @throws ConfigurationException if a value cannot be used; it names each such knob, its value and what is allowed
     */
    public static Settings from(
            Map<String, String> properties, Map<String, String> environment, Consumer<String> warner) {
        return new SettingsReader(properties, environment).read(warner);
    }

    /** All knobs at their defaults, whatever the process was given. */
    public static Settings defaults() {
        return from(Map.of(), Map.of(), warning -> {});
    }

    /**
     * The value of a number knob, in the unit that {@link Knob#range()} names.
     *
     * @throws IllegalArgumentException if the knob is no number
     */
    public long number(Knob knob) {
        return Long.parseLong(value(knob, WholeNumber.class, "number"));
    }

    /**
     * The value of a flag knob.
     *
     * @throws IllegalArgumentException if the knob is no flag
     */
    public boolean flag(Knob knob) {
        return Boolean.parseBoolean(value(knob, Flag.class, "flag"));
    }

    /**
     * The numbers of a list knob, ascending and each once; immutable.
     *
     * @throws IllegalArgumentException if the knob is no list
     */
    public List<Integer> numbers(Knob knob) {
        return NumberList.numbers(value(knob, NumberList.class, "list"));
    }

    /** The value of any knob as text; empty where nothing was chosen. */
    public String text(Knob knob) {
        return Objects.requireNonNull(values.get(knob));
    }

    /** Where the knob's value came from. */
    public Source source(Knob knob) {
        return Objects.requireNonNull(sources.get(knob));
    }

    /**
     * These settings with one other value, which the program chose.
     *
     * @throws ConfigurationException if the value cannot be used
     */
    public Settings with(Knob knob, String value) {
        EnumMap<Knob, String> newValues = new EnumMap<>(values);
        EnumMap<Knob, Source> newSources = new EnumMap<>(sources);
        try {
            newValues.put(knob, knob.kind().canonical(value));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(SettingsReader.unusable(knob.name(), value, knob, e), e);
        }
        newSources.put(knob, Source.CODE);
        return new Settings(newValues, newSources, warnings);
    }

    /** All knobs with their values, in the order in which they are declared. */
    public List<Entry> entries() {
        return Stream.of(Knob.values())
                .map(knob -> new Entry(knob, text(knob), source(knob)))
                .toList();
    }

    /** What was warned about when the settings were read: misspelt names, ignored values, variables without effect. */
    public List<String> warnings() {
        return warnings;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Settings that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    /** The knobs and their values. */
    @Override
    public String toString() {
        return "Settings" + values;
    }

    private String value(Knob knob, Class<? extends ValueKind> kind, String word) {
        if (!kind.isInstance(knob.kind())) {
            throw new IllegalArgumentException("knob=" + knob + " is no " + word + "; allowed: " + knob.range());
        }
        return text(knob);
    }

    private static Map<String, String> propertiesOfProcess() {
        Properties properties = System.getProperties();
        return properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, name -> properties.getProperty(name, "")));
    }
}
