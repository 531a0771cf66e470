// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Remembers that somebody wanted more than a stream has. For one thread. */
final class EndOfFile extends FilterInputStream {

    private boolean seen;

    EndOfFile(InputStream in) {
        super(in);
    }

    boolean isSeen() {
        return seen;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        seen |= read < 0;
        return read;
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
        int read = super.read(bytes, from, count);
        seen |= read < 0;
        return read;
    }
}
