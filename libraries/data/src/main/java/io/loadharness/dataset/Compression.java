// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;
import java.io.InputStream;

/** Decompresses files of one compression format. Found by {@link java.util.ServiceLoader}; stateless. */
public interface Compression {

    /** Returns the file extension without the dot, such as {@code gz} or {@code zst}. It is also the name that users see. */
    String extension();

    /** Returns true if a file with this start has this compression format. */
    boolean matches(FileStart start);

    /** Returns the decompressed content. Closing it closes {@code compressed}. */
    InputStream decompress(InputStream compressed) throws IOException;
}
