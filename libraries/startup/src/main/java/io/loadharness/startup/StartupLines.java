// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The lines of a log, whatever its bytes are. What a progress bar overwrites is a line of its own. Of a line that is very long only the
 * beginning is kept, so that memory does not grow with it. For one thread.
 */
final class StartupLines {

    static final int LONGEST = 1 << 15;

    private static final Pattern COLOURS = Pattern.compile("\u001b\\[[0-9;]{0,20}[A-Za-z]");

    private final InputStream in;
    private final byte[] buffer = new byte[1 << 16];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int position;
    private int filled;
    private long number = 1;
    private long next = 1;
    private long cut;

    StartupLines(InputStream in) {
        this.in = in;
    }

    /** The next line; empty at the end. */
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
            if (line.size() < LONGEST) {
                line.write(read);
            } else {
                whole = false;
            }
        }
        cut += whole ? 0 : 1;
        return any ? Optional.of(text()) : Optional.empty();
    }

    private String text() {
        String text = line.toString(StandardCharsets.UTF_8);
        return text.indexOf('\u001b') < 0 ? text : COLOURS.matcher(text).replaceAll("");
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

    /** Which line of the file the last one was, from 1. */
    long number() {
        return number;
    }

    /** How many lines were longer than what is kept of one. */
    long cut() {
        return cut;
    }
}
