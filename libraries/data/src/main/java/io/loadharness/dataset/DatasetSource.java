// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
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
     * Returns a file with the decompressed content, for formats that need random access. This is the original file, or a temporary copy if
     * the original file is compressed. The copy is deleted when the source is closed.
     */
    Path file() throws IOException;

    /** Returns the limits for the content of compressed parts of the file, for formats that decompress parts themselves. */
    default Unpacking unpacking() throws IOException {
        return new Unpacking(Files.size(file()));
    }

    /** Returns the id with which short rows are padded, in formats where all rows have the same length; empty if the user set no pad id. */
    default OptionalInt pad() {
        return OptionalInt.empty();
    }
}
