package io.headrace.signal;

import org.jspecify.annotations.Nullable;

/**
 * One signal of a wait for several, with all that belongs to it: what is expected of it, and where the caller has it. It stays
 * one object however entries are sorted out, so that none can get another's condition. Also the watch that is registered
 * when the thread parks.
 *
 * <p>It settles once: by a look of the waiting thread, or by what the thread was told.
 */
final class WaitEntry extends SignalWatch {

    private enum News {
        NONE,
        MET,
        CLOSED
    }

    final int index;
    final @Nullable Signal signal;
    private final MultiWait wait;

    private volatile News told = News.NONE;
    private long toldValue;

    /** The waiting thread's own. */
    private News settled = News.NONE;

    private long observed;

    WaitEntry(MultiWait wait, int index, @Nullable Signal signal, Condition condition, long value) {
        super(condition, value);
        this.wait = wait;
        this.index = index;
        this.signal = signal;
    }

    /** Looks at the signal unless the entry is settled; says whether it is settled now. On the waiting thread. */
    boolean settle() {
        if (settled == News.NONE) {
            look();
        }
        return settled != News.NONE;
    }

    boolean isMet() {
        return settled == News.MET;
    }

    /** The value that met the condition; 0 for an entry that is closed. */
    long observed() {
        return observed;
    }

    private void look() {
        News news = told;
        if (news != News.NONE) {
            settle(news, toldValue);
            return;
        }
        Signal looked = signal;
        if (looked == null) {
            settle(News.CLOSED, 0);
            return;
        }
        long value = looked.observe();
        // The look at the signal's life comes after the read of the value, which may be another signal's otherwise.
        if (looked.isClosed()) {
            // A store that met the condition just before the closing told so, and counts.
            settle(told == News.MET ? News.MET : News.CLOSED, toldValue);
        } else if (condition().holds(value, value())) {
            settle(News.MET, value);
        } else {
            return;
        }
        // What settled by a look is not told any more; if it is too late for that, the telling thread counts it.
        if (looked.unwatch(this)) {
            wait.told();
        }
    }

    private void settle(News news, long value) {
        settled = news;
        observed = news == News.MET ? value : 0;
    }

    @Override
    protected void fired(long value) {
        toldValue = value;
        told = News.MET;
        wait.told();
    }

    @Override
    protected void closed() {
        told = News.CLOSED;
        wait.told();
    }
}
