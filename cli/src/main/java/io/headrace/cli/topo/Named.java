package io.headrace.cli.topo;

import io.headrace.sim.copy.EngineChoice;
import io.headrace.sim.copy.Pattern;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Finds constants by the names that people write, and tells those if there is no such one. */
final class Named {

    private Named() {}

    /** Finds patterns. */
    static final class Patterns implements ITypeConverter<Pattern> {
        @Override
        public Pattern convert(String text) {
            return one(Pattern.values(), text);
        }
    }

    /** Finds choices of engines. */
    static final class Choices implements ITypeConverter<EngineChoice> {
        @Override
        public EngineChoice convert(String text) {
            return one(EngineChoice.values(), text);
        }
    }

    private static <E extends Enum<E>> E one(E[] all, String text) {
        return Arrays.stream(all)
                .filter(constant -> constant.toString().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + text + "' is none of "
                        + Arrays.stream(all).map(String::valueOf).collect(Collectors.joining(", "))));
    }
}
