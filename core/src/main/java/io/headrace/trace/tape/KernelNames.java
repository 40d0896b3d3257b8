package io.headrace.trace.tape;

import java.util.HashMap;
import java.util.Map;

/**
 * Names of kernels and calls that are Java: that of their class without its package, {@code Blur} or {@code Filters.Blur}. The class of a
 * lambda has no name that tells anything; it is called after the class it stands in, and numbered there in the order in which they
 * are asked for: {@code Filters.lambda1}. Not safe for use from several threads.
 */
public final class KernelNames {

    /** So many are remembered; programs that make classes without end start again from there. */
    private static final int MOST = 4_096;

    private static final String LAMBDA = "$$Lambda";

    private final Map<Class<?>, String> known = new HashMap<>();
    private final Map<String, Integer> lambdas = new HashMap<>();

    /** The name of a class; the same each time. */
    public String of(Class<?> type) {
        String name = known.get(type);
        if (name == null) {
            if (known.size() == MOST) {
                known.clear();
                lambdas.clear();
            }
            name = make(type.getName());
            known.put(type, name);
        }
        return name;
    }

    private String make(String binary) {
        int lambda = binary.indexOf(LAMBDA);
        if (lambda < 0) {
            return readable(binary);
        }
        String home = readable(binary.substring(0, lambda));
        return home + ".lambda" + lambdas.merge(home, 1, Integer::sum);
    }

    private static String readable(String binary) {
        int hidden = binary.indexOf('/');
        String own = hidden < 0 ? binary : binary.substring(0, hidden);
        return own.substring(own.lastIndexOf('.') + 1).replace('$', '.');
    }
}
