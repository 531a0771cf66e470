// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(strings = {"split", "index", "table"})
    void aTableInAnotherOrientationIsRejected(String orientation) {
        Fixture table = Fixture.of("json", "refused-" + orientation + ".json");

        assertThatThrownBy(() -> BytesSource.read(new JsonFormat(), table.bytes()))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining("orient=\"" + orientation + "\"");
    }

    private static DatasetFormat format(Fixture table) throws DatasetException {
        return Formats.of(new FileStart(table.bytes(), table.toString()), table.file());
    }
}
