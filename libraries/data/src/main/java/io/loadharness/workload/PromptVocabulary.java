// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.inference.Tokenizer;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The token ids that random prompts consist of. Immutable. */
public final class PromptVocabulary {

    private final int size;

    /** At each id that is left out, in order: how many usable ids lie before it. */
    private final int[] usableBefore;

    private PromptVocabulary(int size, int[] usableBefore) {
        this.size = size;
        this.usableBefore = usableBefore;
    }

    /** The ids from 0 to {@code size - 1}. */
    public static PromptVocabulary of(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("a vocabulary must have at least 1 id: " + size);
        }
        return new PromptVocabulary(size, new int[0]);
    }

    /** The ids of a tokenizer but its special tokens. */
    public static PromptVocabulary of(Tokenizer tokenizer) {
        int size = tokenizer.vocabularySize();
        return of(size).without(
                        IntStream.range(0, size).filter(tokenizer::isSpecial).toArray());
    }

    /**
     * The same size without some ids, such as those that begin or end a text. Ids that were left out before come back.
     *
     * @param ids in any order
     */
    public PromptVocabulary without(int... ids) {
        int[] out = Arrays.stream(ids).sorted().distinct().toArray();
        for (int id : out) {
            if (id < 0 || id >= size) {
                throw new IllegalArgumentException(
                        "id " + id + " cannot be left out: the vocabulary has the ids 0 to " + (size - 1));
            }
        }
        if (out.length == size) {
            throw new IllegalArgumentException("every id of the vocabulary is left out");
        }
        for (int i = 0; i < out.length; i++) {
            out[i] -= i;
        }
        return new PromptVocabulary(size, out);
    }

    /** How many ids there are, those included that are left out. */
    public int size() {
        return size;
    }

    /** Fills an array with ids. */
    void fill(int[] ids, int from, int to, RandomBits random) {
        int usable = size - usableBefore.length;
        for (int i = from; i < to; i++) {
            ids[i] = id(random.below(usable));
        }
    }

    private int id(int usable) {
        // The ids that are left out are mostly the last ones.
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
