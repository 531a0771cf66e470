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
     * Returns a file with the decompressed content, for formats that need random access. The result is the original file, or a temporary
     * copy if the original file is compressed. The copy is deleted when the source is closed.
     */
    Path file() throws IOException;

    /** Returns the limits of decompression, for formats that themselves decompress parts of the file. */
    default DecompressionLimits decompressionLimits() throws IOException {
        return new DecompressionLimits(Files.size(file()));
    }

    /**
     * Returns the pad id, which fills short rows in formats whose rows have equal length. Returns empty if the user did not set a pad id.
     */
    default OptionalInt pad() {
        return OptionalInt.empty();
    }

    /** Reports a warning about content that the user should check, to the receiver in {@link DatasetReader#warnings}. */
    default void warn(String message) {}
}
