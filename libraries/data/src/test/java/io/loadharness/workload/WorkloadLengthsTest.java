// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.IntListColumn;
import io.loadharness.dataset.IntegerColumn;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Lengths from separate random streams have the configured distribution in every workload. */
class WorkloadLengthsTest {

    private static final int MANY = 20_000;
    private static final int MIN = 3;
    private static final int MAX = 12;
    private static final LengthDistribution LENGTHS = LengthDistribution.uniform(MIN, MAX);
    private static final PromptStyle IDS = PromptStyle.tokenIds(PromptVocabulary.of(10));

    @Test
    void lengthsOfRandomPromptsAreUniformAndIndependent() throws DatasetException {
        Dataset dataset = Dataset.of("synthetic", new RandomPrompts(IDS, LENGTHS, LENGTHS, MANY, 5));

        assertUniform(MANY, inputs(dataset));
        assertUniform(MANY, column(dataset, "output_len"));
        assertIndependent(MANY, inputs(dataset), column(dataset, "output_len"));
        assertIndependent(MANY - 1, inputs(dataset), row -> inputs(dataset).applyAsInt(row + 1));
    }

    @Test
    void lengthsOfSharedPrefixesAreUniformAndIndependent() throws DatasetException {
        Dataset dataset = Dataset.of(
                "synthetic",
                SharedPrefixes.builder(IDS)
                        .groups(MANY)
                        .promptsPerGroup(1)
                        .systemPromptLength(LENGTHS)
                        .questionLength(LENGTHS)
                        .outputLength(LENGTHS)
                        .seed(6)
                        .build());
        IntUnaryOperator prefixes = column(dataset, "prefix_len");
        IntUnaryOperator questions = row -> inputs(dataset).applyAsInt(row) - prefixes.applyAsInt(row);

        assertUniform(MANY, prefixes);
        assertUniform(MANY, questions);
        assertUniform(MANY, column(dataset, "output_len"));
        assertIndependent(MANY, prefixes, questions);
    }

    @Test
    void lengthsOfConversationsAreUniform() throws DatasetException {
        int conversations = 4000;
        Dataset dataset = Dataset.of(
                "synthetic",
                Conversations.builder(IDS)
                        .conversations(conversations)
                        .turns(LENGTHS)
                        .ownSystemPrompt(LENGTHS)
                        .inputLength(LENGTHS)
                        .outputLength(LENGTHS)
                        .seed(7)
                        .build());
        IntUnaryOperator prefixes = column(dataset, "prefix_len");
        IntUnaryOperator turn = column(dataset, "turn");
        int[] first = IntStream.range(0, dataset.rows())
                .filter(row -> turn.applyAsInt(row) == 0)
                .toArray();

        assertUniform(dataset.rows(), row -> inputs(dataset).applyAsInt(row) - prefixes.applyAsInt(row));
        assertUniform(dataset.rows(), column(dataset, "output_len"));
        assertUniform(conversations, number -> prefixes.applyAsInt(first[number]));
        assertUniform(
                conversations,
                number -> (number + 1 < conversations ? first[number + 1] : dataset.rows()) - first[number]);
    }

    private static IntUnaryOperator inputs(Dataset dataset) {
        return ((IntListColumn) dataset.column("input_ids"))::length;
    }

    private static IntUnaryOperator column(Dataset dataset, String name) {
        IntegerColumn column = (IntegerColumn) dataset.column(name);
        return row -> (int) column.get(row);
    }

    private static void assertUniform(int count, IntUnaryOperator lengths) {
        long[] seen = new long[MAX + 1];
        IntStream.range(0, count).map(lengths).forEach(length -> seen[length]++);
        double[] expected = new double[MAX + 1];
        Arrays.fill(expected, MIN, MAX + 1, (double) count / (MAX + 1 - MIN));

        assertThat(Fit.chiSquare(seen, expected)).isLessThan(1);
    }

    /** Checks that all pairs of lengths are equally frequent. */
    private static void assertIndependent(int count, IntUnaryOperator one, IntUnaryOperator other) {
        int lengths = MAX + 1 - MIN;
        long[] seen = new long[lengths * lengths];
        IntStream.range(0, count)
                .forEach(row -> seen[(one.applyAsInt(row) - MIN) * lengths + other.applyAsInt(row) - MIN]++);
        double[] expected = new double[seen.length];
        Arrays.fill(expected, (double) count / seen.length);

        assertThat(Fit.chiSquare(seen, expected)).isLessThan(1);
    }
}
