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
 * The lines of a detail log. Leaves out what is between the brackets of a list, because the list of the loaded samples can be
 * longer than the memory that a line deserves. For one thread.
 */
final class LogLines implements Closeable {

    private static final byte[] LIST = "\"value\": [".getBytes(UTF_8);
    private static final int LONGEST = 1 << 20;

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

    /** The number of the line that {@link #next} gave last, from 1. */
    int number() {
        return number;
    }

    /** The next line without its end. */
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
        if (length == LONGEST) {
            throw new UnreadableLogException(file, number, "the line is longer than any that LoadGen writes");
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
