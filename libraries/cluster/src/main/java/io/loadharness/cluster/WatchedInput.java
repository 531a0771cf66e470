// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongSupplier;

/**
 * An input stream that measures the silence of the other side: the time for which its reader has waited for bytes. Time in which nothing
 * reads is not silence, for example while the reader writes to a slow disk. One thread reads; any thread may call the other methods.
 */
final class WatchedInput extends FilterInputStream {

    private final LongSupplier clock;
    private volatile boolean isWaiting;
    private volatile long since;

    /** @param clock the clock, such as {@link System#nanoTime} */
    WatchedInput(InputStream in, LongSupplier clock) {
        super(in);
        this.clock = clock;
    }

    @Override
    public int read() throws IOException {
        startWaiting();
        try {
            return in.read();
        } finally {
            isWaiting = false;
        }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        startWaiting();
        try {
            return in.read(bytes, offset, length);
        } finally {
            isWaiting = false;
        }
    }

    private void startWaiting() {
        since = clock.getAsLong();
        isWaiting = true;
    }

    /** Returns the nanoseconds for which the reader has waited for bytes; 0 if it does not wait. */
    long silence() {
        return isWaiting ? clock.getAsLong() - since : 0;
    }

    /** Sets the silence to 0. */
    void resetSilence() {
        since = clock.getAsLong();
    }
}
