// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** An input stream that records whether its end was reached. Not thread-safe. */
final class EndDetectingStream extends FilterInputStream {

    private boolean atEnd;

    EndDetectingStream(InputStream in) {
        super(in);
    }

    boolean isAtEnd() {
        return atEnd;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        atEnd |= read < 0;
        return read;
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
        int read = super.read(bytes, from, count);
        atEnd |= read < 0;
        return read;
    }
}
