// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * The content of a file that a {@link DatasetFormat} reads, decompressed if necessary. {@link DatasetReader} creates and closes the source.
 * Not thread-safe.
 */
public interface DatasetSource {

    /** Opens an unbuffered stream of the decompressed content. The caller closes the stream. */
    InputStream open() throws IOException;

    /**
     * Returns a file with the decompressed content, for formats that need random access. This is the original file or, if that is
     * compressed, a temporary copy that is deleted when the source is closed.
     */
    Path file() throws IOException;

    /** Returns the id that fills up short rows in formats where all rows have the same length; empty if the user did not set a pad id. */
    default OptionalInt pad() {
        return OptionalInt.empty();
    }
}
