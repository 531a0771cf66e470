// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetReader;
import io.loadharness.dataset.FileStart;
import io.loadharness.dataset.JsonLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PickleFormatTest {

    @ParameterizedTest
    @MethodSource("tables")
    void readsTheRowsThatPythonWrote(String name) throws IOException {
        Path expected = PickleFixtures.of(name.replaceAll("-\\d\\.pkl$", ".jsonl"));

        JsonLines rows = new JsonLines();
        PickleFixtures.read(PickleFixtures.bytes(name), rows);

        assertThat(rows.lines().stream().map(CanonicalJson::of))
                .containsExactlyElementsOf(Files.readAllLines(expected).stream()
                        .map(CanonicalJson::of)
                        .toList());
    }

    @Test
    void readsPandasTimestampsInObjectColumns() throws IOException {
        String pickle = "\u0080\2}(X\1\0\0\0a](cpandas._libs.tslibs.timestamps\n_unpickle_timestamp\n(K\2NNK\7tR"
                + "cpandas\nTimestamp\n(K\5NNtReu.";
        JsonLines rows = new JsonLines();

        PickleFixtures.read(pickle.getBytes(StandardCharsets.ISO_8859_1), rows);

        assertThat(rows.lines())
                .containsExactly("{\"a\": \"1970-01-01T00:00:02\"}", "{\"a\": \"1970-01-01T00:00:00.000000005\"}");
    }

    @Test
    void recognizesThePickleHeaderAndGuessesFromTheName() {
        var format = new PickleFormat();

        assertThat(format.likelihood(start("data", 0x80, 4, 0x95))).isGreaterThan(50);
        assertThat(format.likelihood(start("data.pkl", 0x80, 2, '}'))).isGreaterThan(50);
        assertThat(format.likelihood(start("data.PKL", '(', 'd', '.'))).isBetween(1, 50);
        assertThat(format.likelihood(start("data.json", 0x80, 9))).isZero();
        assertThat(format.likelihood(start("data", '['))).isZero();
        assertThat(format.likelihood(start("data"))).isZero();
    }

    @Test
    void isFoundByTheReaderWhichReportsTheRowOfAnError() throws IOException {
        assertThat(new DatasetReader().stream(PickleFixtures.of("built-in/dict-of-lists-4.pkl"), new JsonLines()))
                .isEqualTo("pickle");

        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() ->
                        new DatasetReader().stream(PickleFixtures.of("malicious/mixed-rows.pkl"), new JsonLines()))
                .withMessageEndingWith(
                        "mixed-rows.pkl, row 2: the pickle is a list of dictionaries, but also contains an integer");
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> new DatasetReader().stream(PickleFixtures.of("malicious/eval.pkl"), new JsonLines()))
                .withMessageContaining("eval.pkl: the pickle uses 'builtins.eval'");
    }

    private static FileStart start(String name, int... bytes) {
        byte[] start = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            start[i] = (byte) bytes[i];
        }
        return new FileStart(start, name);
    }

    private static List<String> tables() {
        return PickleFixtures.tables();
    }
}
