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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The format {@code npz}: several NumPy arrays, as {@code np.savez} writes them. Each array becomes a column of the same name. The rows of
 * a two-dimensional array are lists that are padded to equal length. If another array contains the true lengths of these lists, the reader
 * removes the padding. For example, the array with the lengths of {@code input_ids} may be named {@code input_lens}, {@code input_len} or
 * {@code input_ids_lengths}.
 */
public final class NpzFormat implements DatasetFormat, WritableFormat {

    /** The offset of the first file name in a zip archive. */
    private static final int NAME_OFFSET = 30;

    /** Creates the format; called by {@link java.util.ServiceLoader}. */
    public NpzFormat() {}

    @Override
    public String name() {
        return "npz";
    }

    @Override
    public int likelihood(FileStart start) {
        boolean isZip = start.beginsWith((byte) 'P', (byte) 'K', (byte) 3, (byte) 4);
        if (isZip && firstName(start.bytes()).endsWith(NpzColumn.EXTENSION)) {
            return 100;
        }
        return start.isNamed(".npz") ? 40 : 0;
    }

    @Override
    public void read(DatasetSource source, RowSink rows) throws IOException {
        try (NpzArchive archive = NpzArchive.open(source)) {
            archive.read(rows, source::warn);
        }
    }

    @Override
    public DatasetWriter create(Path file) throws IOException {
        return new ArrayDatasetWriter(file, new ArchiveFormat());
    }

    private static String firstName(byte[] start) {
        if (start.length < NAME_OFFSET) {
            return "";
        }
        int length = (start[NAME_OFFSET - 4] & 0xff) | ((start[NAME_OFFSET - 3] & 0xff) << Byte.SIZE);
        return new String(start, NAME_OFFSET, Math.min(length, start.length - NAME_OFFSET), StandardCharsets.UTF_8);
    }

    /**
     * Writes an array for each column. For each column of lists, writes an additional array of their lengths, unless one of the columns
     * contains them.
     */
    private static final class ArchiveFormat implements ArrayDatasetWriter.ColumnFormat {

        /** The modification time of all zip entries. A constant makes the files reproducible. */
        private static final LocalDateTime FIXED_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

        @Override
        public void reject(ColumnSpool column, DatasetException reason) throws DatasetException {
            throw reason;
        }

        @Override
        public List<ColumnSpool> write(Path to, List<ColumnSpool> columns, long rows) throws IOException {
            try (var zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(to), 1 << 16))) {
                zip.setLevel(Deflater.BEST_SPEED);
                var values = new NpyWriter(zip, rows);
                Set<String> added = new HashSet<>();
                for (ColumnSpool column : columns) {
                    if (column.kind() == ColumnSpool.Kind.LISTS && !hasLengths(column, columns)) {
                        added.add(NpzLengths.nameFor(column.name()));
                    }
                }
                for (ColumnSpool column : columns) {
                    if (!added.contains(column.name())) {
                        startEntry(zip, column.name());
                        values.write(column);
                    }
                    if (added.contains(NpzLengths.nameFor(column.name()))) {
                        startEntry(zip, NpzLengths.nameFor(column.name()));
                        values.writeLengths(column);
                    }
                }
            }
            return columns;
        }

        /** Returns true if the column from which the reader takes the lengths of the lists contains these lengths. */
        private static boolean hasLengths(ColumnSpool lists, List<ColumnSpool> columns) throws IOException {
            Optional<ColumnSpool> lengths = NpzLengths.lengthsOf(
                    lists.name(),
                    columns.stream().filter(each -> each.kind() == ColumnSpool.Kind.INTEGERS),
                    ColumnSpool::name);
            return lengths.isPresent() && lengths.get().hasLengthsOf(lists);
        }

        private static void startEntry(ZipOutputStream zip, String name) throws IOException {
            ZipEntry entry = new ZipEntry(name + NpzColumn.EXTENSION);
            entry.setTimeLocal(FIXED_TIME);
            zip.putNextEntry(entry);
        }
    }
}
