// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads the lines of a log, which may contain any bytes. A carriage return also ends a line, so that each state of a progress bar is a
 * separate line. Very long lines are truncated to limit memory use. Not thread-safe.
 */
final class StartupLines {

    static final int MAX_LINE_BYTES = 1 << 15;

    private static final Pattern COLORS = Pattern.compile("\u001b\\[[0-9;]{0,20}[A-Za-z]");

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int position;
    private int filled;
    private long number = 1;
    private long next = 1;
    private long truncated;

    StartupLines(InputStream in) {
        this.in = in;
    }

    /** Returns the next line; empty at the end. */
    Optional<String> next() throws IOException {
        line.reset();
        number = next;
        boolean any = false;
        boolean whole = true;
        for (int read = read(); read >= 0; read = read()) {
            any = true;
            if (read == '\n' || read == '\r') {
                next += read == '\n' ? 1 : 0;
                break;
            }
            if (line.size() < MAX_LINE_BYTES) {
                line.write(read);
            } else {
                whole = false;
            }
        }
        truncated += whole ? 0 : 1;
        return any ? Optional.of(text()) : Optional.empty();
    }

    private String text() {
        String text = line.toString(StandardCharsets.UTF_8);
        return text.indexOf('\u001b') < 0 ? text : COLORS.matcher(text).replaceAll("");
    }

    private int read() throws IOException {
        if (position == filled) {
            filled = in.read(buffer);
            position = 0;
            if (filled <= 0) {
                filled = 0;
                return -1;
            }
        }
        return buffer[position++] & 0xff;
    }

    /** Returns the number of the line that was read last. Numbers start at 1. */
    long number() {
        return number;
    }

    /** Returns the number of truncated lines. */
    long truncated() {
        return truncated;
    }
}
