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
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetReaderTest {

    private static final String TWO_ROWS = "{\"text\": \"a\", \"n\": 1, \"ids\": [1, 2]}\n"
            + "{\"text\": \"b\", \"ids\": [3], \"chat\": [{\"role\": \"user\"}], \"x\": 2.5, \"ok\": true, \"none\":"
            + " null}";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"rows.jsonl", "rows.json", "rows"})
    void jsonLinesAreDetectedByContent(String name) throws IOException {
        Path file = write(name, TWO_ROWS);

        assertThat(linesOf(file))
                .containsExactly(
                        "{\"text\": \"a\", \"n\": 1, \"ids\": [1, 2]}",
                        "{\"text\": \"b\", \"ids\": [3], \"chat\": [{\"role\":\"user\"}], \"x\": 2.5, \"ok\": true}");
    }

    @Test
    void rowsAreConvertedToAJsonArray() throws IOException {
        Path lines = Files.writeString(folder.resolve("a.jsonl"), """
                {"q": "Wa\\"rum?\\n", "n": 1, "ids": [1, 2]}
                {"q": "é", "x": 0.5, "f": true}
                """);
        Path array = folder.resolve("a.json");

        WrittenDataset written = new DatasetReader().convert(lines, array);

        assertThat(written.rows()).isEqualTo(2);
        assertThat(array).hasContent("""
                [
                {"q":"Wa\\"rum?\\n","n":1,"ids":[1,2]},
                {"q":"é","x":0.5,"f":true}
                ]
                """);
        Path copy = folder.resolve("copy.jsonl");
        assertThat(new DatasetReader().convert(array, copy).rows()).isEqualTo(2);
        assertThat(copy).hasContent("""
                {"q":"Wa\\"rum?\\n","n":1,"ids":[1,2]}
                {"q":"é","x":0.5,"f":true}
                """);
    }

    @Test
    void aFailedConversionLeavesNoJsonArray() throws IOException {
        Path lines = Files.writeString(folder.resolve("a.jsonl"), "{\"q\": 1}\n{\"q\": ");
        Path array = folder.resolve("a.json");

        assertThatThrownBy(() -> new DatasetReader().convert(lines, array)).isInstanceOf(DatasetException.class);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(lines);
        }
    }

    @Test
    void onlyChosenColumnsAreConverted() throws IOException {
        Path file = write("rows.jsonl", TWO_ROWS);
        Path to = folder.resolve("converted.jsonl");

        assertThat(new DatasetReader()
                        .only(List.of("ids", "n"))
                        .convert(file, to)
                        .rows())
                .isEqualTo(2);

        assertThat(linesOf(to)).containsExactly("{\"n\": 1, \"ids\": [1, 2]}", "{\"ids\": [3]}");
    }

    @Test
    void anUnknownChosenColumnIsRejectedWithASuggestion() throws IOException {
        Path file = write("rows.jsonl", "{\"a\": 1, \"bee\": 2}");
        Path to = folder.resolve("converted.jsonl");

        assertThatThrownBy(() -> new DatasetReader().only(List.of("be")).convert(file, to))
                .isInstanceOf(DatasetException.class)
                .hasMessage("unknown column \"be\"; did you mean 'bee'? Allowed: a, bee");
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
    void arraysOfRowsAndObjectsOfColumnsGiveTheSameDataset(String text) throws IOException {
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
                "{\"a\": {\"n\": 1, \"m\": 2}, \"b\": {\"n\": 1, \"n\": 2}}",
                "{\"a\": {\"n\": 1, \"m\": 2}, \"b\": {\"n\": 1}}",
                "{\"a\": {\"n\": 1, \"m\": 2}, \"b\": {\"n\": 1, \"m\": 2, \"o\": 3}}",
                "{\"a\": {\"n\": 99999999999999999999, \"m\": 1}, \"b\": {\"n\": 1, \"m\": 2}}",
                "{\"a\": {\"role\": \"user\", \"content\": \"Hi\"}, \"b\": {\"role\": \"assistant\", \"content\":"
                        + " \"Ho\"}}",
                "{\"a\": {\"n\": 1, \"m\": 2}, \"b\": [1, 2]}",
                "{\"a\": {\"0\": 1, \"1\": 2}, \"b\": {\"0\": 1, \"2\": 1}, \"c\": \"x\"}",
                "{\"a\": {\"n\": 1, \"m\": 2}, \"b\": \"x\"}"
            })
    void objectsWithDifferentRowLabelsAreValuesOfOneRow(String text) throws IOException {
        Dataset set = Dataset.read(write("set.json", text));

        assertThat(set.rows()).isEqualTo(1);
        assertThat(set.columnNames()).startsWith("a", "b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"a\": {\"0\": 1, \"1\": 2}, \"b\": {\"1\": 4, \"0\": 3}}|{\"a\": 1, \"b\": 3} {\"a\": 2, \"b\": 4}",
                "{\"a\": {\"n\": 1, \"m\": 2}, \"b\": {\"m\": 4, \"n\": 3}}|{\"a\": 1, \"b\": 3} {\"a\": 2, \"b\": 4}",
                "{\"a\": {\"0\": 1, \"1\": 2, \"2\": 3}, \"b\": {\"0\": 4, \"2\": 6, \"1\": 5}, \"c\": {\"0\": 7,"
                        + " \"1\": 8, \"2\": 9}}|{\"a\": 1, \"b\": 4, \"c\": 7} {\"a\": 2, \"b\": 5, \"c\": 8} {\"a\": 3,"
                        + " \"b\": 6, \"c\": 9}",
                "{\"1\": {\"a\": 1, \"b\": \"x\"}, \"0\": {\"a\": 2, \"b\": \"y\"}}|{\"a\": 1, \"b\": \"x\"} {\"a\":"
                        + " 2, \"b\": \"y\"}",
                "{\"r\": {\"n\": 1, \"m\": \"x\"}, \"s\": {\"n\": 2, \"m\": \"y\"}}|{\"n\": 1, \"m\": \"x\"} {\"n\":"
                        + " 2, \"m\": \"y\"}",
                "{\"r\": {\"input\": \"x\"}, \"s\": {\"input\": \"y\"}}|{\"input\": \"x\"} {\"input\": \"y\"}",
                "{\"index\": [5, 7], \"columns\": [\"a\", \"b\"], \"data\": [[1, \"x\"], [2, null]]}|{\"a\": 1, \"b\":"
                        + " \"x\"} {\"a\": 2}",
                "{\"columns\": [\"a\"], \"data\": [[[1, 2]], [[3]]], \"index\": [\"x\", 1]}|{\"a\": [1, 2]} {\"a\":"
                        + " [3]}",
                "{\"data\": [[1, \"x\"], [2, null]], \"index\": [5, 7], \"columns\": [\"a\", 1]}|{\"a\": 1, \"1\":"
                        + " \"x\"} {\"a\": 2}",
                "{\"data\": [{\"index\": 0, \"a\": 1}, {\"index\": 1, \"a\": 2}], \"schema\": {\"primaryKey\":"
                        + " [\"index\"], \"fields\": [{\"name\": \"index\"}, {\"name\": \"a\"}]}}|{\"a\": 1}"
                        + " {\"a\": 2}",
                "{\"data\": [[1, 2], [3]], \"index\": [5, 7]}|{\"data\": [1, 2], \"index\": 5} {\"data\": [3],"
                        + " \"index\": 7}",
                "[[1, \"x\"], [2, \"y\"]]|{\"0\": 1, \"1\": \"x\"} {\"0\": 2, \"1\": \"y\"}",
                "[[1, 2], [3]]|{\"input_ids\": [1, 2]} {\"input_ids\": [3]}",
            })
    void tablesInEveryOrientationOfPandasAreRead(String text, String expected) throws IOException {
        assertThat(String.join(" ", linesOf(write("set.json", text)))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"tools\": [\"a\", {\"b\": [1, {\"c\": 2}]}, 3], \"input\": \"hi\"}",
                "{\"tools\": [1, \"a\"], \"more\": [[[]], 1], \"input\": \"hi\"}",
                "{\"tools\": [99999999999999999999, [1]], \"n\": 1, \"input\": \"hi\"}",
            })
    void aRowMayContainListsThatAreNotColumns(String text) throws IOException {
        Dataset set = Dataset.read(write("set.json", text));

        assertThat(set.rows()).isEqualTo(1);
        assertThat(set.column("tools").type()).isEqualTo("JSON");
        assertThat(set.column("input").json(0)).isEqualTo("\"hi\"");
    }

    @Test
    void aTruncatedGzipFileIsRejectedWithItsName() throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
            out.write(TWO_ROWS.getBytes(StandardCharsets.UTF_8));
        }
        Path file =
                Files.write(folder.resolve("set.gz"), Arrays.copyOf(compressed.toByteArray(), compressed.size() - 9));

        assertThatThrownBy(() -> Dataset.read(file)).hasMessage(file + ": the gzip file is truncated");
    }

    @Test
    void aByteOrderMarkIsIgnored() throws IOException {
        assertThat(linesOf(write("set.json", "\uFEFF[{\"a\": 1}]"))).containsExactly("{\"a\": 1}");
    }

    @Test
    void jsonLinesLongerThanTheFileStartAreDetected() throws IOException {
        String line = "{\"text\": \"" + "a".repeat(FileStart.LENGTH) + "\"}\n";

        assertThat(Dataset.read(write("set", line + line)).rows()).isEqualTo(2);
    }

    @Test
    void integersBecomeNumbersWhenOneHasAFraction() throws IOException {
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
    void aLateCellDeterminesTheTypeOfACsvColumn(String first, String last, String type) throws IOException {
        Path file = write("set.csv", "a,b\n" + (first + ",0\n").repeat(3000) + last + ",1\n");

        Dataset set = Dataset.read(file);

        assertThat(set.column("a").type()).isEqualTo(type);
        JsonLines held = new JsonLines();
        set.write(held);
        assertThat(held.lines()).hasSize(3001).isEqualTo(linesOf(file));
    }

    @Test
    void emptyListsDoNotDetermineTheElementType() throws IOException {
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
                "{\"a\": 1} {\"a\": \"x\"}|, row 2: column \"a\" has a value of type text, but the values of earlier"
                        + " rows have the type integer",
                "{\"a\": [8589934592]} {\"a\": [1]}|, row 2: column \"a\" has a value of type list of integers, but"
                        + " the values of earlier rows have the type JSON; a list with elements other than 32-bit integers"
                        + " has the type JSON",
                "{\"a\": 1, \"a\": 2}|, row 1: column \"a\" has two values in one row",
                "{\"columns\": [\"a\"], \"index\": [0], \"data\": [[1], [2]]}|: the table has 2 rows, but its index"
                        + " has 1",
                "{\"columns\": [\"a\"], \"data\": [[1], [2, 3]]}|, row 2: the row has 2 values, but the table has 1"
                        + " columns",
                "{\"columns\": [\"a\", \"a\"], \"data\": [[1, 2]]}|: two columns are named \"a\"",
                "{\"columns\": [\"a\"], \"data\": [[1]], \"b\": 1}|: line 1, column 40: a pandas table with"
                        + " orient=\"split\" has only columns, index and data, but also \"b\"",
                "{\"name\": null, \"columns\": [\"a\"], \"data\": [[1]]}|: line 1, column 10: a pandas table with"
                        + " orient=\"split\" has only columns, index and data, but also \"name\"",
                "{\"data\": [], \"schema\": {\"fields\": []}, \"extra\": 1}|: line 1, column 49: a pandas table"
                        + " with orient=\"table\" has only schema and data, but also \"extra\"",
                "{\"name\": \"a\", \"index\": [0, 1], \"data\": [1, 2]}|: the file is a pandas series with"
                        + " orient=\"split\", which is not supported: save series.to_frame() instead",
                "{\"schema\": {\"fields\": []}, \"data\": []}|~ has no rows~",
                "{\"schema\": {\"fields\": []}, \"data\": [1]}|, row 1: the row is not an object {…}",
                "{\"0\": {\"a\": 1}, \"1\": 2}|, row 2: row \"1\" is not an object {…}, but the rows before it are",
                "[[1, \"x\"], [2]]|, row 2: the row has 1 values, but the table has 2 columns",
                "[[1], 2]|, row 2: column \"input_ids\" has a value of type integer, but the values of earlier rows"
                        + " have the type list of integers",
                "{\"a\": {\"0\": 1, \"1\": 2}, \"b\": {\"0\": 1}}|: column \"b\" has 1 values, but another column has"
                        + " 2",
                "{\"a\": {\"0\": 1}, \"b\": {\"0\": 1, \"1\": 1}}|: column \"b\" has the row label \"1\", but another"
                        + " column does not",
                "{\"a\": {\"0\": 1, \"1\": 2}, \"b\": {\"0\": 1, \"2\": 1}}|: column \"b\" has the row label \"2\","
                        + " but another column does not",
                "[{\"a\": 1}, 2]|: line 1, column 12: the rows of a JSON array must be objects {…}",
                "[{\"a\": 1}] x|: line 1, column 12: invalid JSON: Unrecognized token 'x'",
                "[{\"a\": 1}|: line 1, column 10: the file is truncated: the JSON is incomplete",
                "{\"a\": [1, 2], \"b\": [1]}|: column \"b\" has 1 values, but another column has 2",
                "{\"a\": [1, \"x\"]}|: row 2: column \"a\" has a value of type text, but the values of earlier rows"
                        + " have the type integer",
                "{\"a\": [1, \"x\"], \"b\": [[1], \"y\"]}|: row 2: column \"a\" has a value of type text, but the"
                        + " values of earlier rows have the type integer",
                "{\"a\": [1, \"x\", [|: line 1, column 17: the file is truncated: the JSON is incomplete",
                "{\"a\": 1}{\"a\": 99999999999999999999}|, row 2: the integer 99999999999999999999 does not fit into"
                        + " 64 bits",
                "[{\"a\": \"\\ud800\"}]|, row 1: column \"a\": the text has an unpaired surrogate at position 0",
                "[{\"a\": 9007199254740993}, {\"a\": 0.5}]|, row 2: column \"a\": the integer 9007199254740993 does"
                        + " not fit exactly into a column of floating-point numbers",
                "{\"columns\": [\"a\"], \"index\": [], \"data\": []}|~ has no rows~",
                "[]|~ has no rows~",
                "{}|~ has no rows~",
                "hello|~ has an unknown format: it starts with the bytes 68 65 6c 6c 6f; the supported formats are ~",
            })
    void invalidContentIsRejectedInOneSentenceWithItsPosition(String text, String expected) throws IOException {
        Path file = write("set", text);

        assertThatThrownBy(() -> Dataset.read(file))
                .isInstanceOf(DatasetException.class)
                .hasMessageStartingWith(file + expected)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void namesALimitOfTheJsonReader() throws IOException {
        Path file = write("deep.json", "[{\"a\": " + "[".repeat(2000) + "]".repeat(2000) + "}]");

        assertThatThrownBy(() -> Dataset.read(file))
                .isInstanceOf(DatasetException.class)
                .hasMessage(file + ", row 1: the JSON is too large: Document nesting depth (1001) exceeds the maximum"
                        + " allowed (1000)");
    }

    @Test
    void missingAndEmptyFilesAndFoldersAreRejected() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty"));

        assertThatThrownBy(() -> Dataset.read(folder.resolve("none")))
                .hasMessage(folder.resolve("none") + " does not exist");
        assertThatThrownBy(() -> Dataset.read(folder)).hasMessage(folder + " is a folder; a data set must be a file");
        assertThatThrownBy(() -> Dataset.read(empty)).hasMessage(empty + " is empty");
    }

    @Test
    void aZipArchiveOfOneFileIsRead() throws IOException {
        assertThat(linesOf(zip("set.jsonl.zip", "set.jsonl"))).hasSize(2);
    }

    @Test
    void aZipArchiveOfSeveralFilesIsRejected() throws IOException {
        Path file = zip("set.zip", "a.jsonl", "b.jsonl");

        assertThatThrownBy(() -> Dataset.read(file))
                .hasMessage(file + ": the zip archive must contain a single file, but it contains a.jsonl, b.jsonl:"
                        + " unpack it and use one of its files");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "425a6839314159|is compressed with bzip2, which is not supported: unpack it first with `bunzip2 -k`",
                "fd377a585a0000|is compressed with xz, which is not supported: unpack it first with `unxz -k`",
                "5d00008000ffff|is compressed with lzma, which is not supported: unpack it first with `unlzma -k`"
            })
    void anUnsupportedCompressionIsNamed(String start, String expected) throws IOException {
        for (String name : new String[] {"set.pkl.x", "set.csv", "set.jsonl"}) {
            Path file = Files.write(folder.resolve(name), HexFormat.of().parseHex(start));

            assertThatThrownBy(() -> Dataset.read(file)).hasMessageContaining(expected);
        }
    }

    @Test
    void aTarArchiveIsNamed() throws IOException {
        byte[] header = new byte[512];
        System.arraycopy("set.csv".getBytes(StandardCharsets.UTF_8), 0, header, 0, 7);
        System.arraycopy("ustar".getBytes(StandardCharsets.UTF_8), 0, header, 257, 5);
        Path file = Files.write(folder.resolve("set.csv"), header);

        assertThatThrownBy(() -> Dataset.read(file))
                .hasMessage(file + " is a tar archive, which is not supported: unpack it first with `tar -xf`");
    }

    private Path zip(String name, String... files) throws IOException {
        Path archive = folder.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (String each : files) {
                zip.putNextEntry(new ZipEntry(each));
                zip.write(TWO_ROWS.getBytes(StandardCharsets.UTF_8));
            }
        }
        return archive;
    }

    @Test
    void aDeviceIsRejected() throws IOException {
        Path device = Path.of("/dev/zero");

        assertThatThrownBy(() -> Dataset.read(device))
                .hasMessage(
                        "/dev/zero is a pipe or a device; a data set must be a file: write the data to a file first");
    }

    @Test
    void aPadIdIsRejectedForFormatsWithoutPadding() throws IOException {
        Path file = write("set.csv", "a,b\n1,2\n");

        assertThatThrownBy(() -> new DatasetReader().pad(0).read(file))
                .hasMessageStartingWith(
                        file
                                + " has the format csv, which does not support a pad id: only the NumPy formats npy"
                                + " and npz do, because their rows have equal length. Lists in other formats have their own length");
        for (String each : new String[] {"i4.npy", "padded-left-zero.npz"}) {
            Path array =
                    Files.write(folder.resolve(each), Fixture.of("numpy", each).bytes());
            assertThat(new DatasetReader().pad(0).read(array).rows()).isPositive();
        }
    }

    @Tag("slow")
    @Test
    void tooManyColumnsAreRejected() throws IOException {
        Path file = write(
                "set.jsonl",
                IntStream.rangeClosed(0, 10_000)
                        .mapToObj(row -> "{\"k" + row + "\": 1}\n")
                        .collect(Collectors.joining()));

        assertThatThrownBy(() -> Dataset.read(file))
                .hasMessage(
                        file + ", row 10001: too many columns: the maximum is 10000, exceeded by \"k10000\"; all rows"
                                + " of a data set must have the same keys");
    }

    @Test
    void parquetWithoutItsReaderNamesTheMissingModule() throws IOException {
        Path file = write("set.parquet", "PAR1.........");

        assertThatThrownBy(() -> Dataset.read(file))
                .hasMessage(file + " is a Parquet file, which needs the module io.loadharness:harness-duckdb on the"
                        + " class path");
    }

    @Test
    void sqlWithoutDuckDbNamesTheMissingModule() throws IOException {
        Path file = write("set.json", "[{\"a\": 1}]");

        assertThatThrownBy(() -> new DatasetReader().query("select a from data").read(file))
                .hasMessage(file + ": SQL needs the module io.loadharness:harness-duckdb on the class path");
    }

    @Test
    void columnsCanBeAssignedByName() throws IOException {
        Path file = write("set.jsonl", "{\"input\": \"no\", \"story\": \"yes\", \"output\": \"end\"}");

        Dataset set = new DatasetReader().column(StandardColumn.INPUT, "story").read(file);

        assertThat(set.nameOf(StandardColumn.INPUT)).contains("story");
        assertThat(set.nameOf(StandardColumn.TARGETS)).contains("output");
        assertThatThrownBy(() -> new DatasetReader()
                        .column(StandardColumn.INPUT, "stroy")
                        .read(file))
                .hasMessage(
                        "set.jsonl has no column \"stroy\"; did you mean 'story'? Allowed: input, story," + " output");
        assertThatThrownBy(() -> set.column("inptu")).hasMessageContaining("did you mean 'input'?");
    }

    @Test
    void progressIncreasesToOne() throws IOException {
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
