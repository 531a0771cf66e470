// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.WritableFormat;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvWriterTest {

    @TempDir
    Path folder;

    @Test
    void writesValuesOfAllTypesAndEmptyCellsForMissingOnes() throws IOException {
        Path file = folder.resolve("a.csv");
        try (DatasetWriter writer = WritableFormat.createByName(file)) {
            int text = writer.column("text");
            int number = writer.column("number");
            int list = writer.column("list");
            writer.text(text, "a \"word\", or two\nlines");
            writer.number(number, 0.5);
            writer.integers(list, new int[] {9, 1, 2}, 1, 2);
            writer.endRow();
            writer.integer(number, Long.MIN_VALUE);
            writer.json(list, "[{\"a\": 1}]");
            writer.endRow();
            writer.flag(text, true);
            writer.endRow();
            writer.finish();
            assertThat(writer.rows()).isEqualTo(3);
        }

        assertThat(file).content().isEqualTo("""
                text,number,list\r
                "a ""word"", or two
                lines",0.5,"[1, 2]"\r
                ,-9223372036854775808,"[{""a"": 1}]"\r
                true,,\r
                """);
    }

    @Test
    void numbersHaveTheSameDigitsInCsvAndJsonOnEveryJdk() throws IOException {
        for (String format : new String[] {"csv", "jsonl"}) {
            Path file = folder.resolve("a." + format);
            try (DatasetWriter writer = WritableFormat.createByName(file)) {
                writer.number(writer.column("a"), Double.parseDouble("2e23"));
                writer.endRow();
                writer.finish();
            }
            assertThat(file).content().contains("2.0E23");
        }
    }

    @Test
    void aTableWithoutRowsHasAHeader() throws IOException {
        Path file = folder.resolve("a.csv");
        try (DatasetWriter writer = WritableFormat.named("csv").create(file)) {
            writer.column("a");
            writer.column("b");
            writer.finish();
        }

        assertThat(file).content().isEqualTo("a,b\r\n");
    }

    @Test
    void aColumnAfterTheFirstRowIsRejected() throws IOException {
        try (DatasetWriter writer = WritableFormat.named("csv").create(folder.resolve("a.csv"))) {
            writer.integer(writer.column("a"), 1);
            writer.endRow();
            int late = writer.column("b");

            assertThatThrownBy(() -> writer.integer(late, 2))
                    .isInstanceOf(DatasetException.class)
                    .hasMessage("column \"b\" first appears in row 2, but the first line of CSV must name all columns:"
                            + " write JSON Lines or Parquet instead");
        }
    }

    @Test
    void withoutFinishThereIsNoFile() throws IOException {
        try (DatasetWriter writer = WritableFormat.named("csv").create(folder.resolve("a.csv"))) {
            writer.integer(writer.column("a"), 1);
            writer.endRow();
        }

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void missingFoldersAndUnknownFormatsAreRejected() {
        Path missing = folder.resolve("missing/a.csv");

        assertThatThrownBy(() -> WritableFormat.named("csv").create(missing)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> WritableFormat.named("xls"))
                .hasMessage("cannot write the format 'xls'; the supported formats are csv, json, jsonl, npy, npz");
    }
}
