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
 * The format {@code npy}: one NumPy array, as {@code np.save} writes it. An array of texts becomes the column {@code input}, an array of
 * numbers the column {@code value}, and a two-dimensional array of integers the column {@code input_ids}. In an array with named fields,
 * each field becomes a column. The writer stores a single column. If the rows have several columns, exactly one of them must contain
 * numbers or lists of integers; the others are not stored.
 */
public final class NpyFormat implements DatasetFormat, WritableFormat {

    /** Creates the format; called by {@link java.util.ServiceLoader}. */
    public NpyFormat() {}

    @Override
    public String name() {
        return "npy";
    }

    @Override
    public int likelihood(FileStart start) {
        if (NpyHeader.isStartOf(start)) {
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
        return new ArrayDatasetWriter(file, new SingleArrayFormat());
    }

    /** Writes a single array: the only column or, if there are several columns, the only column of numbers or lists of integers. */
    private static final class SingleArrayFormat implements ArrayDatasetWriter.ColumnFormat {

        private final Map<ColumnSpool, DatasetException> rejected = new HashMap<>();

        @Override
        public void reject(ColumnSpool column, DatasetException reason) {
            rejected.putIfAbsent(column, reason);
        }

        @Override
        public void write(Path to, List<ColumnSpool> columns, long rows) throws IOException {
            ColumnSpool column = only(columns);
            DatasetException reason = rejected.get(column);
            if (reason != null) {
                throw DatasetException.of(reason.getMessage());
            }
            if (column.kind() == ColumnSpool.Kind.LISTS && column.minLength() != column.maxLength()) {
                throw DatasetException.of("column \"" + column.name() + "\" has lists of " + column.minLength() + " to "
                        + column.maxLength()
                        + " numbers, and a single array does not store their lengths: write .npz instead");
            }
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(to), 1 << 16)) {
                new NpyWriter(out, rows).write(column);
            }
        }

        private ColumnSpool only(List<ColumnSpool> columns) throws DatasetException {
            List<ColumnSpool> chosen = columns.size() == 1
                    ? columns
                    : columns.stream().filter(each -> each.kind().isNumeric()).toList();
            if (chosen.size() == 1) {
                return chosen.get(0);
            }
            throw DatasetException.of(".npy stores a single array, but there are "
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
