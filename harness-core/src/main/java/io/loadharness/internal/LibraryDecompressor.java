// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.io.IOException;
import java.io.InputStream;

/** Decompresses the native libraries in the jars of the archive. Found by {@link java.util.ServiceLoader}; only the archive contains one. */
public interface LibraryDecompressor {

    /** Returns the content of a compressed library. */
    InputStream decompress(InputStream packed) throws IOException;
}
