package io.headrace.signal;

import io.headrace.memory.Words;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The words that {@link ForeignStores} looks at, close together. For one thread. */
final class ForeignWords {

    private static final int INITIAL = 64;

    private @Nullable ForeignWord[] words = new ForeignWord[INITIAL];

    /** Where each word is. Side by side, since to ask thousands of objects for it would take longer than to read the words. */
    private long[] addresses = new long[INITIAL];

    /** The value for which nobody was found to wait, where the word is judged. */
    private long[] seen = new long[INITIAL];

    private boolean[] judged = new boolean[INITIAL];
    private int size;
    private int nextQuestion;

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
            addresses[size] = word.signal.address + SlotLayout.VALUE;
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
        for (int i = 0; i < size; i++) {
            long value = Words.getLongVolatile(addresses[i]);
            ForeignWord word;
            if ((value != seen[i] || !judged[i]) && (word = words[i]) != null) {
                seen[i] = value;
                judged[i] = true;
                judge(word, value, again);
            }
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
