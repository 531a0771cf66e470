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
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The format {@code npy}: one NumPy array, as {@code np.save} writes it. An array of strings becomes the column {@code input}, an array of
 * numbers the column {@code value}, and a two-dimensional array of integers the column {@code input_ids}. In an array with named fields,
 * each field becomes a column. The writer stores a single column. If the rows have several columns, the writer stores the only column of
 * lists of integers or, without lists, the only column of numbers. {@link DatasetWriter#omittedColumns} returns the other columns. Lists of
 * different lengths need {@link DatasetWriter#padLists}.
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
    public DatasetWriter create(Path file) throws IOException {
        return new ArrayDatasetWriter(file, new SingleArrayFormat());
    }

    /** Writes a single array: the only column, the only column of lists of integers, or the only column of numbers. */
    private static final class SingleArrayFormat implements ArrayDatasetWriter.ColumnFormat {

        private final Map<ColumnSpool, DatasetException> rejected = new HashMap<>();
        private OptionalInt pad = OptionalInt.empty();
        private Consumer<String> messages = message -> {};

        @Override
        public boolean padLists(int id, Consumer<String> receiver) {
            pad = OptionalInt.of(id);
            messages = receiver;
            return true;
        }

        @Override
        public void reject(ColumnSpool column, DatasetException reason) {
            rejected.putIfAbsent(column, reason);
        }

        @Override
        public List<ColumnSpool> write(Path to, List<ColumnSpool> columns, long rows) throws IOException {
            ColumnSpool column = only(columns);
            DatasetException reason = rejected.get(column);
            if (reason != null) {
                throw DatasetException.of(reason.getMessage());
            }
            boolean isPadded = column.kind() == ColumnSpool.Kind.LISTS && column.minLength() != column.maxLength();
            if (isPadded && pad.isEmpty()) {
                throw DatasetException.of("column \"" + column.name() + "\" has lists of " + column.minLength() + " to "
                        + column.maxLength()
                        + " numbers, and a single array does not store their lengths: set the id with which short lists"
                        + " are padded (--pad-id), or write .npz instead");
            }
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(to), 1 << 16)) {
                NpyWriter values = new NpyWriter(out, rows);
                if (isPadded) {
                    values.writePadded(column, pad.getAsInt());
                    messages.accept("short lists of \"" + column.name() + "\" are padded on the right to "
                            + column.maxLength() + " ids with id " + pad.getAsInt() + ": read the file with the pad id "
                            + pad.getAsInt() + " (--pad-id)");
                } else {
                    values.write(column);
                }
            }
            return List.of(column);
        }

        private ColumnSpool only(List<ColumnSpool> columns) throws DatasetException {
            List<ColumnSpool> chosen = columns.size() == 1
                    ? columns
                    : columns.stream().filter(each -> each.kind().isNumeric()).toList();
            List<ColumnSpool> lists = chosen.stream()
                    .filter(each -> each.kind() == ColumnSpool.Kind.LISTS)
                    .toList();
            if (lists.size() == 1) {
                return lists.get(0);
            }
            if (chosen.size() == 1) {
                return chosen.get(0);
            }
            throw DatasetException.of(".npy stores a single array, but there are "
                    + (chosen.isEmpty()
                            ? "no columns of numbers among " + names(columns) + ": write .jsonl or .npz"
                            : "the columns " + names(chosen) + ": choose one with --only, for example --only "
                                    + (lists.isEmpty() ? chosen : lists).get(0).name() + ", or write .npz"));
        }

        private static String names(List<ColumnSpool> columns) {
            return columns.stream().map(ColumnSpool::name).collect(Collectors.joining(", "));
        }
    }
}
