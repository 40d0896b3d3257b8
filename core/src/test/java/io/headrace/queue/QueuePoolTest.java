package io.headrace.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.ResourcesExhaustedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueuePoolTest {

    private final List<Integer> created = new ArrayList<>();

    private QueuePool pool(int limit, QueuePolicy policy) {
        return new QueuePool(limit, policy, index -> {
            created.add(index);
            return new RecordingQueue();
        });
    }

    private static QueueSlot bind(QueuePool pool) {
        QueueSlot slot = pool.acquire();
        slot.ensure();
        return slot;
    }

    private static List<Integer> bind(QueuePool pool, int times) {
        return IntStream.range(0, times).mapToObj(i -> bind(pool).index()).toList();
    }

    /** A pool whose queues all exist and have these numbers of users. */
    private QueuePool loaded(int... users) {
        QueuePool pool = pool(users.length, QueuePolicy.BUSY_TRACKING);
        for (QueueSlot slot : pool.slots()) {
            slot.ensure();
            IntStream.range(0, users[slot.index()]).forEach(i -> slot.acquire());
        }
        return pool;
    }

    private static List<Integer> users(QueuePool pool) {
        return pool.slots().stream().map(QueueSlot::users).toList();
    }

    @Test
    void streamsThatStayBoundGoRoundTheQueuesWhichAreCreatedOnFirstNeed() {
        QueuePool pool = pool(4, QueuePolicy.BUSY_TRACKING);
        assertThat(bind(pool, 9)).containsExactly(0, 1, 2, 3, 0, 1, 2, 3, 0);
        assertThat(users(pool)).containsExactly(3, 2, 2, 2);
        assertThat(created).containsExactly(0, 1, 2, 3);
    }

    @Test
    void oneStreamAtATimeNeedsOneQueue() {
        QueuePool pool = pool(4, QueuePolicy.BUSY_TRACKING);
        for (int i = 0; i < 100; i++) {
            QueueSlot slot = bind(pool);
            assertThat(slot.index()).isZero();
            slot.release();
        }
        assertThat(created).containsExactly(0);
    }

    @Test
    void anIdleQueueThatExistsIsTakenBeforeANewOneIsCreated() {
        QueuePool pool = pool(4, QueuePolicy.BUSY_TRACKING);
        QueueSlot first = bind(pool);
        QueueSlot second = bind(pool);
        first.release();
        second.release();
        assertThat(bind(pool).index()).isZero();
        assertThat(bind(pool).index()).isEqualTo(1);
        assertThat(created).containsExactly(0, 1);
    }

    @Test
    void anIdleQueueWithAHighIndexWinsOverANewOneWithALowIndex() {
        QueuePool pool = pool(4, QueuePolicy.BUSY_TRACKING);
        QueueSlot last = pool.slots().get(3);
        last.ensure();
        bind(pool);
        assertThat(last.users()).isEqualTo(1);
        assertThat(created).containsExactly(3);
    }

    @Test
    void aNewQueueWinsOverAUsedOne() {
        QueuePool pool = pool(2, QueuePolicy.BUSY_TRACKING);
        assertThat(bind(pool, 2)).containsExactly(0, 1);
    }

    @Test
    void theQueueWithTheFewestUsersIsTakenWhenAllAreUsed() {
        assertThat(loaded(5, 1, 3, 2).acquire().index()).isEqualTo(1);
        assertThat(loaded(5, 1).acquire().index()).isEqualTo(1);
    }

    @Test
    void theLowestOfSeveralWithTheFewestUsersIsTaken() {
        assertThat(loaded(2, 1, 1, 2).acquire().index()).isEqualTo(1);
        assertThat(loaded(3, 3, 3).acquire().index()).isZero();
    }

    @Test
    void aHundredStreamsAreSpreadEvenlyUnderBothPolicies() {
        for (QueuePolicy policy : QueuePolicy.values()) {
            QueuePool pool = pool(4, policy);
            bind(pool, 100);
            assertThat(users(pool)).containsExactly(25, 25, 25, 25);
        }
    }

    @Test
    void roundRobinTakesTheQueuesInTurnWhateverTheirLoad() {
        QueuePool pool = pool(4, QueuePolicy.ROUND_ROBIN);
        QueueSlot first = bind(pool);
        first.release();
        assertThat(bind(pool, 5)).containsExactly(1, 2, 3, 0, 1);
        assertThat(created).containsExactly(0, 1, 2, 3);
    }

    @Test
    void aChangedPolicyHoldsForTheNextStreamAndMovesNone() {
        QueuePool pool = pool(2, QueuePolicy.ROUND_ROBIN);
        bind(pool, 3);
        pool.policy(QueuePolicy.BUSY_TRACKING);
        assertThat(pool.policy()).isEqualTo(QueuePolicy.BUSY_TRACKING);
        assertThat(users(pool)).containsExactly(2, 1);
        assertThat(bind(pool).index()).isEqualTo(1);
    }

    @Test
    void aCreationThatFailsLeavesCountsAsTheyWereAndTheNextStreamTriesAgain() {
        AtomicInteger tries = new AtomicInteger();
        QueuePool pool = new QueuePool(2, QueuePolicy.BUSY_TRACKING, index -> {
            if (index == 1 && tries.incrementAndGet() == 1) {
                throw new ResourcesExhaustedException("out of doorbells");
            }
            return new RecordingQueue();
        });
        bind(pool);
        QueueSlot second = pool.acquire();
        assertThat(second.index()).isEqualTo(1);
        assertThatThrownBy(second::ensure).hasMessageContaining("queue=1").hasMessageContaining("out of doorbells");
        second.release();
        assertThat(users(pool)).containsExactly(1, 0);
        assertThat(bind(pool).index()).isEqualTo(1);
    }

    @Test
    void aPoolHasRoomForAtLeastOneQueue() {
        assertThatThrownBy(() -> pool(0, QueuePolicy.ROUND_ROBIN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("limit=0");
        assertThat(bind(pool(1, QueuePolicy.BUSY_TRACKING), 3)).containsExactly(0, 0, 0);
    }
}
