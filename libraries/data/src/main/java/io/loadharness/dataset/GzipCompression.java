// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.IOException;
import java.io.InputStream;

/** Unpacks gzip, RFC 1952; of several members in a file all. */
public final class GzipCompression implements Compression {

    private static final byte[] MAGIC = {0x1f, (byte) 0x8b, 8};

    /** For {@link java.util.ServiceLoader}. */
    public GzipCompression() {}

    @Override
    public String ending() {
        return "gz";
    }

    @Override
    public boolean packed(FileStart start) {
        return start.beginsWith(MAGIC);
    }

    @Override
    public InputStream unpack(InputStream packed) throws IOException {
        return new GzipMembers(packed);
    }
}
