package io.headrace.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Headrace;
import io.headrace.error.InvalidSignalException;
import io.headrace.memory.Words;
import io.headrace.signal.Signal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Whether the stress of signals finds what it is there to find, in ways of resolving and loading that are broken on purpose. */
class SignalStressTest {

    private static final int BATCHES = 4;
    private static final Duration RUN = Duration.ofMillis(200);
    private static final Duration BOUND = Duration.ofSeconds(40);

    @Test
    void aLoadThatDoesNotLookAtTheSignalsLifeAfterwardsIsCaught() throws InterruptedException {
        assertCaught(new SignalStress.Way() {
            @Override
            long load(Signal signal) {
                return Words.getLongAcquire(signal.handle() + Long.BYTES);
            }
        });
    }

    @Test
    void aLookupThatDoesNotNoticeANewOwnerIsCaught() throws InterruptedException {
        Map<Long, Signal> found = new ConcurrentHashMap<>();
        assertCaught(new SignalStress.Way() {
            @Override
            Signal resolve(long handle) {
                return found.computeIfAbsent(handle, super::resolve);
            }
        });
    }

    @Test
    void aLookupThatFindsNothingIsCaught() throws InterruptedException {
        assertCaught(new SignalStress.Way() {
            @Override
            Signal resolve(long handle) {
                throw new InvalidSignalException("there is none");
            }
        });
    }

    /** Which threads run when is up to chance; so it goes on until it is caught. */
    private static void assertCaught(SignalStress.Way broken) throws InterruptedException {
        long start = System.nanoTime();
        double mismatches = 0;
        try (Headrace headrace = Headrace.open()) {
            while (mismatches == 0 && System.nanoTime() - start < BOUND.toNanos()) {
                Samples samples = new Samples();
                new SignalStress(headrace.device(), BATCHES, broken).run(RUN, samples);
                mismatches = samples.medians().getOrDefault("stress_mismatches", 0.0);
            }
        }
        assertThat(mismatches).isPositive();
    }
}
