// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetFormat;
import io.loadharness.dataset.DatasetQuery;
import io.loadharness.dataset.DatasetSource;
import io.loadharness.dataset.FileStart;
import io.loadharness.dataset.RowSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DuckDbQueryTest {

    private static final Path FILE = ParquetFormatTest.parquet("polars");

    @TempDir
    private Path temporary;

    @Test
    void returnsRowsInTheOrderOfTheStatement() throws IOException {
        assertThat(query("SELECT question, input_tokens[2] AS n FROM data WHERE n <> 2 ORDER BY n DESC LIMIT 3"))
                .containsExactly(
                        "{\"question\":\"What is 4?\",\"n\":4}",
                        "{\"question\":\"What is 3?\",\"n\":3}",
                        "{\"question\":\"What is 1?\",\"n\":1}");
    }

    @Test
    void convertsValuesAsTheFormatDoes() throws IOException {
        assertThat(
                        query(
                                "SELECT input_tokens[1:2] AS ids, sum(len(dataset)) OVER () AS length, {'a': [0.5]} AS nested FROM data LIMIT 1"))
                .containsExactly("{\"ids\":[199,0],\"length\":20,\"nested\":{\"a\":[0.5]}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT count(*) AS n FROM data;",
                "-- how many\nSELECT count(*) AS n FROM data; -- all",
                "WITH d AS (FROM data) SELECT count(*) AS n FROM d",
                "FROM data SELECT count(*) AS n"
            })
    void acceptsASelectInAnyForm(String statement) throws IOException {
        assertThat(query(statement)).containsExactly("{\"n\":5}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "SELECT 1; SELECT 2",
                "DROP VIEW data",
                "COPY data TO '/tmp/loadharness-copy.csv'",
                "ATTACH '/tmp/loadharness.db' AS other",
                "INSTALL httpfs",
                "LOAD httpfs",
                "SET enable_external_access = true",
                "PRAGMA database_list",
                "CREATE TABLE t AS SELECT 1",
                "EXPORT DATABASE '/tmp/loadharness-export'"
            })
    void refusesAnythingButASingleSelect(String statement) {
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> query(statement))
                .withMessage("the SQL query failed: the query must be a single SELECT statement");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM read_text('/etc/passwd')",
                "SELECT * FROM read_csv('/etc/passwd')",
                "SELECT * FROM glob('/*')",
                "SELECT * FROM read_parquet('https://example.com/a.parquet')",
                "SELECT * FROM read_parquet('src/test/resources/parquet/duckdb.parquet')",
                "SELECT (SELECT content FROM read_text('/etc/passwd')) FROM data",
                "SELECT * FROM query('SELECT * FROM read_blob(''/etc/passwd'')')",
                "SELECT * FROM sniff_csv('/etc/passwd')"
            })
    void readsNoOtherFile(String statement) {
        String message = "the query can read only the table \"data\", which contains the rows of the file";
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> query(statement))
                .withMessageEndingWith(message);
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> queryRows(statement))
                .withMessageEndingWith(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT qestion FROM data | at line 1, column 8: there is no column "qestion"; did you mean 'question'?
            SELECT data.Input_token FROM data | at line 1, column 8: there is no column "Input_token"; did you mean 'input_tokens'?
            SELECT question FROM data WHERE len(input_token) > 3 | at line 1, column 37: there is no column "input_token"; did you mean 'input_tokens'?
            SELECT * FROM dataset | at line 1, column 15: there is no table "dataset"; the rows of the file are in the table "data"
            SELECT question, FROM data WHERE | at line 1, column 28: syntax error at or near "WHERE"
            SELECT question FROM data LIMIT LIMIT 3 | at line 1, column 33: syntax error at or near "LIMIT"
            """)
    void reportsThePositionAndSuggestsAName(String statement, String message) {
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> query(statement))
                .withMessage("the SQL query failed " + message);
    }

    @Test
    void reportsTheLine() {
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> query("SELECT\n  question,\n  date\nFROM data"))
                .withMessageStartingWith("the SQL query failed at line 3, column 3: there is no column \"date\"");
    }

    @Test
    void reportsAnErrorDuringExecution() {
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> query("SELECT CAST(question AS INTEGER) AS n FROM data"))
                .withMessage(
                        "the SQL query failed: Could not convert string 'What is 0?' to INT32 when casting from source column question");
    }

    @Test
    void queriesRowsOfAnyOtherFormat() throws IOException {
        assertThat(queryRows("SELECT messages->0->>'content' AS first, * FROM data WHERE length > 2"))
                .containsExactly(
                        "{\"first\":\"hi\",\"Id\":2,\"ids\":[7],\"length\":2.5,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");
    }

    @Test
    void reportsTheRowOfAFileThatCannotBeRead() {
        DatasetFormat broken = new Rows() {
            @Override
            public void read(DatasetSource source, RowSink rows) throws DatasetException {
                rows.integer(rows.column("a"), 1);
                rows.endRow();
                throw new DatasetException("there is no comma");
            }
        };
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> new DuckDbQuery().read(broken, new FileSource(FILE), "FROM data", new JsonRows()))
                .withMessage("row 2: there is no comma");
    }

    @Test
    void isFoundByServiceLoader() {
        assertThat(ServiceLoader.load(DatasetQuery.class)).hasAtLeastOneElementOfType(DuckDbQuery.class);
    }

    @Test
    void leavesNoTemporaryFiles() throws IOException {
        Path file = Files.copy(FILE, temporary.resolve("a.parquet"));
        var rows = new JsonRows();
        new DuckDbQuery().read(new ParquetFormat(), new FileSource(file), "FROM data", rows);
        assertThat(rows.rows()).isEqualTo(5);
        assertThat(temporary).isDirectoryContaining("glob:**a.parquet");
        assertThat(temporary.toFile().list()).hasSize(1);
        assertThat(Path.of(".tmp")).doesNotExist();
    }

    private static List<String> query(String statement) throws IOException {
        var rows = new JsonRows();
        new DuckDbQuery().read(new ParquetFormat(), new FileSource(FILE), statement, rows);
        return rows.lines();
    }

    private static List<String> queryRows(String statement) throws IOException {
        var rows = new JsonRows();
        new DuckDbQuery().read(new Rows(), new FileSource(FILE), statement, rows);
        return rows.lines();
    }

    /** A format that writes three fixed rows for any file. */
    private static class Rows implements DatasetFormat {

        @Override
        public String name() {
            return "rows";
        }

        @Override
        public int likelihood(FileStart start) {
            return 0;
        }

        @Override
        public void read(DatasetSource source, RowSink rows) throws IOException {
            int id = rows.column("Id");
            int ids = rows.column("ids");
            rows.integer(id, 1);
            rows.integers(ids, new int[] {9, 1, 2, 9}, 1, 2);
            rows.integer(rows.column("length"), 2);
            rows.endRow();
            rows.integer(id, 2);
            rows.integers(ids, new int[] {7}, 0, 1);
            rows.number(rows.column("length"), 2.5);
            rows.json(rows.column("messages"), "[{\"role\":\"user\",\"content\":\"hi\"}]");
            rows.endRow();
            rows.endRow();
        }
    }
}
