// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetFormat;
import io.loadharness.dataset.FileStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests with files that {@code src/test/python/make_parquet.py} wrote by pandas, pyarrow, polars and DuckDB. */
class ParquetFormatTest {

    static final Path FOLDER = Path.of("src/test/resources/parquet");

    @TempDir
    private Path temporary;

    static List<String> readable() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".jsonl"))
                    .map(name -> name.substring(0, name.length() - ".jsonl".length()))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("readable")
    void readsFilesOfOtherLibraries(String name) throws IOException {
        assertThat(read(parquet(name)).lines()).isEqualTo(Files.readAllLines(FOLDER.resolve(name + ".jsonl")));
    }

    @Test
    void readsTheColumnsOfATableWithoutRows() throws IOException {
        assertThat(read(parquet("empty")).names()).containsExactly("ids", "text");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            wide-id          | 2 | element 2 of the list in column "ids" does not fit into 32 bits
            missing-id       | 1 | element 2 of the list in column "ids" is null
            wide-unsigned-id | 1 | element 1 of the list in column "ids" does not fit into 32 bits
            wide-number      | 1 | the number 9223372036854775808 in column "id" does not fit into 64 bits
            nan-in-list      | 1 | the value in column "scores" is not valid JSON, which supports neither NaN nor infinite numbers
            encrypted        | 0 | the Parquet file is encrypted: write it without encryption
            """)
    void refusesUnsupportedValuesAndEncryption(String name, int rowsBefore, String message) {
        var rows = new JsonRows();
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> new ParquetFormat().read(new FileSource(parquet(name)), rows))
                .withMessage(message);
        assertThat(rows.rows()).isEqualTo(rowsBefore);
    }

    @Test
    void refusesATruncatedFile() throws IOException {
        byte[] whole = Files.readAllBytes(parquet("polars"));
        Path file = Files.write(temporary.resolve("cut.parquet"), Arrays.copyOf(whole, whole.length / 2));
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> read(file))
                .withMessage("the Parquet file is truncated: it does not end with PAR1");
    }

    @Test
    void refusesAFileThatIsNotParquet() throws IOException {
        Path file = Files.writeString(temporary.resolve("no.parquet"), "PA");
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> read(file))
                .withMessage("this is not a Parquet file: it does not start with PAR1");
    }

    @Test
    void reportsADamagedFooterInOneLineWithoutThePath() throws IOException {
        byte[] bytes = Files.readAllBytes(parquet("polars"));
        bytes[bytes.length - 8] ^= 0x7f;
        Path file = Files.write(temporary.resolve("it's damaged.parquet"), bytes);
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> read(file))
                .withMessageStartingWith("the Parquet file cannot be read and may be damaged: ")
                .withMessageNotContaining(temporary.toString())
                .withMessageNotContaining("\n");
    }

    @ParameterizedTest
    @CsvSource({"a*b?[c].parquet", "year=2024/it's \"one\".parquet", "no ending", "ü 😀.parquet", "a\\b.parquet"})
    void readsFilesWithSpecialCharactersInTheName(String name) throws IOException {
        Path file = temporary.resolve(name);
        Files.createDirectories(file.getParent());
        Files.copy(parquet("polars"), file);
        Files.copy(parquet("duckdb"), temporary.resolve("aXbYc.parquet"));
        assertThat(read(file).lines()).isEqualTo(Files.readAllLines(FOLDER.resolve("polars.jsonl")));
    }

    @Test
    void readsFilesConcurrently() throws Exception {
        ExecutorService readers = Executors.newFixedThreadPool(4);
        try {
            Callable<List<String>> task = () -> read(parquet("pyarrow-ids")).lines();
            List<String> expected = Files.readAllLines(FOLDER.resolve("pyarrow-ids.jsonl"));
            for (Future<List<String>> lines : readers.invokeAll(Collections.nCopies(32, task))) {
                assertThat(lines.get()).isEqualTo(expected);
            }
        } finally {
            readers.shutdownNow();
        }
    }

    @Test
    void propagatesAnExceptionOfTheSink() {
        var rows = new JsonRows() {
            @Override
            public void endRow() {
                throw new IllegalStateException("full");
            }
        };
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> new ParquetFormat().read(new FileSource(parquet("polars")), rows))
                .withMessage("full");
    }

    @Test
    void isFoundByServiceLoaderAndRecognizesTheFirstBytes() throws IOException {
        DatasetFormat format = ServiceLoader.load(DatasetFormat.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(ParquetFormat.class::isInstance)
                .findFirst()
                .orElseThrow();
        assertThat(format.name()).isEqualTo("parquet");
        assertThat(format.likelihood(new FileSource(parquet("polars")).start())).isEqualTo(100);
        assertThat(format.likelihood(new FileSource(parquet("encrypted")).start()))
                .isEqualTo(100);
        assertThat(format.likelihood(new FileStart(new byte[0], "a.PARQUET"))).isEqualTo(50);
        assertThat(format.likelihood(new FileStart(new byte[] {'P', 'A', 'R', '2'}, "a.json")))
                .isZero();
    }

    static Path parquet(String name) {
        return FOLDER.resolve(name + ".parquet");
    }

    static JsonRows read(Path file) throws IOException {
        var rows = new JsonRows();
        new ParquetFormat().read(new FileSource(file), rows);
        return rows;
    }
}
