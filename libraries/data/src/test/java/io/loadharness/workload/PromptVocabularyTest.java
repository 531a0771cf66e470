// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PromptVocabularyTest {

    @Test
    void allIdsExceptTheExcludedOnesAreEquallyFrequent() {
        PromptVocabulary vocabulary = PromptVocabulary.of(100).without(99, 0, 5, 98, 6, 50, 5);
        long[] seen = new long[100];
        for (int id : filled(vocabulary, 200_000)) {
            seen[id]++;
        }
        double[] expected = IntStream.range(0, 100)
                .mapToDouble(id -> IntStream.of(0, 5, 6, 50, 98, 99).anyMatch(out -> out == id) ? 0 : 200_000.0 / 94)
                .toArray();

        assertThat(IntStream.of(0, 5, 6, 50, 98, 99).mapToLong(out -> seen[out]))
                .containsOnly(0L);
        assertThat(Fit.chiSquare(seen, expected)).isLessThan(1);
    }

    @Test
    void aSingleRemainingIdIsUsed() {
        assertThat(filled(PromptVocabulary.of(4).without(0, 1, 3), 50)).containsOnly(2);
        assertThat(filled(PromptVocabulary.of(1), 50)).containsOnly(0);
    }

    @Test
    void fillsOnlyTheRequestedRange() {
        int[] ids = {-1, -1, -1, -1};
        PromptVocabulary.of(10).fill(ids, 1, 3, new RandomBits(1));

        assertThat(ids[0]).isEqualTo(-1);
        assertThat(ids[3]).isEqualTo(-1);
        assertThat(new int[] {ids[1], ids[2]}).doesNotContain(-1);
    }

    @Test
    void rejectsInvalidIds() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PromptVocabulary.of(0))
                .withMessage("the size of a vocabulary must be at least 1: got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PromptVocabulary.of(10).without(3, 10))
                .withMessage("cannot exclude id 10: the ids of the vocabulary are 0 to 9");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PromptVocabulary.of(2).without(0, 1))
                .withMessage("cannot exclude all 2 ids of the vocabulary");
    }

    private static int[] filled(PromptVocabulary vocabulary, int count) {
        int[] ids = new int[count];
        vocabulary.fill(ids, 0, count, new RandomBits(7));
        return ids;
    }
}
