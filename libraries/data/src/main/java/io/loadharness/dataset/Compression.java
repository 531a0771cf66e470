// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;
import java.io.InputStream;

/** Unpacks files of one kind of packing. Found by {@link java.util.ServiceLoader}; has no state. */
public interface Compression {

    /** What users call it, and what file names end with behind a dot: {@code gz}, {@code zst}. */
    String ending();

    /** Whether a file that begins so is packed by it. */
    boolean packed(FileStart start);

    /** The unpacked content. Closing it closes {@code packed}. */
    InputStream unpack(InputStream packed) throws IOException;
}
