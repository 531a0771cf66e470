// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.inference.Tokenizer;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The token ids that random prompts may contain. Immutable.
 *
 * <pre>{@code
 * PromptVocabulary vocabulary = PromptVocabulary.of(128_256).without(128_000, 128_001);
 * }</pre>
 */
public final class PromptVocabulary {

    private final int size;

    /** The number of usable ids before each excluded id, in ascending order. */
    private final int[] usableBefore;

    private PromptVocabulary(int size, int[] usableBefore) {
        this.size = size;
        this.usableBefore = usableBefore;
    }

    /** Returns the vocabulary of the ids from 0 to {@code size - 1}. */
    public static PromptVocabulary of(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("the size of a vocabulary must be at least 1: got " + size);
        }
        return new PromptVocabulary(size, new int[0]);
    }

    /** Returns the vocabulary of a tokenizer. The special tokens of the tokenizer are excluded. */
    public static PromptVocabulary of(Tokenizer tokenizer) {
        int size = tokenizer.vocabularySize();
        return of(size).without(
                        IntStream.range(0, size).filter(tokenizer::isSpecial).toArray());
    }

    /**
     * Returns a vocabulary of the same size that excludes exactly these ids, such as those that start or end a text. Other ids that this
     * vocabulary excludes are included again.
     *
     * @param ids the ids to exclude, in any order
     * @throws IllegalArgumentException if an id is outside the vocabulary, or no id remains
     */
    public PromptVocabulary without(int... ids) {
        int[] excluded = Arrays.stream(ids).sorted().distinct().toArray();
        for (int id : excluded) {
            if (id < 0 || id >= size) {
                throw new IllegalArgumentException(
                        "cannot exclude id " + id + ": the ids of the vocabulary are 0 to " + (size - 1));
            }
        }
        if (excluded.length == size) {
            throw new IllegalArgumentException("cannot exclude all " + size + " ids of the vocabulary");
        }
        for (int i = 0; i < excluded.length; i++) {
            excluded[i] -= i;
        }
        return new PromptVocabulary(size, excluded);
    }

    /** Returns the number of ids, including the excluded ids. */
    public int size() {
        return size;
    }

    /** Fills a range of an array with random ids. */
    void fill(int[] ids, int from, int to, RandomBits random) {
        int usable = size - usableBefore.length;
        for (int i = from; i < to; i++) {
            ids[i] = id(random.below(usable));
        }
    }

    private int id(int usable) {
        // fast path: most excluded ids are the last ones
        if (usableBefore.length == 0 || usable < usableBefore[0]) {
            return usable;
        }
        int low = 1;
        int high = usableBefore.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (usableBefore[middle] <= usable) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return usable + low;
    }
}
