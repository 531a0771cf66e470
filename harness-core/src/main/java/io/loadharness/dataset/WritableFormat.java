package io.loadharness.dataset;

import java.io.IOException;
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
     * @throws DatasetException if no format is called so; names those that there are
     */
    static DatasetWriter createByName(Path file) throws IOException {
        return Formats.writable(file).create(file);
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
