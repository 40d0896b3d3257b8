package io.headrace.config;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Logs each warning the first time only, however often the settings are read. Safe to use from any thread. */
final class WarnOnce implements Consumer<String> {

    /** The one of this process. */
    static final WarnOnce PROCESS = new WarnOnce(System.getLogger("io.headrace"));

    private final System.Logger logger;
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    WarnOnce(System.Logger logger) {
        this.logger = logger;
    }

    @Override
    public void accept(String warning) {
        if (seen.add(warning)) {
            logger.log(System.Logger.Level.WARNING, warning);
        }
    }
}
