package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A single array: of the only column, or else of the only one of numbers. */
final class NpyFile implements ArrayFile {

    private final Map<ColumnSpool, DatasetException> faults = new HashMap<>();

    @Override
    public void fault(ColumnSpool column, DatasetException why) {
        faults.putIfAbsent(column, why);
    }

    @Override
    public void write(Path to, List<ColumnSpool> columns, long rows) throws IOException {
        ColumnSpool column = only(columns);
        if (faults.containsKey(column)) {
            throw DatasetException.of(faults.get(column).getMessage());
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
                + (chosen.isEmpty() ? "no columns of numbers among " + names(columns) : "the columns " + names(chosen))
                + ": choose one, or write .npz");
    }

    private static String names(List<ColumnSpool> columns) {
        return columns.stream().map(ColumnSpool::name).collect(Collectors.joining(", "));
    }
}
