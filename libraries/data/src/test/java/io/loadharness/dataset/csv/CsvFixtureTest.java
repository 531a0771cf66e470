// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.dataset.BytesSource;
import io.loadharness.dataset.FileStart;
import io.loadharness.dataset.Fixture;
import io.loadharness.dataset.ReaderFuzz;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads files written by pandas. */
class CsvFixtureTest {

    static Stream<Fixture> tables() {
        return Fixture.all("csv", ".csv");
    }

    @ParameterizedTest
    @MethodSource("tables")
    void readsTheRowsOfAPandasTable(Fixture table) throws IOException {
        assertThat(BytesSource.read(new CsvFormat(), table.bytes()).list()).isEqualTo(table.rows());
    }

    @ParameterizedTest
    @MethodSource("tables")
    void aDamagedTableIsReadOrRejected(Fixture table) {
        ReaderFuzz.damage(table.bytes(), bytes -> BytesSource.read(new CsvFormat(), bytes));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void aTableIsDetectedByItsName(Fixture table) {
        var start = new FileStart(table.bytes(), table.file().toString());
        assertThat(new CsvFormat().likelihood(start)).isPositive();
    }
}
