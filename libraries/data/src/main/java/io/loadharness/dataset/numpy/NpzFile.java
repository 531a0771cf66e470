package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** An archive with an array for each column; lists are beside an array of their lengths. */
final class NpzFile implements ArrayFile {

    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    @Override
    public void fault(ColumnSpool column, DatasetException why) throws DatasetException {
        throw why;
    }

    @Override
    public void write(Path to, List<ColumnSpool> columns, long rows) throws IOException {
        try (var zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(to), 1 << 16))) {
            zip.setLevel(Deflater.BEST_SPEED);
            var values = new ArrayValues(zip, rows);
            Set<String> lengths = columns.stream()
                    .filter(column -> column.kind() == ColumnSpool.Kind.LISTS)
                    .map(column -> NpzLengths.nameFor(column.name()))
                    .collect(Collectors.toSet());
            for (ColumnSpool column : columns) {
                if (!lengths.contains(column.name())) {
                    begin(zip, column.name());
                    values.write(column);
                }
                if (column.kind() == ColumnSpool.Kind.LISTS) {
                    begin(zip, NpzLengths.nameFor(column.name()));
                    values.writeLengths(column);
                }
            }
        }
    }

    private static void begin(ZipOutputStream zip, String name) throws IOException {
        ZipEntry entry = new ZipEntry(name + NpzColumn.ENDING);
        entry.setTimeLocal(NO_TIME);
        zip.putNextEntry(entry);
    }
}
