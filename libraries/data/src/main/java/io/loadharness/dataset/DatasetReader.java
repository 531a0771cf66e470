// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads files: finds the format by content, unpacks, names the place of what is wrong. For one thread; may read many files. */
public final class DatasetReader {

    /** Told now and then how far reading has come. */
    @FunctionalInterface
    public interface Progress {

        /**
         * Some more was read.
         *
         * @param share of the file, from 0 to 1
         */
        void read(double share);
    }

    private final Map<StandardColumn, String> chosen = new EnumMap<>(StandardColumn.class);
    private Progress progress = share -> {};
    private OptionalInt pad = OptionalInt.empty();
    private Optional<String> query = Optional.empty();
    private List<String> only = List.of();

    /** Takes every column for what its name says. */
    public DatasetReader() {}

    /** Takes a column of the file for what it means, whatever its name says. */
    public DatasetReader column(StandardColumn meaning, String name) {
        chosen.put(meaning, Objects.requireNonNull(name, "name"));
        return this;
    }

    /** Takes a number at the end of rows for what fills them up, and not for part of them; refuses formats in which nothing does. */
    public DatasetReader pad(int value) {
        pad = OptionalInt.of(value);
        return this;
    }

    /** Reads the answer of a statement in SQL, to which the file is the table {@code data}. Needs {@code harness-duckdb}. */
    public DatasetReader query(String statement) {
        query = Optional.of(statement);
        return this;
    }

    /** Reads only these columns, by their names in the file or in the answer of the statement; all of them if the list is empty. */
    public DatasetReader only(List<String> columns) {
        only = List.copyOf(columns);
        return this;
    }

    /** Tells how far reading has come, on the thread that reads. */
    public DatasetReader progress(Progress value) {
        progress = Objects.requireNonNull(value, "progress");
        return this;
    }

    /**
     * Reads a file into memory.
     *
     * @throws DatasetException if the content cannot be used; says where and why
     * @throws IOException if the file cannot be read
     */
    public Dataset read(Path file) throws IOException {
        DatasetBuilder builder = new DatasetBuilder();
        String format = stream(file, builder);
        Map<String, DatasetColumn> columns = builder.build();
        String name = String.valueOf(file.getFileName());
        Map<StandardColumn, String> standard = meanings(name, columns.keySet());
        return new Dataset(
                name, file.toAbsolutePath().resolveSibling(""), format, (int) builder.rows(), columns, standard);
    }

    /**
     * Hands the rows of a file to a sink, which holds of them what it wants.
     *
     * @return the name of the format
     * @throws DatasetException if the content cannot be used; says where and why
     * @throws IOException if the file cannot be read
     */
    public String stream(Path file, RowSink rows) throws IOException {
        if (only.isEmpty()) {
            return streamAll(file, rows);
        }
        ChosenColumns chosen = new ChosenColumns(rows, only);
        String format = streamAll(file, chosen);
        chosen.check();
        return format;
    }

    private String streamAll(Path file, RowSink rows) throws IOException {
        try (PackedFile source = PackedFile.open(file, progress, pad)) {
            DatasetFormat format = Formats.of(source.start(), file);
            try {
                if (query.isPresent()) {
                    Formats.query().read(format, source, query.get(), rows);
                } else {
                    format.read(source, rows);
                }
            } catch (DatasetException e) {
                throw e.in(file, rows.rows() + 1);
            } catch (EOFException e) {
                throw DatasetException.of(file + " ends too early: it is cut off, after " + rows.rows() + " rows");
            }
            source.requirePadKnown(format.name());
            if (rows.rows() == 0) {
                throw DatasetException.of(file + " has no rows");
            }
            return format.name();
        }
    }

    /**
     * Copies the rows of a file to another file, row by row, so that they may be larger than memory. If this fails, the other file is not
     * written.
     *
     * @param to the file to write, in the format that its name ends with, as in {@code .jsonl}
     * @return the number of rows
     * @throws DatasetException if the content cannot be used, or cannot be written in that format; says where and why
     * @throws IOException if the file cannot be read, or the other one cannot be written
     */
    public long convert(Path file, Path to) throws IOException {
        try (DatasetWriter writer = WritableFormat.createByName(to)) {
            stream(file, writer);
            writer.finish();
            return writer.rows();
        }
    }

    private Map<StandardColumn, String> meanings(String dataset, Set<String> names) throws DatasetException {
        for (String name : chosen.values()) {
            if (!names.contains(name)) {
                throw DatasetException.of(Dataset.unknown(dataset, name, names));
            }
        }
        Set<String> free = new LinkedHashSet<>(names);
        free.removeAll(chosen.values());
        Map<StandardColumn, String> meanings = StandardColumn.among(free);
        meanings.putAll(chosen);
        return meanings;
    }
}
