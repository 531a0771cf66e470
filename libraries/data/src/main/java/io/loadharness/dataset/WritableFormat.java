// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file format that can be written. {@link java.util.ServiceLoader} finds the implementations, which must be stateless and thread-safe.
 *
 * <pre>{@code
 * long rows = WritableFormat.write(Path.of("copy.jsonl"), dataset::write).rows();
 * }</pre>
 */
public interface WritableFormat {

    /** Returns the name for users, like {@link DatasetFormat#name}. */
    String name();

    /**
     * Creates a writer for a file. An existing file is replaced when {@link DatasetWriter#finish} is called. The caller closes the writer.
     */
    DatasetWriter create(Path file) throws IOException;

    /**
     * Creates a writer in the format of the file extension, as in {@code .jsonl}.
     *
     * @throws DatasetException if the format is unknown (the message lists the known formats), or if the folder of the file does not exist
     */
    static DatasetWriter createByName(Path file) throws IOException {
        WritableFormat format = Formats.writable(file);
        Path folder = file.toAbsolutePath().resolveSibling("");
        if (!Files.isDirectory(folder)) {
            throw DatasetException.of("folder " + folder + " of " + file + " does not exist");
        } else if (Files.isDirectory(file)) {
            throw DatasetException.of(file + " is a folder; a data set must be a file");
        }
        return format.create(file);
    }

    /**
     * Writes a file in the format of its extension, as in {@code .jsonl}. If writing fails, the file is not created or changed.
     *
     * @throws DatasetException if the format is unknown (the message lists the known formats), if the folder of the file does not exist, or
     *     if the rows cannot be written in that format
     * @throws IOException if the file cannot be written
     */
    static WrittenDataset write(Path file, RowSource rows) throws IOException {
        try (DatasetWriter writer = createByName(file)) {
            rows.writeTo(writer);
            writer.finish();
            return new WrittenDataset(file, writer.rows(), writer.omittedColumns(), 0);
        }
    }

    /**
     * Returns the format with this {@link #name}.
     *
     * @throws DatasetException if the format is unknown; the message lists the known formats
     */
    static WritableFormat named(String name) throws DatasetException {
        return Formats.writable(name);
    }
}
