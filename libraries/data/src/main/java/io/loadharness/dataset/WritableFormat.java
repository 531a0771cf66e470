// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A format that files can be written in. Found by {@link java.util.ServiceLoader}; has no state, so any thread may use it. */
public interface WritableFormat {

    /** What users call the format, as {@link DatasetFormat#name}. */
    String name();

    /** Begins a file, which replaces one of its name when it is finished and not before. Who creates the writer closes it. */
    DatasetWriter create(Path file) throws IOException;

    /**
     * Begins a file in the format that its name ends with, as in {@code .jsonl}.
     *
     * @throws DatasetException if no format is called so, naming those that there are; if there is no folder for the file
     */
    static DatasetWriter createByName(Path file) throws IOException {
        WritableFormat format = Formats.writable(file);
        Path folder = file.toAbsolutePath().resolveSibling("");
        if (!Files.isDirectory(folder)) {
            throw DatasetException.of("there is no folder " + folder + " for " + file);
        } else if (Files.isDirectory(file)) {
            throw DatasetException.of(file + " is a folder, and a data set is a file");
        }
        return format.create(file);
    }

    /**
     * Writes a file in the format that its name ends with, as in {@code .jsonl}. If this fails, the file is not written.
     *
     * @return the number of rows
     * @throws DatasetException if no format is called so, naming those that there are; if there is no folder for the file; if the rows
     *     cannot be written in that format
     * @throws IOException if the file cannot be written
     */
    static long write(Path file, RowSource rows) throws IOException {
        try (DatasetWriter writer = createByName(file)) {
            rows.writeTo(writer);
            writer.finish();
            return writer.rows();
        }
    }

    /**
     * The format with a name.
     *
     * @throws DatasetException if there is none; names those that there are
     */
    static WritableFormat named(String name) throws DatasetException {
        return Formats.writable(name);
    }
}
