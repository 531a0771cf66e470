// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetReaderTest {

    private static final String TWO_ROWS = "{\"text\": \"a\", \"n\": 1, \"ids\": [1, 2]}\n"
            + "{\"text\": \"b\", \"ids\": [3], \"chat\": [{\"role\": \"user\"}], \"x\": 2.5, \"ok\": true, \"none\": null}";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"rows.jsonl", "rows.json", "rows"})
    void aLineIsARowWhateverTheNameSays(String name) throws IOException {
        Path file = write(name, TWO_ROWS);

        assertThat(linesOf(file))
                .containsExactly(
                        "{\"text\": \"a\", \"n\": 1, \"ids\": [1, 2]}",
                        "{\"text\": \"b\", \"ids\": [3], \"chat\": [{\"role\":\"user\"}], \"x\": 2.5, \"ok\": true}");
    }

    @Test
    void onlyTheChosenColumnsAreConverted() throws IOException {
        Path file = write("rows.jsonl", TWO_ROWS);
        Path to = folder.resolve("converted.jsonl");

        assertThat(new DatasetReader().only(List.of("ids", "n")).convert(file, to))
                .isEqualTo(2);

        assertThat(linesOf(to)).containsExactly("{\"n\": 1, \"ids\": [1, 2]}", "{\"ids\": [3]}");
    }

    @Test
    void aChosenColumnThatIsNotThereIsAnsweredWithTheNearest() throws IOException {
        Path file = write("rows.jsonl", "{\"a\": 1, \"bee\": 2}");
        Path to = folder.resolve("converted.jsonl");

        assertThatThrownBy(() -> new DatasetReader().only(List.of("be")).convert(file, to))
                .isInstanceOf(DatasetException.class)
                .hasMessage("there is no column \"be\"; the nearest is \"bee\", and there are a, bee");
        assertThat(to).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"a\": 1, \"b\": [1, 2]}, {\"a\": 2, \"b\": []}]",
                "{\"a\": [1, 2], \"b\": [[1, 2], []]}",
                "{\"a\": {\"0\": 1, \"1\": 2}, \"b\": {\"0\": [1, 2], \"1\": []}}",
                "{\"a\": {\"17\": 1, \"3\": 2}, \"b\": {\"17\": [1, 2], \"3\": []}}",
                "{\"a\": {\"q1\": 1, \"q2\": 2}, \"b\": {\"q1\": [1, 2], \"q2\": []}}",
                "{\"a\": {\"('x', 0)\": 1, \"('x', 1)\": 2}, \"b\": {\"('x', 0)\": [1, 2], \"('x', 1)\": []}}",
                " \r\n [ {\"b\": [1,2], \"a\": 1}\n,{\"a\":2,\"b\":[]} ]\n"
            })
    void arraysOfRowsAndObjectsOfColumnsAreTheSameSet(String text) throws IOException {
        Dataset set = Dataset.read(write("set.json", text));

        assertThat(set.rows()).isEqualTo(2);
        assertThat(((IntegerColumn) set.column("a")).get(1)).isEqualTo(2);
        assertThat(((IntListColumn) set.column("b")).get(0).remaining()).isEqualTo(2);
        assertThat(((IntListColumn) set.column("b")).length(1)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\": {\"0\": 1}, \"b\": \"x\"}",
                "{\"a\": {\"0\": 1}, \"b\": {\"1\": 2}}",
                "{\"a\": {\"0\": 1}, \"b\": {}}",
                "{\"a\": {\"n\": 1}, \"b\": {\"n\": 2}}",
                "{\"a\": {\"n\": 1, \"m\": 2}, \"b\": {\"m\": 1, \"n\": 2}}",
                "{\"a\": {\"n\": 1, \"m\": 2}, \"b\": {\"n\": 1}}",
                "{\"a\": {\"n\": 1, \"m\": 2}, \"b\": {\"n\": 1, \"m\": 2, \"o\": 3}}",
                "{\"a\": {\"n\": 1, \"m\": \"x\"}, \"b\": {\"n\": 1, \"m\": \"x\"}}",
                "{\"a\": {\"n\": 99999999999999999999, \"m\": 1}, \"b\": {\"n\": 1, \"m\": 2}}",
                "{\"a\": {\"role\": \"user\", \"content\": \"Hi\"}, \"b\": {\"role\": \"assistant\", \"content\": \"Ho\"}}",
                "{\"a\": {\"input\": \"x\", \"output\": \"y\"}, \"b\": {\"input\": \"x\", \"output\": \"y\"}}",
                "{\"a\": {\"n\": 1, \"m\": 2}, \"b\": [1, 2]}",
                "{\"a\": {\"0\": 1, \"1\": 2}, \"b\": {\"0\": 1, \"2\": 1}, \"c\": \"x\"}",
                "{\"a\": {\"n\": 1, \"m\": 2}, \"b\": \"x\"}"
            })
    void objectsThatDoNotLabelTheSameRowsAreValues(String text) throws IOException {
        Dataset set = Dataset.read(write("set.json", text));

        assertThat(set.rows()).isEqualTo(1);
        assertThat(set.columnNames()).startsWith("a", "b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"tools\": [\"a\", {\"b\": [1, {\"c\": 2}]}, 3], \"input\": \"hi\"}",
                "{\"tools\": [1, \"a\"], \"more\": [[[]], 1], \"input\": \"hi\"}",
                "{\"tools\": [99999999999999999999, [1]], \"n\": 1, \"input\": \"hi\"}",
            })
    void aRowMayHaveListsThatAreNoColumns(String text) throws IOException {
        Dataset set = Dataset.read(write("set.json", text));

        assertThat(set.rows()).isEqualTo(1);
        assertThat(set.column("tools").type()).isEqualTo("JSON");
        assertThat(set.column("input").json(0)).isEqualTo("\"hi\"");
    }

    @Test
    void aPackedFileThatIsCutOffIsNamed() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(TWO_ROWS.getBytes(StandardCharsets.UTF_8));
        }
        Path file = Files.write(folder.resolve("set.gz"), Arrays.copyOf(packed.toByteArray(), packed.size() - 9));

        assertThatThrownBy(() -> Dataset.read(file)).hasMessage(file + ": the gzip file is truncated");
    }

    @Test
    void aByteOrderMarkIsNoContent() throws IOException {
        assertThat(linesOf(write("set.json", "\uFEFF[{\"a\": 1}]"))).containsExactly("{\"a\": 1}");
    }

    @Test
    void linesLongerThanWhatIsLookedAtAreStillTold() throws IOException {
        String line = "{\"text\": \"" + "a".repeat(FileStart.LENGTH) + "\"}\n";

        assertThat(Dataset.read(write("set", line + line)).rows()).isEqualTo(2);
    }

    @Test
    void wholeNumbersBecomeNumbersWhenOneHasAFraction() throws IOException {
        Dataset set = Dataset.read(write("set.jsonl", "{\"a\": 1}\n{}\n{\"a\": 0.5}\n{\"a\": NaN}\n{\"a\": 3}"));

        NumberColumn column = (NumberColumn) set.column("a");
        assertThat(column.get(0)).isEqualTo(1);
        assertThat(column.isMissing(1)).isTrue();
        assertThat(column.get(2)).isEqualTo(0.5);
        assertThat(column.get(3)).isNaN();
        assertThat(column.get(4)).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1        | x       | text
            1        | 2.5     | number
            1        | 9223372036854775808 | text
            0.5      | x       | text
            true     | 1       | text
            "[1, 2]" | x       | text
            "[1, 2]" | [       | text
            ''       | 7       | integer
            ''       | "[7]"   | list of integers
            x        | 1       | text
            """)
    void aCellFarBehindDecidesWhatAColumnOfCsvIs(String first, String last, String type) throws IOException {
        Path file = write("set.csv", "a,b\n" + (first + ",0\n").repeat(3000) + last + ",1\n");

        Dataset set = Dataset.read(file);

        assertThat(set.column("a").type()).isEqualTo(type);
        JsonLines held = new JsonLines();
        set.write(held);
        assertThat(held.lines()).hasSize(3001).isEqualTo(linesOf(file));
    }

    @Test
    void emptyListsSayNothingOfWhatAListHolds() throws IOException {
        Dataset set = Dataset.read(
                write("set.jsonl", "{\"a\": []}\n{\"a\": [\"x\"]}\n{\"a\": []}\n{\"a\": [1, 99999999999]}"));

        assertThat(set.column("a").type()).isEqualTo("JSON");
        assertThat(set.column("a").json(0)).isEqualTo("[]");
        assertThat(set.column("a").json(2)).isEqualTo("[]");
        assertThat(set.column("a").json(3)).isEqualTo("[1,99999999999]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"a\": 1} {\"a\": \"x\"}|, row 2: column \"a\" holds a value of type text here, and of type integer in the rows before",
                "{\"a\": [8589934592]} {\"a\": [1]}|, row 2: column \"a\" holds a value of type list of integers here, and of type JSON in the rows before; a list with anything but integers of 32 bits in it is JSON",
                "{\"a\": 1, \"a\": 2}|, row 1: column \"a\" is given twice in one row",
                "{\"columns\": [\"a\"], \"index\": [0], \"data\": [[1]]}|: this is a table as pandas writes it with orient=\"split\"",
                "{\"schema\": {\"fields\": []}, \"data\": []}|: this is a table as pandas writes it with orient=\"table\"",
                "{\"0\": {\"a\": 1}, \"1\": {\"a\": 2}}|: this is a table as pandas writes it with orient=\"index\"",
                "{\"7\": {\"a\": 1, \"b\": 2}, \"9\": {\"a\": 3, \"b\": 4}}|: this is a table as pandas writes it with orient=\"index\"",
                "{\"a\": {\"0\": 1, \"1\": 2}, \"b\": {\"0\": 1}}|: column \"b\" has 1 values, and another has 2",
                "{\"a\": {\"0\": 1}, \"b\": {\"0\": 1, \"1\": 1}}|: column \"b\" has the row \"1\" where another has no more",
                "{\"a\": {\"0\": 1, \"1\": 2}, \"b\": {\"0\": 1, \"2\": 1}}|: column \"b\" has the row \"2\" where another has \"1\"",
                "[{\"a\": 1}, 2]|: line 1, column 12: the rows of a JSON array are objects {…}",
                "[{\"a\": 1}] x|: line 1, column 12: this is not JSON: Unrecognized token 'x'",
                "[{\"a\": 1}|: line 1, column 10: the file ends in the middle of its content",
                "{\"a\": [1, 2], \"b\": [1]}|: column \"b\" has 1 values, and another has 2",
                "{\"a\": [1, \"x\"]}|: row 2: column \"a\" holds a value of type text here, and of type integer",
                "{\"a\": [1, \"x\"], \"b\": [[1], \"y\"]}|: row 2: column \"a\" holds a value of type text here, and of type integer",
                "{\"a\": [1, \"x\", [|: line 1, column 17: the file ends in the middle of its content",
                "{\"a\": 1}{\"a\": 99999999999999999999}|, row 2: 99999999999999999999 is beyond 64 bits",
                "[{\"a\": \"\\ud800\"}]|, row 1: column \"a\": the text holds half of a character at position 0",
                "[{\"a\": 9007199254740993}, {\"a\": 0.5}]|, row 2: the whole number 9007199254740993 stands in a column with fractions",
                "[]|~ has no rows~",
                "{}|~ has no rows~",
                "hello|~ is in no format that can be read here~",
            })
    void whatIsWrongIsToldInOneSentenceWithItsPlace(String text, String said) throws IOException {
        Path file = write("set", text);

        assertThatThrownBy(() -> Dataset.read(file))
                .isInstanceOf(DatasetException.class)
                .hasMessageStartingWith(file + said)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void aFileThatIsNotThereIsNamed() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty"));

        assertThatThrownBy(() -> Dataset.read(folder.resolve("none")))
                .hasMessage("there is no file " + folder.resolve("none"));
        assertThatThrownBy(() -> Dataset.read(folder)).hasMessage(folder + " is a folder, and a data set is a file");
        assertThatThrownBy(() -> Dataset.read(empty)).hasMessage(empty + " is empty");
    }

    @Test
    void aPipeOrADeviceIsNoFile() throws IOException {
        Path device = Path.of("/dev/zero");

        assertThatThrownBy(() -> Dataset.read(device))
                .hasMessage("/dev/zero is a pipe or a device, and a data set is a file: write it into one");
    }

    @Test
    void aPadIdWithoutRowsThatAreFilledUpIsRefused() throws IOException {
        Path file = write("set.csv", "a,b\n1,2\n");

        assertThatThrownBy(() -> new DatasetReader().pad(0).read(file))
                .hasMessage(file + " is csv, a format without a pad id: only the NumPy formats npy and npz have one");
        for (String each : new String[] {"i4.npy", "archive.npz"}) {
            Path array =
                    Files.write(folder.resolve(each), Fixture.of("numpy", each).bytes());
            assertThat(new DatasetReader().pad(0).read(array).rows()).isPositive();
        }
    }

    @Test
    void aNewKeyInEachRowIsRefusedBeforeThereAreTooMany() throws IOException {
        Path file = write(
                "set.jsonl",
                IntStream.rangeClosed(0, 10_000)
                        .mapToObj(row -> "{\"k" + row + "\": 1}\n")
                        .collect(Collectors.joining()));

        assertThatThrownBy(() -> Dataset.read(file))
                .hasMessage(file + ", row 10001: there are more columns than 10000 up to \"k10000\": rows of a data set"
                        + " have the same keys");
    }

    @Test
    void aParquetFileWithoutItsReaderSaysWhatToAdd() throws IOException {
        Path file = write("set.parquet", "PAR1.........");

        assertThatThrownBy(() -> Dataset.read(file))
                .hasMessage(file + " is a Parquet file, which needs the module io.loadharness:harness-duckdb on the"
                        + " class path");
    }

    @Test
    void sqlWithoutWhatAnswersItSaysWhatToAdd() throws IOException {
        Path file = write("set.json", "[{\"a\": 1}]");

        assertThatThrownBy(() -> new DatasetReader().query("select a from data").read(file))
                .hasMessage(file + ": SQL needs the module io.loadharness:harness-duckdb on the class path");
    }

    @Test
    void columnsMayBeChosenByName() throws IOException {
        Path file = write("set.jsonl", "{\"input\": \"no\", \"story\": \"yes\", \"output\": \"end\"}");

        Dataset set = new DatasetReader().column(StandardColumn.INPUT, "story").read(file);

        assertThat(set.nameOf(StandardColumn.INPUT)).contains("story");
        assertThat(set.nameOf(StandardColumn.TARGETS)).contains("output");
        assertThatThrownBy(() -> new DatasetReader()
                        .column(StandardColumn.INPUT, "stroy")
                        .read(file))
                .hasMessage("set.jsonl has no column \"stroy\"; the nearest is \"story\", and there are input, story,"
                        + " output");
        assertThatThrownBy(() -> set.column("inptu")).hasMessageContaining("the nearest is \"input\"");
    }

    @Test
    void progressGoesFromNothingToAll() throws IOException {
        List<Double> shares = new ArrayList<>();

        new DatasetReader().progress(shares::add).read(write("set.jsonl", TWO_ROWS));

        assertThat(shares).isSorted().endsWith(1.0);
    }

    private List<String> linesOf(Path file) throws IOException {
        JsonLines lines = new JsonLines();
        new DatasetReader().stream(file, lines);
        return lines.lines();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
