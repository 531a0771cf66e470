// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.dataset.DatasetSummary.Bar;
import io.loadharness.dataset.DatasetSummary.ColumnSummary;
import io.loadharness.dataset.DatasetSummary.LengthHistogram;
import io.loadharness.dataset.DatasetSummary.Sizes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetSummaryTest {

    @TempDir
    Path folder;

    @Test
    void summarizesTheSizesOfEachColumnType() throws IOException {
        DatasetSummary summary = summary("""
                {"question": "äh", "ids": [1, 2, 3], "n": 5, "x": -0.5, "ok": true, "none": null}
                {"question": "?", "ids": [4], "n": 7}
                {"question": "why", "ids": [], "n": 6, "x": 2.5}
                """);

        assertThat(summary.format()).isEqualTo("jsonl");
        assertThat(summary.rows()).isEqualTo(3);
        assertThat(summary.columns())
                .containsExactly(
                        new ColumnSummary("question", "text", Optional.of(StandardColumn.INPUT), 0, sizes(1, 3, 3)),
                        new ColumnSummary("ids", "list of integers", Optional.empty(), 0, sizes(0, 1, 3)),
                        new ColumnSummary("n", "integer", Optional.empty(), 0, sizes(5, 6, 7)),
                        new ColumnSummary("x", "number", Optional.empty(), 1, sizes(-0.5, 2.5, 2.5)),
                        new ColumnSummary("ok", "flag", Optional.empty(), 2, Optional.empty()),
                        new ColumnSummary("none", "text", Optional.empty(), 3, Optional.empty()));
    }

    @Test
    void countsLengthsInRangesOfEqualWidth() throws IOException {
        DatasetSummary summary = summary("""
                {"input": "a", "input_len": 3}
                {"input": "b", "input_len": 27}
                {"input": "c", "input_len": 4}
                {"input": "d", "input_len": 12}
                """);

        LengthHistogram lengths = summary.lengths().orElseThrow();

        assertThat(lengths.column()).isEqualTo("input_len");
        assertThat(lengths.bars()).startsWith(new Bar(0, 4, 2), new Bar(5, 9, 0), new Bar(10, 14, 1));
        assertThat(lengths.bars())
                .endsWith(new Bar(20, 24, 0), new Bar(25, 29, 1))
                .hasSize(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.5", "Infinity", "1e300", "-1e300"})
    void equalOrInvalidLengthsHaveNoHistogram(String length) throws IOException {
        assertThat(summary("{\"input_len\": 5.5}\n{\"input_len\": " + length + "}\n")
                        .lengths())
                .isEmpty();
    }

    @Test
    void aPreviewShortensLongValues() throws IOException {
        Dataset dataset = read("{\"a\": \"" + "x".repeat(98) + "\", \"b\": \"" + "\uD83D\uDE00".repeat(80) + "\"}");

        assertThat(dataset.preview(0))
                .containsEntry("a", "\"" + "x".repeat(98) + "\"")
                .containsEntry("b", "\"" + "\uD83D\uDE00".repeat(49) + " …");
    }

    private static Optional<Sizes> sizes(double min, double median, double max) {
        return Optional.of(new Sizes(min, median, max));
    }

    private DatasetSummary summary(String rows) throws IOException {
        return DatasetSummary.of(read(rows));
    }

    private Dataset read(String rows) throws IOException {
        return Dataset.read(Files.writeString(folder.resolve("set.jsonl"), rows));
    }
}
