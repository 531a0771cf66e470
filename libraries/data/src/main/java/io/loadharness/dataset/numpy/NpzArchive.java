// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetSource;
import io.loadharness.dataset.DecompressionLimits;
import io.loadharness.dataset.RowSink;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** A reader for a {@code .npz} file. Row by row, it reads one value or list from each array of the file. */
final class NpzArchive implements Closeable {

    /** The maximum number of arrays. The limit exists because each array needs a buffer. */
    private static final int MAX_ARRAYS = 1000;

    private final ZipFile zip;
    private final List<NpzColumn> columns = new ArrayList<>();

    private NpzArchive(ZipFile zip) {
        this.zip = zip;
    }

    static NpzArchive open(DatasetSource source) throws IOException {
        Path file = source.file();
        var archive = new NpzArchive(zip(file));
        try {
            archive.openColumns(Files.size(file), source.decompressionLimits(), source.pad());
            return archive;
        } catch (IOException | RuntimeException e) {
            archive.close();
            throw e;
        }
    }

    static ZipFile zip(Path file) throws IOException {
        try {
            return new ZipFile(file.toFile());
        } catch (ZipException | EOFException e) {
            throw DatasetException.of("the zip archive is truncated, encrypted or otherwise unreadable"
                    + (e.getMessage() == null ? "" : ": " + e.getMessage()));
        }
    }

    private void openColumns(long fileSize, DecompressionLimits limits, OptionalInt pad) throws IOException {
        for (ZipEntry entry : entries(zip, fileSize)) {
            columns.add(NpzColumn.open(zip, entry, limits, pad));
        }
        checkRows();
        checkNames();
    }

    /** Returns the entries of a file, one for each array, after the checks of their number, names and sizes. */
    static List<? extends ZipEntry> entries(ZipFile zip, long fileSize) throws DatasetException {
        List<? extends ZipEntry> entries = Collections.list(zip.entries());
        if (entries.isEmpty() || entries.size() > MAX_ARRAYS) {
            throw DatasetException.of("the file has " + entries.size() + " arrays; supported are 1 to " + MAX_ARRAYS);
        }
        if (entries.stream().mapToDouble(ZipEntry::getCompressedSize).sum() > fileSize) {
            throw DatasetException.of(
                    "the entries of the zip archive claim more compressed bytes than the file has: possible zip bomb");
        }
        Set<String> names = new HashSet<>();
        for (ZipEntry entry : entries) {
            if (!names.add(entry.getName())) {
                throw DatasetException.of("two arrays of the file are named \"" + entry.getName() + "\"");
            }
        }
        return entries;
    }

    private void checkRows() throws DatasetException {
        NpzColumn first = columns.get(0);
        for (NpzColumn each : columns) {
            if (each.rows() != first.rows()) {
                throw DatasetException.of("array \"" + each.name() + "\" has " + each.rows()
                        + (each.rows() == 1 ? " row" : " rows") + ", but array \""
                        + first.name() + "\" has " + first.rows());
            }
        }
    }

    /** Checks that all column names are different. The names of fields are column names, too. */
    private void checkNames() throws DatasetException {
        Set<String> names = new HashSet<>();
        for (NpzColumn each : columns) {
            for (String name : each.columnNames()) {
                if (!names.add(name)) {
                    throw DatasetException.of("two arrays of the file have the column \"" + name + "\"");
                }
            }
        }
    }

    /** Writes all rows to a sink. */
    void read(RowSink rows, Consumer<String> warnings) throws IOException {
        for (NpzColumn column : columns) {
            column.bind(rows);
        }
        List<NpzColumn> inOrder = NpzLengths.apply(columns, warnings);
        long count = columns.get(0).rows();
        for (long i = 0; i < count; i++) {
            for (NpzColumn column : inOrder) {
                column.readRow(rows);
            }
            rows.endRow();
        }
        for (NpzColumn column : columns) {
            column.checkEnd();
        }
    }

    @Override
    public void close() throws IOException {
        try (zip) {
            for (NpzColumn column : columns) {
                column.close();
            }
        }
    }
}
