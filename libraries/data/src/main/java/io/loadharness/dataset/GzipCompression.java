// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;
import java.io.InputStream;

/** Decompresses gzip (RFC 1952), including files that consist of several gzip members. */
public final class GzipCompression implements Compression {

    private static final byte[] MAGIC = {0x1f, (byte) 0x8b, 8};

    /** Called by {@link java.util.ServiceLoader}. */
    public GzipCompression() {}

    @Override
    public String extension() {
        return "gz";
    }

    @Override
    public boolean matches(FileStart start) {
        return start.beginsWith(MAGIC);
    }

    @Override
    public InputStream decompress(InputStream compressed) throws IOException {
        return new GzipMembers(compressed);
    }
}
