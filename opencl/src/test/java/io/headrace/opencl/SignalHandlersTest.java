package io.headrace.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.kernel.Source;
import io.headrace.spi.NativeBlock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(
        value = OS.LINUX,
        architectures = {"amd64", "aarch64"})
class SignalHandlersTest {

    private static final int SIGURG = 23;
    private static final int ACTION_BYTES = 152;
    private static final int FLAGS = 136;
    private static final int SA_RESETHAND = 0x8000_0000;
    private static final long IGNORED = 1;

    @Test
    void aHandlerForOneSignalIsReplacedByTheOneBefore() {
        try (NativeBlock before = action(SIGURG)) {
            assertThat(SignalHandlers.keep(SignalHandlersTest::setForOneSignal)).isZero();
            assertInPlace(before);
        }
    }

    @Test
    void aHandlerForOneSignalIsReplacedThoughTheCallFails() {
        try (NativeBlock before = action(SIGURG)) {
            assertThatThrownBy(() -> SignalHandlers.keep(() -> {
                        setForOneSignal();
                        throw new IllegalStateException("no device");
                    }))
                    .hasMessage("no device");
            assertInPlace(before);
        }
    }

    private static int setForOneSignal() {
        try (NativeBlock action = action(SIGURG)) {
            action.setLong(0, IGNORED);
            action.setInt(FLAGS, SA_RESETHAND);
            return set(SIGURG, action);
        }
    }

    private static void assertInPlace(NativeBlock action) {
        try (NativeBlock found = action(SIGURG)) {
            assertThat(found.getLong(0)).isEqualTo(action.getLong(0));
            assertThat(found.getInt(FLAGS) & SA_RESETHAND).isEqualTo(action.getInt(FLAGS) & SA_RESETHAND);
        }
    }

    @Test
    void aHandlerForAllSignalsOfAKindThatAreNoFaultsStays() {
        try (NativeBlock before = action(SIGURG);
                NativeBlock ignoring = action(SIGURG)) {
            ignoring.setLong(0, IGNORED);
            SignalHandlers.keep(() -> set(SIGURG, ignoring));
            try (NativeBlock after = action(SIGURG)) {
                assertThat(after.getLong(0)).isEqualTo(IGNORED);
            } finally {
                set(SIGURG, before);
            }
        }
    }

    @Test
    void aDeviceAndItsCompilerLeaveNoHandlerForOneSignal() {
        try (OpenClRuntime opencl = new OpenClRuntime()) {
            assertThat(signalsWithHandlersForOne()).isEmpty();
            opencl.device()
                    .compile(Source.openclC("kernel void k(global int *x) {}"))
                    .close();
            assertThat(signalsWithHandlersForOne()).isEmpty();
        }
    }

    @Test
    void javaStillThrowsWhenItDividesByZero() {
        try (OpenClRuntime opencl = new OpenClRuntime()) {
            assertThat(opencl.device().id()).isEqualTo("opencl:0");
            assertThatThrownBy(() -> divide(7, 0)).isInstanceOf(ArithmeticException.class);
            assertThatThrownBy(() -> divide(7L, 0)).isInstanceOf(ArithmeticException.class);
        }
    }

    private static int divide(int number, int by) {
        return number / by;
    }

    private static long divide(long number, long by) {
        return number / by;
    }

    private static List<Integer> signalsWithHandlersForOne() {
        List<Integer> signals = new ArrayList<>();
        for (int signal = 1; signal < 32; signal++) {
            try (NativeBlock action = action(signal)) {
                if ((action.getInt(FLAGS) & SA_RESETHAND) != 0) {
                    signals.add(signal);
                }
            }
        }
        return signals;
    }

    private static NativeBlock action(int signal) {
        NativeBlock action = new NativeBlock(ACTION_BYTES);
        SignalHandlers.call(signal, 0, action.address());
        return action;
    }

    private static int set(int signal, NativeBlock action) {
        return SignalHandlers.call(signal, action.address(), 0);
    }
}
