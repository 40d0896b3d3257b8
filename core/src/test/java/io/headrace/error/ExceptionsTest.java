package io.headrace.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExceptionsTest {

    static Stream<Function<String, HeadraceException>> fromAMessage() {
        return Stream.of(
                HeadraceException::new,
                OutOfDeviceMemoryException::new,
                ResourcesExhaustedException::new,
                InvalidSignalException::new,
                HeadraceTimeoutException::new,
                UnsupportedFeatureException::new,
                TopologyException::new,
                ConfigurationException::new,
                ClosedException::new,
                NotPresentException::new,
                OperationCancelledException::new);
    }

    static Stream<BiFunction<String, Throwable, HeadraceException>> fromAMessageAndACause() {
        return Stream.of(
                HeadraceException::new,
                OutOfDeviceMemoryException::new,
                ResourcesExhaustedException::new,
                InvalidSignalException::new,
                HeadraceTimeoutException::new,
                UnsupportedFeatureException::new,
                TopologyException::new,
                ConfigurationException::new,
                ClosedException::new,
                NotPresentException::new,
                OperationCancelledException::new);
    }

    @ParameterizedTest
    @MethodSource("fromAMessage")
    void keepsItsMessage(Function<String, HeadraceException> made) {
        assertThat(made.apply("limit=4")).hasMessage("limit=4").hasNoCause();
    }

    @ParameterizedTest
    @MethodSource("fromAMessageAndACause")
    void keepsItsMessageAndItsCause(BiFunction<String, Throwable, HeadraceException> made) {
        IllegalStateException cause = new IllegalStateException();

        assertThat(made.apply("limit=4", cause)).hasMessage("limit=4").cause().isSameAs(cause);
    }

    @Test
    void aGroupKernelExceptionSaysWhichGroupAndItem() {
        GroupKernelException.Place place = new GroupKernelException.Place(1, 2, 3, 14, 25, 36, 4, 5, 6);
        GroupKernelException failure = new GroupKernelException(place, new ArithmeticException());

        assertThat(failure)
                .hasMessage("a kernel failed in group x=1 y=2 z=3 at localX=4 localY=5 localZ=6, item x=14 y=25 z=36:"
                        + " it threw java.lang.ArithmeticException");
        assertThat(failure.thrownHere())
                .isNotSameAs(failure)
                .hasMessage(failure.getMessage())
                .isInstanceOfSatisfying(
                        GroupKernelException.class,
                        copy -> assertThat(new long[] {
                                    copy.groupX(),
                                    copy.groupY(),
                                    copy.groupZ(),
                                    copy.x(),
                                    copy.y(),
                                    copy.z(),
                                    copy.localX(),
                                    copy.localY(),
                                    copy.localZ()
                                })
                                .containsExactly(1, 2, 3, 14, 25, 36, 4, 5, 6));
    }

    @Test
    void aGroupKernelThatFailedBetweenPhasesHasNoItem() {
        GroupKernelException.Place place = new GroupKernelException.Place(1, 0, 0, 16, 0, 0, -1, -1, -1);

        assertThat(new GroupKernelException(place, new ArithmeticException()))
                .hasMessageContaining("in group x=1 y=0 z=0 between phases, group's first item x=16");
    }

    @Test
    void aKernelExceptionSaysWhichItemThrewWhat() {
        ArithmeticException cause = new ArithmeticException("/ by zero");

        KernelException failure = new KernelException(5_000_000_000L, 2, 3, cause);

        assertThat(failure.x()).isEqualTo(5_000_000_000L);
        assertThat(failure.y()).isEqualTo(2);
        assertThat(failure.z()).isEqualTo(3);
        assertThat(failure.getCause()).isSameAs(cause);
        assertThat(failure)
                .hasMessage("a kernel failed at item x=5000000000 y=2 z=3: it threw java.lang.ArithmeticException");
    }

    @Test
    void aKernelExceptionCanBeMadeOfAnExceptionWhoseTextCannotBeHad() {
        RuntimeException cause = new RuntimeException() {
            @Override
            public String getMessage() {
                throw new IllegalStateException();
            }
        };

        assertThat(new KernelException(1, 0, 0, cause).getCause()).isSameAs(cause);
    }

    @Test
    void aDeviceFailureSaysWhatFailedWhereAndWhy() {
        DeviceFailureException failure = new DeviceFailureException("launch", "cuda:1", 2, "OUT_OF_MEMORY", false);

        assertThat(failure.operation()).isEqualTo("launch");
        assertThat(failure.device()).isEqualTo("cuda:1");
        assertThat(failure.code()).isEqualTo(2);
        assertThat(failure.codeName()).isEqualTo("OUT_OF_MEMORY");
        assertThat(failure.sticky()).isFalse();
        assertThat(failure)
                .hasMessage(
                        "a device failed: operation=launch device=cuda:1 code=2 codeName=OUT_OF_MEMORY sticky=false");
    }

    @Test
    void aStickyDeviceFailureSaysWhatToDoAndKeepsItsCause() {
        IllegalStateException cause = new IllegalStateException();

        DeviceFailureException failure =
                new DeviceFailureException("copy", "cuda:0", 700, "ILLEGAL_ADDRESS", true, cause);

        assertThat(failure.sticky()).isTrue();
        assertThat(failure.getCause()).isSameAs(cause);
        assertThat(failure)
                .hasMessageContaining("operation=copy device=cuda:0 code=700 codeName=ILLEGAL_ADDRESS sticky=true; ")
                .hasMessageContaining("use another one or start again");
    }
}
