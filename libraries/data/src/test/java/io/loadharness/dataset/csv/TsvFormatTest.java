// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.dataset.BytesSource;
import io.loadharness.dataset.FileStart;
import io.loadharness.dataset.Fixture;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class TsvFormatTest {

    private final TsvFormat format = new TsvFormat();

    @Test
    void readsTheRowsOfAPandasTable() throws IOException {
        Fixture table = Fixture.of("csv", "tabs.tsv");
        assertThat(BytesSource.read(format, table.bytes()).list()).isEqualTo(table.rows());
    }

    @Test
    void tabsIdentifyTsvIndependentOfTheName() {
        var start = new FileStart(Fixture.of("csv", "tabs.tsv").bytes(), "table.txt");
        assertThat(format.likelihood(start)).isGreaterThan(50);
        assertThat(new CsvFormat().likelihood(start)).isZero();
    }

    @Test
    void tabsInAFileNamedCsvAreRead() throws IOException {
        Fixture table = Fixture.of("csv", "tabs.tsv");
        assertThat(BytesSource.read(new CsvFormat(), table.bytes()).list()).isEqualTo(table.rows());
    }
}
