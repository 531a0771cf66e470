// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.csv;

import io.loadharness.dataset.DatasetFormat;
import io.loadharness.dataset.DatasetSource;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.FileStart;
import io.loadharness.dataset.RowSink;
import io.loadharness.dataset.WritableFormat;
import java.io.IOException;
import java.nio.file.Path;

/** Reads and writes CSV (RFC 4180) with commas or semicolons as separators; the first line contains the column names. */
public final class CsvFormat implements DatasetFormat, WritableFormat {

    /** Called by {@link java.util.ServiceLoader}. */
    public CsvFormat() {}

    @Override
    public String name() {
        return "csv";
    }

    @Override
    public int likelihood(FileStart start) {
        return CsvStart.of(start.bytes()).likelihood(start.isNamed(".csv"), CsvSeparator.COMMA, CsvSeparator.SEMICOLON);
    }

    @Override
    public void read(DatasetSource source, RowSink rows) throws IOException {
        new CsvFile(source, CsvStart.of(source).separator(CsvSeparator.COMMA)).read(rows);
    }

    @Override
    public DatasetWriter create(Path file) throws IOException {
        return new CsvWriter(file);
    }
}
