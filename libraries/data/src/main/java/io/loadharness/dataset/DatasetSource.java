// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.OptionalInt;

/** A file to read, decompressed if necessary. Not thread-safe; {@link DatasetReader} creates and closes it. */
public interface DatasetSource {

    /** Begins to read from the start, without a buffer in front. Who opens it closes it. */
    InputStream open() throws IOException;

    /** The unpacked content as a file, for formats that are not read from front to end: the file itself, or a copy that goes with the source. */
    Path file() throws IOException;

    /** Returns the pad id, which fills up short rows in formats where all rows have the same length; empty if the user gave none. */
    default OptionalInt pad() {
        return OptionalInt.empty();
    }
}
