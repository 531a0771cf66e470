// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dist;

import io.loadharness.internal.LibraryDecompressor;
import java.io.IOException;
import java.io.InputStream;
import org.tukaani.xz.XZInputStream;

/** Decompresses the libraries that {@link PackedLibrary} has compressed. */
public final class XzDecompressor implements LibraryDecompressor {

    /** Called by {@link java.util.ServiceLoader}. */
    public XzDecompressor() {}

    @Override
    public InputStream decompress(InputStream packed) throws IOException {
        return new XZInputStream(packed);
    }
}
