package io.headrace.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: the version in the jar's manifest, and the Java that runs it. */
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version =
                Objects.requireNonNullElse(Main.class.getPackage().getImplementationVersion(), "(not packaged)");
        return new String[] {"headrace " + version, "Java " + Runtime.version()};
    }
}
