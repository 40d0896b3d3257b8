package io.headrace.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WaiterTest {

    private static class Counting extends Waiter {

        volatile boolean over;
        volatile @Nullable Thread registered;
        volatile int looks;
        int registrations;
        int withdrawals;

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // only the waiting thread counts
        protected boolean done() {
            looks++;
            return over;
        }

        @Override
        protected void register(Thread thread) {
            registrations++;
            registered = thread;
        }

        @Override
        protected void unregister() {
            withdrawals++;
        }
    }

    @Test
    void aWaitThatIsOverTakesOneLookAndNoRegistration() throws InterruptedException {
        Counting waiter = new Counting();
        waiter.over = true;
        assertThat(waiter.await(1_000, 0)).isTrue();
        assertThat(waiter.looks).isOne();
        assertThat(waiter.registrations).isZero();
    }

    @Test
    void aWaitOfNoTimeTakesOneLookAndNoRegistration() throws InterruptedException {
        Counting waiter = new Counting();
        assertThat(waiter.await(1_000_000_000, 0)).isFalse();
        assertThat(waiter.looks).isOne();
        assertThat(waiter.registrations).isZero();
    }

    @Test
    void aWaitWithoutSpinningParksAfterOneLookAndOneMoreOnceRegistered() throws InterruptedException {
        Counting waiter = new Counting();
        Crew crew = new Crew();
        Thread thread =
                crew.start(() -> assertThat(waiter.await(0, Long.MAX_VALUE)).isTrue());
        Crew.untilParked(thread);
        assertThat(waiter.looks).isEqualTo(2);
        assertThat(waiter.registered).isSameAs(thread);
        waiter.over = true;
        LockSupport.unpark(thread);
        crew.join();
        assertThat(waiter.withdrawals).isOne();
    }

    @Test
    void aWaitThatEndsWhileItSpinsIsNeverRegistered() throws InterruptedException {
        Counting waiter = new Counting();
        Crew crew = new Crew();
        crew.start(
                () -> assertThat(waiter.await(Long.MAX_VALUE, Long.MAX_VALUE)).isTrue());
        Crew.until(() -> waiter.looks > 1_000);
        waiter.over = true;
        crew.join();
        assertThat(waiter.registrations).isZero();
    }

    @Test
    void aTimeoutShorterThanTheSpinEndsTheSpin() throws InterruptedException {
        Counting waiter = new Counting();
        long start = System.nanoTime();
        assertThat(waiter.await(Long.MAX_VALUE, 5_000_000)).isFalse();
        assertThat(System.nanoTime() - start)
                .isBetween(5_000_000L, Duration.ofSeconds(20).toNanos());
        assertThat(waiter.withdrawals).isEqualTo(waiter.registrations);
    }

    @Test
    void whatHappenedJustBeforeTheRegistrationIsSeenWithoutAWakeUp() throws InterruptedException {
        Counting waiter = new Counting() {
            @Override
            protected void register(Thread thread) {
                over = true;
                super.register(thread);
            }
        };
        long start = System.nanoTime();
        assertThat(waiter.await(0, Crew.BOUND.toNanos())).isTrue();
        assertThat(System.nanoTime() - start).isLessThan(Crew.BOUND.toNanos() / 2);
    }

    @Test
    void theRegistrationIsTakenBackHoweverAWaitEnds() throws InterruptedException {
        Counting timedOut = new Counting();
        assertThat(timedOut.await(0, 1)).isFalse();
        assertThat(timedOut.withdrawals).isOne();

        Counting interrupted = new Counting();
        Crew crew = new Crew();
        Thread thread = crew.start(() -> assertThatThrownBy(() -> interrupted.await(0, Long.MAX_VALUE))
                .isInstanceOf(InterruptedException.class));
        Crew.untilParked(thread);
        thread.interrupt();
        crew.join();
        assertThat(interrupted.withdrawals).isOne();

        Counting broken = new Counting() {
            @Override
            protected boolean done() {
                if (registered != null) {
                    throw new IllegalStateException("what was waited for is gone");
                }
                return false;
            }
        };
        assertThatThrownBy(() -> broken.await(0, Long.MAX_VALUE)).hasMessage("what was waited for is gone");
        assertThat(broken.withdrawals).isOne();
    }

    @Test
    void virtualThreadsThatWaitInNumbersLeaveTheProcessorsToTheOthers() throws InterruptedException {
        int waiting = 400;
        long spin = 20_000_000;
        Crew crew = new Crew();
        Counting[] waiters = new Counting[waiting];
        for (int i = 0; i < waiting; i++) {
            Counting waiter = new Counting();
            waiters[i] = waiter;
            crew.start(
                    Thread.ofVirtual(),
                    () -> assertThat(waiter.await(spin, Long.MAX_VALUE)).isTrue());
        }
        CountDownLatch neighbour = new CountDownLatch(1);
        long start = System.nanoTime();
        crew.start(Thread.ofVirtual(), neighbour::countDown);
        neighbour.await();
        long late = System.nanoTime() - start;
        Crew.until(() -> {
            for (Counting waiter : waiters) {
                if (waiter.registered == null) {
                    return false;
                }
            }
            return true;
        });
        for (Counting waiter : waiters) {
            waiter.over = true;
            LockSupport.unpark(waiter.registered);
        }
        crew.join();
        // If all had spun, one after the other on each processor, the neighbour would have waited for this long.
        long ifAllSpun = waiting * spin / Runtime.getRuntime().availableProcessors();
        assertThat(late).isLessThan(ifAllSpun / 4);
    }

    @Test
    void durationsBecomeNanosecondsWithinTheRangeOfALong() {
        assertThat(Waiter.nanos(Duration.ofSeconds(1, 5))).isEqualTo(1_000_000_005);
        assertThat(Waiter.nanos(Duration.ZERO)).isZero();
        assertThat(Waiter.nanos(Duration.ofNanos(-1))).isZero();
        assertThat(Waiter.nanos(Duration.ofSeconds(Long.MIN_VALUE))).isZero();
        assertThat(Waiter.nanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(Waiter.nanos(Duration.ofNanos(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(Waiter.nanos(Duration.ofDays(365))).isEqualTo(365L * 86_400 * 1_000_000_000);
    }
}
