// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads files written by pandas. */
class JsonFixtureTest {

    static Stream<Fixture> tables() {
        return Fixture.all("json", ".json");
    }

    @ParameterizedTest
    @MethodSource("tables")
    void readsTheRowsOfAPandasTable(Fixture table) throws IOException {
        assertThat(BytesSource.read(format(table), table.bytes()).list()).isEqualTo(table.rows());
    }

    @ParameterizedTest
    @MethodSource("tables")
    void aDamagedTableIsReadOrRejected(Fixture table) {
        ReaderFuzz.damage(table.bytes(), bytes -> new JsonFormat().read(new BytesSource(bytes), new DatasetBuilder()));
        ReaderFuzz.damage(table.bytes(), bytes -> new JsonlFormat().read(new BytesSource(bytes), new DatasetBuilder()));
    }

    @Test
    void columnNamesOfSeveralLevelsAreRejected() {
        Fixture table = Fixture.of("json", "refused-levels.json");

        assertThatThrownBy(() -> BytesSource.read(new JsonFormat(), table.bytes()))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining("names of several levels");
    }

    private static DatasetFormat format(Fixture table) throws DatasetException {
        return Formats.of(new FileStart(table.bytes(), table.toString()), table.file());
    }
}
