// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetFormat;
import io.loadharness.dataset.DatasetSource;
import io.loadharness.dataset.FileStart;
import io.loadharness.dataset.RowSink;
import java.io.IOException;

/** Reads the same tables as {@link CsvFormat}, with tabs as separators. */
public final class TsvFormat implements DatasetFormat {

    /** Called by {@link java.util.ServiceLoader}. */
    public TsvFormat() {}

    @Override
    public String name() {
        return "tsv";
    }

    @Override
    public int likelihood(FileStart start) {
        return CsvStart.of(start.bytes()).likelihood(start.isNamed(".tsv") || start.isNamed(".tab"), CsvSeparator.TAB);
    }

    @Override
    public void read(DatasetSource source, RowSink rows) throws IOException {
        new CsvFile(source, CsvSeparator.TAB).read(rows);
    }
}
