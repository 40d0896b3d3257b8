package io.headrace.acc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DefaultNumberTest {

    private final DefaultNumber numbers = new DefaultNumber(99);

    @Test
    void aThreadThatSetNoneHasTheInitialOne() {
        assertThat(numbers.get()).isEqualTo(99);
    }

    @Test
    void aThreadHasWhatItSetLast() {
        numbers.set(3);
        assertThat(numbers.get()).isEqualTo(3);
        numbers.set(-2);
        assertThat(numbers.get()).isEqualTo(-2);
        numbers.set(99);
        assertThat(numbers.get()).isEqualTo(99);
    }

    @Test
    void nobodyInheritsIt() throws InterruptedException {
        numbers.set(3);
        for (Thread.Builder builder : new Thread.Builder[] {Thread.ofPlatform(), Thread.ofVirtual()}) {
            AtomicInteger seen = new AtomicInteger();
            Thread thread = builder.start(() -> {
                seen.set(numbers.get());
                numbers.set(4);
            });
            thread.join();
            assertThat(seen).hasValue(99);
        }
        assertThat(numbers.get()).isEqualTo(3);
    }
}
