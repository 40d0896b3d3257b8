package io.headrace.trace.tape;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Words for what records keep as numbers and objects. For the reader's thread. */
final class Labels {

    private static final int PLACES = 1 << 16;

    private final List<String> devices;
    private final KernelNames kernels = new KernelNames();
    private final @Nullable String[] places = new String[PLACES];

    /** The last kernel's class, which is often the next one's too. */
    private @Nullable Class<?> last;

    private String lastName = "";

    Labels(List<String> devices) {
        this.devices = devices;
    }

    String name(Object name) {
        if (!(name instanceof Class<?> kernel)) {
            return name.toString();
        }
        if (kernel != last) {
            last = kernel;
            lastName = kernels.of(kernel);
        }
        return lastName;
    }

    String device(int number) {
        return devices.get(number);
    }

    String place(int place) {
        String known = places[place];
        if (known == null) {
            known = RecordCode.nameOf(place);
            places[place] = known;
        }
        return known;
    }
}
