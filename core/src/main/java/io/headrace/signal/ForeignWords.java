package io.headrace.signal;

import io.headrace.memory.Words;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The words that {@link ForeignStores} looks at, close together. For one thread. */
final class ForeignWords {

    private static final int INITIAL = 64;

    private @Nullable ForeignWord[] words = new ForeignWord[INITIAL];

    /** Where each slot is. Side by side, since to ask thousands of objects for it would take longer than to read the words. */
    private long[] slots = new long[INITIAL];

    /** The value for which nobody was found to wait. */
    private long[] seen = new long[INITIAL];

    private int size;
    private int nextQuestion;

    /** Words to be judged at the next look, whatever their values are. */
    private final ArrayDeque<ForeignWord> unjudged = new ArrayDeque<>();

    int size() {
        return size;
    }

    /** Takes a word in, or has one judged again that is there. */
    void add(ForeignWord word) {
        if (word.place == ForeignWord.NOWHERE) {
            if (size == words.length) {
                words = Arrays.copyOf(words, 2 * size);
                slots = Arrays.copyOf(slots, 2 * size);
                seen = Arrays.copyOf(seen, 2 * size);
            }
            word.place = size;
            slots[size] = word.signal.address;
            words[size++] = word;
        }
        unjudged.add(word);
    }

    /**
     * Looks at each word, and tells who waits for what is there.
     *
     * @param again gets the words that must be judged once more
     */
    void look(Consumer<ForeignWord> again) {
        for (ForeignWord word = unjudged.poll(); word != null; word = unjudged.poll()) {
            judge(word, again);
        }
        for (int i = nextChanged(0); i < size; i = nextChanged(i + 1)) {
            judge(Objects.requireNonNull(words[i]), again);
        }
    }

    /** The first word from a place on whose value is not the one seen last; the number of words if there is none. */
    private int nextChanged(int from) {
        // A read of memory could change the fields, as far as a compiler knows; it cannot change these.
        long[] at = slots;
        long[] last = seen;
        int end = size;
        int i = from;
        while (i < end && value(at[i]) == last[i]) {
            i++;
        }
        return i;
    }

    private static long value(long slot) {
        return Words.getLongVolatile((slot & SlotLayout.ADDRESS_BITS) + SlotLayout.VALUE);
    }

    private void judge(ForeignWord word, Consumer<ForeignWord> again) {
        long value = value(word.signal.address);
        seen[word.place] = value;
        judge(word, value, again);
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
        word.place = ForeignWord.NOWHERE;
        words[last] = null;
        if (moved != null && moved != word) {
            words[place] = moved;
            slots[place] = slots[last];
            seen[place] = seen[last];
            moved.place = place;
        }
    }
}
