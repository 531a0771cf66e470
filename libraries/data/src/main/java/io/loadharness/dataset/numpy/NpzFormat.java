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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Reads and writes the arrays that {@code np.savez} wrote, each a column of its name. Rows of whole numbers are cut by an array of their lengths
 * if there is one, named after them: {@code input_ids} by {@code input_lens}, {@code input_len} or {@code input_ids_lengths}.
 */
public final class NpzFormat implements DatasetFormat, WritableFormat {

    /** Where the name of the first file is in a zip archive. */
    private static final int NAME = 30;

    /** For {@link java.util.ServiceLoader}. */
    public NpzFormat() {}

    @Override
    public String name() {
        return "npz";
    }

    @Override
    public int likelihood(FileStart start) {
        boolean isZip = start.beginsWith((byte) 'P', (byte) 'K', (byte) 3, (byte) 4);
        if (isZip && firstName(start.bytes()).endsWith(NpzColumn.ENDING)) {
            return 100;
        }
        return start.isNamed(".npz") ? 40 : 0;
    }

    @Override
    public void read(DatasetSource source, RowSink rows) throws IOException {
        try (NpzArchive archive = NpzArchive.open(source)) {
            archive.read(rows);
        }
    }

    @Override
    public DatasetWriter create(Path file) {
        return new ArrayWriter(file, new ArchiveForm());
    }

    private static String firstName(byte[] start) {
        if (start.length < NAME) {
            return "";
        }
        int length = (start[NAME - 4] & 0xff) | ((start[NAME - 3] & 0xff) << Byte.SIZE);
        return new String(start, NAME, Math.min(length, start.length - NAME), StandardCharsets.UTF_8);
    }

    /** An archive with an array for each column; lists are beside an array of their lengths. */
    private static final class ArchiveForm implements ArrayWriter.Form {

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
}
