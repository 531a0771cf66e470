package io.loadharness.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.OptionalInt;

/** A file that is read, unpacked if it is packed. For one thread; {@link DatasetReader} makes and closes it. */
public interface Source {

    /** Begins to read from the start, without a buffer in front. Who opens it closes it. */
    InputStream open() throws IOException;

    /** The unpacked content as a file, for formats that are not read from front to end: the file itself, or a copy that goes with the source. */
    Path file() throws IOException;

    /** The number that fills up short rows in a format where all rows are as long, and is no part of them; none if the user named none. */
    default OptionalInt pad() {
        return OptionalInt.empty();
    }
}
