// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads the lines of a detail log. Omits the content of lists, because the list of the loaded samples can be very long. Not
 * thread-safe.
 */
final class LogLines implements Closeable {

    private static final byte[] LIST = "\"value\": [".getBytes(UTF_8);
    private static final int MAX_LENGTH = 1 << 20;

    private final Path file;
    private final InputStream in;
    private final byte[] block = new byte[1 << 16];
    private int position;
    private int limit;
    private byte[] line = new byte[1 << 10];
    private int length;
    private int number;

    LogLines(Path file) throws IOException {
        this.file = file;
        this.in = Files.newInputStream(file);
    }

    /** Returns the number of the line that {@link #next} returned last, from 1. */
    int number() {
        return number;
    }

    /** Returns the next line without its line break; empty at the end of the file. */
    Optional<String> next() throws IOException, UnreadableLogException {
        number++;
        length = 0;
        boolean inList = false;
        for (int value = read(); value >= 0; value = read()) {
            if (value == '\n') {
                return Optional.of(new String(line, 0, length, UTF_8));
            }
            inList &= value != ']';
            if (!inList) {
                append((byte) value);
                inList = value == '[' && endsWith(LIST);
            }
        }
        if (length > 0) {
            throw new UnreadableLogException(file, number, "the file ends in the middle of the line");
        }
        return Optional.empty();
    }

    private int read() throws IOException {
        if (position == limit) {
            position = 0;
            limit = in.read(block);
            if (limit <= 0) {
                limit = 0;
                return -1;
            }
        }
        return block[position++] & 0xff;
    }

    private void append(byte value) throws UnreadableLogException {
        if (length == MAX_LENGTH) {
            throw new UnreadableLogException(
                    file, number, "the line is longer than " + MAX_LENGTH + " bytes, which LoadGen never writes");
        }
        if (length == line.length) {
            line = Arrays.copyOf(line, 2 * length);
        }
        line[length++] = value;
    }

    private boolean endsWith(byte[] end) {
        return length >= end.length && Arrays.equals(line, length - end.length, length, end, 0, end.length);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
