package io.headrace.signal;

import io.headrace.memory.Words;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The words that {@link ForeignStores} looks at, close together. For one thread. */
final class ForeignWords {

    private static final int INITIAL = 64;

    /** Instead of the address of a word that is not read in place. */
    private static final long ELSEWHERE = 0;

    /**
     * How many words one look reads of those that are slow to read; the others come next time. At a microsecond each, and with a
     * look each millisecond, it is less than 4 percent of a core.
     */
    private static final int SLOW_READS = 32;

    private @Nullable ForeignWord[] words = new ForeignWord[INITIAL];

    /** Where each word is. Side by side, since to ask thousands of objects for it would take longer than to read the words. */
    private long[] addresses = new long[INITIAL];

    /** The value for which nobody was found to wait, where the word is judged. */
    private long[] seen = new long[INITIAL];

    private boolean[] judged = new boolean[INITIAL];
    private int size;
    private int nextQuestion;

    /** How many words are not read in place. */
    private int elsewhere;

    private int nextSlow;

    int size() {
        return size;
    }

    /** Takes a word in, or has one judged again that is there. */
    void add(ForeignWord word) {
        if (word.place == ForeignWord.NOWHERE) {
            if (size == words.length) {
                words = Arrays.copyOf(words, 2 * size);
                addresses = Arrays.copyOf(addresses, 2 * size);
                seen = Arrays.copyOf(seen, 2 * size);
                judged = Arrays.copyOf(judged, 2 * size);
            }
            word.place = size;
            if (word.signal.access == null) {
                addresses[size] = word.signal.address + SlotLayout.VALUE;
            } else {
                addresses[size] = ELSEWHERE;
                elsewhere++;
            }
            words[size++] = word;
        }
        judged[word.place] = false;
    }

    /**
     * Looks at each word, and tells who waits for what is there.
     *
     * @param again gets the words that must be judged once more
     */
    void look(Consumer<ForeignWord> again) {
        for (int i = nextInPlace(0); i < size; i = nextInPlace(i + 1)) {
            consider(i, Words.getLongVolatile(addresses[i]), again);
        }
        if (elsewhere > 0) {
            lookElsewhere(again);
        }
    }

    /** The next word that is read in place and may be of interest, from a place on; the number of words if there is none. */
    private int nextInPlace(int from) {
        // As far as a compiler knows, a read of native memory could change fields; it cannot change these.
        long[] at = addresses;
        long[] last = seen;
        boolean[] known = judged;
        int end = size;
        int i = from;
        while (i < end && (at[i] == ELSEWHERE || known[i] && Words.getLongVolatile(at[i]) == last[i])) {
            i++;
        }
        return i;
    }

    private void lookElsewhere(Consumer<ForeignWord> again) {
        int reads = SLOW_READS;
        int place = nextSlow;
        for (int left = size; left > 0; left--, place++) {
            if (place >= size) {
                place = 0;
            }
            ForeignWord word = words[place];
            if (word != null && addresses[place] == ELSEWHERE) {
                if (word.isSlow() && --reads < 0) {
                    if (reads == -1) {
                        nextSlow = place;
                    }
                } else if (word.read()) {
                    consider(place, word.value(), again);
                }
            }
        }
    }

    private void consider(int place, long value, Consumer<ForeignWord> again) {
        ForeignWord word;
        if ((value != seen[place] || !judged[place]) && (word = words[place]) != null) {
            seen[place] = value;
            judged[place] = true;
            judge(word, value, again);
        }
    }

    private static void judge(ForeignWord word, long value, Consumer<ForeignWord> again) {
        if (word.signal.isAwaited(value)) {
            word.signal.tellForeign();
            // The value may have been another one for as long as the telling took.
            if (word.signal.isAwaited(value)) {
                again.accept(word);
            }
        }
    }

    /** Drops words that nobody waits for any more, after asking so many at most. */
    void dropSome(int questions) {
        for (int i = Math.min(questions, size); i > 0 && size > 0; i--) {
            if (nextQuestion >= size) {
                nextQuestion = 0;
            }
            ForeignWord word = words[nextQuestion];
            if (word == null || word.signal.isWatched()) {
                nextQuestion++;
            } else {
                drop(word);
            }
        }
    }

    private void drop(ForeignWord word) {
        int last = --size;
        ForeignWord moved = words[last];
        int place = word.place;
        if (addresses[place] == ELSEWHERE) {
            elsewhere--;
        }
        word.place = ForeignWord.NOWHERE;
        words[last] = null;
        if (moved != null && moved != word) {
            words[place] = moved;
            addresses[place] = addresses[last];
            seen[place] = seen[last];
            judged[place] = judged[last];
            moved.place = place;
        }
    }
}
