package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PermittedSkipsTest {

    @Test
    void everySkipNamesATestThatExistsAndAReason() {
        Set<String> tests = new HashSet<>();
        for (Class<?> nested : DriverConformance.class.getDeclaredClasses()) {
            Class<?> contract = nested.getSuperclass();
            Arrays.stream(contract.getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(Test.class))
                    .forEach(method -> tests.add(contract.getSimpleName() + "." + method.getName()));
        }
        assertThat(tests).hasSizeGreaterThan(150);
        assertThat(PermittedSkips.all()).allSatisfy(skip -> {
            assertThat(tests).contains(skip.contract() + "." + skip.test());
            assertThat(skip.driver()).isNotBlank();
            assertThat(skip.reason()).isNotBlank();
        });
    }

    @Test
    void aTestThatIsNotListedHasToPass() {
        assertThat(PermittedSkips.reason("host", "BindingContract", "nineStreamsOnFourQueuesSpread3222"))
                .isEmpty();
    }
}
