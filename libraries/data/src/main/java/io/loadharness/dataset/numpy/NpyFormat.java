// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetFormat;
import io.loadharness.dataset.DatasetSource;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.FileStart;
import io.loadharness.dataset.RowSink;
import io.loadharness.dataset.WritableFormat;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads an array that {@code np.save} wrote. A single value in each row makes a column {@code input} of texts or {@code value} of
 * numbers, rows of whole numbers make {@code input_ids}, and named fields make a column each. Writes the only column, or the only one of numbers.
 */
public final class NpyFormat implements DatasetFormat, WritableFormat {

    /** For {@link java.util.ServiceLoader}. */
    public NpyFormat() {}

    @Override
    public String name() {
        return "npy";
    }

    @Override
    public int likelihood(FileStart start) {
        if (NpyHeader.begins(start)) {
            return 100;
        }
        return start.isNamed(".npy") ? 40 : 0;
    }

    @Override
    public void read(DatasetSource source, RowSink rows) throws IOException {
        try (NpyArray array = NpyArray.open(source, "")) {
            array.bind(rows);
            for (long i = 0; i < array.layout().rows(); i++) {
                array.readRow(rows);
                rows.endRow();
            }
            array.checkEnd();
        }
    }

    @Override
    public DatasetWriter create(Path file) {
        return new ArrayWriter(file, new SingleArray());
    }

    /** A single array: of the only column, or else of the only one of numbers. */
    private static final class SingleArray implements ArrayWriter.Form {

        private final Map<ColumnSpool, DatasetException> faults = new HashMap<>();

        @Override
        public void fault(ColumnSpool column, DatasetException why) {
            faults.putIfAbsent(column, why);
        }

        @Override
        public void write(Path to, List<ColumnSpool> columns, long rows) throws IOException {
            ColumnSpool column = only(columns);
            DatasetException fault = faults.get(column);
            if (fault != null) {
                throw DatasetException.of(fault.getMessage());
            }
            if (column.kind() == ColumnSpool.Kind.LISTS && column.narrowest() != column.widest()) {
                throw DatasetException.of("column \"" + column.name() + "\" has lists of " + column.narrowest() + " to "
                        + column.widest() + " numbers, and one array cannot say how long each is: write .npz instead");
            }
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(to), 1 << 16)) {
                new ArrayValues(out, rows).write(column);
            }
        }

        private ColumnSpool only(List<ColumnSpool> columns) throws DatasetException {
            List<ColumnSpool> chosen = columns.size() == 1
                    ? columns
                    : columns.stream().filter(each -> each.kind().isNumeric()).toList();
            if (chosen.size() == 1) {
                return chosen.get(0);
            }
            throw DatasetException.of(".npy holds a single array, and there are "
                    + (chosen.isEmpty()
                            ? "no columns of numbers among " + names(columns)
                            : "the columns " + names(chosen))
                    + ": choose one, or write .npz");
        }

        private static String names(List<ColumnSpool> columns) {
            return columns.stream().map(ColumnSpool::name).collect(Collectors.joining(", "));
        }
    }
}
