// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.dataset.DatasetException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RandomPromptsTest {

    private static final PromptStyle IDS =
            PromptStyle.tokenIds(PromptVocabulary.of(1000).without(0, 1, 2));

    @Test
    void promptsHaveTheConfiguredLengths() throws DatasetException {
        Rows rows = Rows.of(new RandomPrompts(
                IDS, LengthDistribution.normal(64, 20, 10, 128), LengthDistribution.uniform(5, 9), 2000, 1));

        assertThat(rows.columns()).containsExactly("input_ids", "output_len");
        assertThat(rows.all()).hasSize(2000);
        assertThat(Arrays.stream(rows.integers("output_len")).distinct().sorted())
                .containsExactly(5, 6, 7, 8, 9);
        assertThat(rows.all()).allSatisfy(row -> assertThat((List<?>) row.get("input_ids"))
                .hasSizeBetween(10, 128)
                .allMatch(id -> (long) id >= 3 && (long) id < 1000));
        assertThat(rows.all().stream()
                        .mapToInt(row -> ((List<?>) row.get("input_ids")).size())
                        .average()
                        .orElseThrow())
                .isBetween(62.0, 66.0);
    }

    @Test
    void aLongerDatasetStartsWithTheShorterOne() throws DatasetException {
        LengthDistribution length = LengthDistribution.uniform(1, 50);

        assertThat(Rows.of(new RandomPrompts(IDS, length, length, 30, 1)).all().subList(0, 20))
                .isEqualTo(
                        Rows.of(new RandomPrompts(IDS, length, length, 20, 1)).all());
    }

    @Test
    void promptsDoNotDependOnTheOutputLengths() throws DatasetException {
        LengthDistribution length = LengthDistribution.uniform(1, 50);
        Rows some = Rows.of(new RandomPrompts(IDS, length, LengthDistribution.fixed(1), 20, 1));
        Rows others = Rows.of(new RandomPrompts(IDS, length, LengthDistribution.poisson(9, 1, 99), 20, 1));

        for (int i = 0; i < 20; i++) {
            assertThat(some.ids(i)).isEqualTo(others.ids(i));
        }
    }

    @Test
    void textPromptsConsistOfWords() throws DatasetException {
        Rows rows = Rows.of(new RandomPrompts(
                PromptStyle.text(TextGenerator.commonWords()),
                LengthDistribution.fixed(12),
                LengthDistribution.fixed(3),
                5,
                1));

        assertThat(rows.columns()).containsExactly("input", "output_len");
        assertThat(rows.all()).allSatisfy(row -> assertThat(((String) row.get("input")).split(" "))
                .hasSize(12));
    }

    @Test
    void rejectsInvalidLengths() {
        LengthDistribution one = LengthDistribution.fixed(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RandomPrompts(IDS, LengthDistribution.uniform(0, 4), one, 1, 1))
                .withMessage("inputLength must be at least 1, but can be 0: uniform 0 to 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RandomPrompts(IDS, one, LengthDistribution.normal(50, 12.5, 0, 100), 1, 1))
                .withMessage(
                        "outputLength must be at least 1, but can be 0: normal of mean 50 and stdDev 12.5, 0 to 100");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RandomPrompts(IDS, one, one, 0, 1))
                .withMessage("count must be at least 1: got 0");
    }
}
