package io.headrace.cli.bench;

import io.headrace.acc.AsyncQueue;
import io.headrace.acc.AsyncQueues;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * Loops of lookups of async queues by number, of the numbers from 0 on. In the dependent form the queue that was found says
 * which is next, so that a lookup cannot begin before the one before has ended.
 */
final class AsyncLookups {

    private static final VarHandle ELEMENT =
            MethodHandles.arrayElementVarHandle(AsyncQueue[].class).withInvokeExactBehavior();

    private static final int LARGE = 1 << 20;

    private final AsyncQueues acc;
    private final AsyncQueue[] plain;
    private final LockedNumbers locked;
    private final int mask;

    /**
     * @param numbers how many numbers, a power of two
     */
    AsyncLookups(AsyncQueues acc, int numbers) {
        this.acc = acc;
        this.plain = new AsyncQueue[numbers];
        for (int number = 0; number < numbers; number++) {
            plain[number] = acc.queue(number);
            acc.queue(LARGE + number);
        }
        this.locked = new LockedNumbers(List.of(plain));
        this.mask = numbers - 1;
    }

    void dependent(int lookups) {
        int number = 0;
        for (int i = 0; i < lookups; i++) {
            number = acc.queue(number).number() + 1 & mask;
        }
        check(number, lookups & mask);
    }

    /** The dependent form, of numbers from 2^20 on. */
    void largeDependent(int lookups) {
        int number = LARGE;
        for (int i = 0; i < lookups; i++) {
            number = LARGE + (acc.queue(number).number() + 1 & mask);
        }
        check(number, LARGE + (lookups & mask));
    }

    /** Lookups of the calling thread's default queue. */
    void ofNoNumber(int lookups) {
        int sum = 0;
        for (int i = 0; i < lookups; i++) {
            sum += acc.queue(AsyncQueues.NOVAL).number() - AsyncQueues.DEFAULT_QUEUE;
        }
        check(sum, 0);
    }

    void independent(int lookups) {
        int sum = 0;
        for (int i = 0; i < lookups; i++) {
            sum += acc.queue(i & mask).number() - (i & mask);
        }
        check(sum, 0);
    }

    void plainDependent(int lookups) {
        int number = 0;
        for (int i = 0; i < lookups; i++) {
            number = ((AsyncQueue) ELEMENT.getAcquire(plain, number)).number() + 1 & mask;
        }
        check(number, lookups & mask);
    }

    void plainIndependent(int lookups) {
        int sum = 0;
        for (int i = 0; i < lookups; i++) {
            sum += ((AsyncQueue) ELEMENT.getAcquire(plain, i & mask)).number() - (i & mask);
        }
        check(sum, 0);
    }

    void lockedDependent(int lookups) {
        int number = 0;
        for (int i = 0; i < lookups; i++) {
            number = locked.queue(number).number() + 1 & mask;
        }
        check(number, lookups & mask);
    }

    void lockedIndependent(int lookups) {
        int sum = 0;
        for (int i = 0; i < lookups; i++) {
            sum += locked.queue(i & mask).number() - (i & mask);
        }
        check(sum, 0);
    }

    private static void check(int found, int expected) {
        if (found != expected) {
            throw new IllegalStateException("a number gave another's queue: found=" + found + " expected=" + expected);
        }
    }
}
