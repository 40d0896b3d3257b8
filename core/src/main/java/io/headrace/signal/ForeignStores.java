package io.headrace.signal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Finds stores that were not made through this library: by devices, by other processes, by native code. One daemon thread for
 * the process looks at the words of those shared signals that somebody parks, watches or has a handler for. It looks often
 * while a registration is young, then rarely; it starts with the first need, and ends when there has been none for a while.
 *
 * <p>Who registers puts the watch on the signal's list first and queues the word afterwards. A queued word is judged whatever
 * its value is; from then on only a change of the value is of interest, which makes a look at a word a read and a comparison.
 */
class ForeignStores {

    static final ForeignStores INSTANCE = new ForeignStores();

    private static final Logger LOG = System.getLogger("io.headrace.signal");

    /** How long a registration is young. */
    private static final long YOUNG_NANOS = 2_000_000;

    /**
     * The pauses between looks. The system adds to them: 30 to 50 us where a processor that slept has to be woken up, but little to
     * one so short that it ends before the processor sleeps. And its timer slack, where that cannot be changed.
     */
    private static final long SHORT_NANOS = 2_000;

    private static final long LONG_NANOS = 1_000_000;
    private static final long LONGEST_NANOS = 4_000_000;

    /** Pauses grow to this part of the youngest registration's age: who has waited for so long does not notice. */
    private static final int AGE_PER_PAUSE = 512;

    /** How long the thread stays without anything to look at. */
    private static final long LINGER_NANOS = 1_000_000_000;

    /** How many words are asked after each look whether they are still of interest. */
    private static final int QUESTIONS = 8;

    private final ConcurrentLinkedQueue<ForeignWord> queue = new ConcurrentLinkedQueue<>();
    private final ReentrantLock starting = new ReentrantLock();

    /** The thread that looks, once it was started and until it ends. Changed under the lock. */
    private volatile @Nullable Thread thread;

    private volatile boolean resting;
    private volatile boolean leaving;

    /** From here on the watcher's own. */
    private final ForeignWords words = new ForeignWords();

    /** Whether the last look failed: one report is enough for a row of them. */
    private boolean failing;

    private final ThreadFactory threads;

    private ForeignStores() {
        this(Thread.ofPlatform().name("headrace-signal-watch").daemon().factory());
    }

    /** One with threads of somebody else's making, for tests. */
    ForeignStores(ThreadFactory threads) {
        this.threads = threads;
    }

    /**
     * Judges a word soon, and keeps an eye on it while its signal is watched. Returns at once. If it throws, since
     * there is no thread, the word stays queued for the next one.
     */
    void expect(ForeignWord word) {
        if (!word.queued.getAndSet(true)) {
            queue.add(word);
        }
        // Also for a word that is queued: who queued it may be about to find that there is no thread.
        start();
        wake();
    }

    /** Signals were closed: the thread need not linger if there is nothing else to look at. */
    void endIfIdle() {
        if (thread != null) {
            leaving = true;
            wake();
        }
    }

    /** Whether the thread runs. */
    boolean isRunning() {
        return thread != null;
    }

    private void start() {
        if (thread == null) {
            starting.lock();
            try {
                if (thread == null) {
                    Thread made = threads.newThread(this::run);
                    made.start();
                    // Only now, so that nobody relies on a thread that there is not.
                    thread = made;
                }
            } finally {
                starting.unlock();
            }
        }
    }

    private void ended() {
        starting.lock();
        try {
            thread = null;
        } finally {
            starting.unlock();
        }
    }

    /** A thread that makes a short pause comes back by itself. */
    private void wake() {
        if (resting) {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        try {
            watch();
        } catch (RuntimeException | Error broken) {
            // A machine's fault may be told late, anywhere. Others depend on this thread: another one takes its place.
            LOG.log(Level.ERROR, "the watcher for the stores of others was ended; another one begins", broken);
        } finally {
            ended();
            // A word that was queued before the line above has found the thread still there.
            if (!queue.isEmpty() || words.size() > 0) {
                start();
            }
        }
    }

    private void watch() {
        long start = System.nanoTime();
        long lastRegistration = start;
        long lastNeed = start;
        boolean exact = false;
        for (; ; ) {
            boolean hurried = leaving;
            leaving = false;
            if (takeQueued()) {
                lastRegistration = System.nanoTime();
            }
            look(hurried ? Integer.MAX_VALUE : QUESTIONS);
            long now = System.nanoTime();
            if (words.size() > 0) {
                lastNeed = now;
            } else if (hurried || now - lastNeed >= LINGER_NANOS) {
                break;
            }
            if (!exact && now - start >= YOUNG_NANOS) {
                // Not at once: it takes longer than the first registration is young.
                exact = true;
                TimerSlack.least();
            }
            long age = now - lastRegistration;
            pause(words.size() > 0 || age < YOUNG_NANOS ? pauseNanos(age) : LINGER_NANOS);
        }
    }

    /** How long to pause between looks, by the age of the youngest registration. */
    static long pauseNanos(long age) {
        return age < YOUNG_NANOS ? SHORT_NANOS : Math.clamp(age / AGE_PER_PAUSE, LONG_NANOS, LONGEST_NANOS);
    }

    private void pause(long nanos) {
        if (nanos == SHORT_NANOS) {
            LockSupport.parkNanos(this, nanos);
            return;
        }
        resting = true;
        if (queue.isEmpty() && !leaving) {
            LockSupport.parkNanos(this, nanos);
        }
        resting = false;
    }

    private boolean takeQueued() {
        boolean any = false;
        for (ForeignWord word = queue.poll(); word != null; word = queue.poll()) {
            any = true;
            word.queued.set(false);
            words.add(word);
        }
        return any;
    }

    /** Looks at all words once. Whatever it throws ends the thread, and another one takes its place. */
    void look(int questions) {
        try {
            words.look(this::expect);
            words.dropSome(questions);
            failing = false;
        } catch (RuntimeException | Error broken) {
            // Whatever it was, the others who wait depend on this thread.
            if (!failing) {
                failing = true;
                LOG.log(Level.ERROR, "looking for the stores of others failed; goes on: words=" + words.size(), broken);
            }
        }
    }
}
