// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import java.io.Writer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A text that one thread writes while another thread waits for a part of it. Thread-safe. */
final class GrowingText extends Writer {

    private final StringBuilder text = new StringBuilder();
    private boolean ended;

    /** Waits until the text contains a part, the writer has closed it, or the limit is reached. Returns true if it contains the part. */
    boolean await(String part, Duration limit) throws InterruptedException {
        synchronized (text) {
            long end = System.nanoTime() + limit.toNanos();
            while (text.indexOf(part) < 0 && !ended && end - System.nanoTime() > 0) {
                TimeUnit.NANOSECONDS.timedWait(text, end - System.nanoTime());
            }
            return text.indexOf(part) >= 0;
        }
    }

    /** Waits until the writer has closed the text, or the limit is reached. Returns true if it is closed. */
    boolean awaitEnd(Duration limit) throws InterruptedException {
        synchronized (text) {
            long end = System.nanoTime() + limit.toNanos();
            while (!ended && end - System.nanoTime() > 0) {
                TimeUnit.NANOSECONDS.timedWait(text, end - System.nanoTime());
            }
            return ended;
        }
    }

    /** Returns the text so far. */
    @Override
    public String toString() {
        synchronized (text) {
            return text.toString();
        }
    }

    @Override
    public void write(char[] characters, int offset, int length) {
        synchronized (text) {
            text.append(characters, offset, length);
            text.notifyAll();
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        synchronized (text) {
            ended = true;
            text.notifyAll();
        }
    }
}
