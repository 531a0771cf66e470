// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.WritableFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ServiceLoader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WritableParquetTest {

    @TempDir
    private Path folder;

    private Path file;
    private DatasetWriter rows;

    @BeforeEach
    void create() throws IOException {
        file = folder.resolve("it's out.parquet");
        rows = new WritableParquet().create(file);
    }

    @ParameterizedTest
    @MethodSource("io.loadharness.duckdb.ParquetFormatTest#readable")
    void readsWhatItWrote(String name) throws IOException {
        new ParquetFormat().read(new FileSource(ParquetFormatTest.parquet(name)), rows);
        finish();
        assertThat(ParquetFormatTest.read(file).lines())
                .isEqualTo(
                        ParquetFormatTest.read(ParquetFormatTest.parquet(name)).lines());
    }

    @Test
    void keepsTheOrderOfColumnsAndWidensTypes() throws IOException {
        int late = rows.column("late");
        int a = rows.column("a");
        rows.endRow();
        rows.integer(a, 1);
        rows.endRow();
        rows.number(a, 2.5);
        rows.integers(late, new int[] {1, 2}, 0, 2);
        rows.endRow();
        rows.json(late, "[\"x\",{\"y\":null}]");
        rows.endRow();
        rows.column("never");
        finish();
        JsonRows read = ParquetFormatTest.read(file);
        assertThat(read.names()).containsExactly("late", "a", "never");
        assertThat(read.lines())
                .containsExactly("{}", "{\"a\":1.0}", "{\"late\":[1,2],\"a\":2.5}", "{\"late\":[\"x\",{\"y\":null}]}");
    }

    @Test
    void writesObjectsAsStructsIfTheirFieldsAreEqual() throws IOException, SQLException {
        int messages = rows.column("messages");
        int tools = rows.column("tools");
        for (String role : new String[] {"system", "user"}) {
            rows.json(messages, "[{\"role\":\"" + role + "\",\"content\":\"a\"}]");
            rows.json(tools, role.equals("user") ? "{\"a\":1}" : "{\"b\":[1.50]}");
            rows.endRow();
        }
        finish();
        try (Database database = Database.open();
                var types = database.query("DESCRIBE FROM " + ParquetFile.scan(file))) {
            types.next();
            assertThat(types.getString("column_type")).isEqualTo("STRUCT(\"role\" VARCHAR, \"content\" VARCHAR)[]");
            types.next();
            assertThat(types.getString("column_type")).isEqualTo("JSON");
        }
        assertThat(ParquetFormatTest.read(file).lines().get(0))
                .isEqualTo("{\"messages\":[{\"role\":\"system\",\"content\":\"a\"}],\"tools\":{\"b\":[1.50]}}");
    }

    @Test
    void writesSeveralChunksInOrder() throws IOException {
        int id = rows.column("id");
        int ids = rows.column("ids");
        int[] values = new int[100];
        for (int i = 0; i < 10_000; i++) {
            values[0] = i;
            rows.integer(id, i);
            rows.integers(ids, values, 0, i % 100);
            rows.endRow();
        }
        finish();
        var read = ParquetFormatTest.read(file).lines();
        assertThat(read).hasSize(10_000);
        assertThat(read.get(9_901)).isEqualTo("{\"id\":9901,\"ids\":[9901]}");
    }

    @Test
    void refusesMixedTypes() throws IOException {
        int a = rows.column("a");
        rows.integer(a, 1);
        rows.endRow();
        rows.text(a, "one");
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> rows.endRow())
                .withMessage("column \"a\" has a string, but earlier rows have an integer");
    }

    @Test
    void refusesToRoundIntegers() throws IOException {
        int a = rows.column("a");
        rows.integer(a, Long.MAX_VALUE);
        rows.endRow();
        rows.number(a, 0.5);
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> rows.endRow())
                .withMessage("column \"a\": the integer 9223372036854775807 does not fit exactly into a column of "
                        + "floating-point numbers, which are exact up to 53 bits");
    }

    @Test
    void refusesNamesThatDifferOnlyInCase() throws IOException {
        int a = rows.column("a");
        rows.column("A");
        rows.integer(a, 1);
        rows.endRow();
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> rows.finish())
                .withMessageStartingWith("the columns \"a\" and \"A\" differ only in case");
        rows.close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void keepsTheOldFileIfNotFinished() throws IOException {
        Files.writeString(file, "old");
        rows.integer(rows.column("a"), 1);
        rows.endRow();
        rows.close();
        assertThat(file).hasContent("old");
        assertThat(folder.toFile().list()).hasSize(1);
    }

    @Test
    void reportsAMissingFolder() {
        Path file = folder.resolve("none").resolve("a.parquet");
        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() -> new WritableParquet().create(file))
                .withMessage(file.toString());
    }

    @Test
    void reportsAFolderThatWasDeletedMeanwhile() throws IOException {
        Path deleted = Files.createDirectory(folder.resolve("deleted"));
        DatasetWriter lost = new WritableParquet().create(deleted.resolve("a.parquet"));
        Files.delete(deleted);
        lost.integer(lost.column("a"), 1);
        lost.endRow();
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(lost::finish)
                .withMessageStartingWith("the Parquet file cannot be written: ")
                .withMessageContaining("No such file or directory")
                .withMessageNotContaining("\n");
        lost.close();
    }

    @Test
    void isFoundByServiceLoader() {
        assertThat(ServiceLoader.load(WritableFormat.class)).hasAtLeastOneElementOfType(WritableParquet.class);
    }

    private void finish() throws IOException {
        rows.finish();
        rows.close();
    }
}
