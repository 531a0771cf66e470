// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.OptionalInt;

/** A file to read, decompressed if necessary. Not thread-safe; {@link DatasetReader} creates and closes it. */
public interface DatasetSource {

    /** Opens the decompressed content, without a buffer. The caller closes the stream. */
    InputStream open() throws IOException;

    /**
     * Returns the decompressed content as a file, for formats with random access: the file itself, or a copy that is deleted when the
     * source is closed.
     */
    Path file() throws IOException;

    /** Returns the pad id, which fills up short rows in formats where all rows have the same length; empty if the user gave none. */
    default OptionalInt pad() {
        return OptionalInt.empty();
    }
}
