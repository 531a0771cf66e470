// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.IntegerColumn;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** A temporary file that stores a column until its type and the length of its longest value are known. */
final class ColumnSpool implements Closeable {

    private static final int BUFFER = 1 << 16;

    /** The type of the values, with a noun for messages. */
    enum Kind {
        NONE("nothing"),
        TEXTS("strings"),
        INTEGERS("integers"),
        NUMBERS("numbers"),
        FLAGS("booleans"),
        LISTS("lists");

        private final String noun;

        Kind(String noun) {
            this.noun = noun;
        }

        /** Returns true for numbers and lists of numbers. */
        boolean isNumeric() {
            return this == INTEGERS || this == NUMBERS || this == LISTS;
        }
    }

    private final String name;
    private final Path file;
    private @Nullable DataOutputStream out;
    private Kind kind = Kind.NONE;
    private long rows;
    private long integerRows;
    private long min;
    private long max;
    private int maxLength;
    private int minLength = Integer.MAX_VALUE;

    ColumnSpool(String name, Path file) {
        this.name = name;
        this.file = file;
    }

    /** Creates a file that only its owner can read. */
    private static OutputStream privateFile(Path file) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.newOutputStream(file);
    }

    void text(long row, String value) throws IOException {
        DataOutputStream to = startValue(row, Kind.TEXTS);
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        maxLength = Math.max(maxLength, value.codePointCount(0, value.length()));
        to.writeInt(bytes.length);
        to.write(bytes);
    }

    /** Writes an integer. If the column contains floating-point numbers, the integer is converted to a floating-point number. */
    void integer(long row, long value) throws IOException {
        if (kind == Kind.NUMBERS) {
            number(row, IntegerColumn.exact(name, value));
            return;
        }
        DataOutputStream to = startValue(row, Kind.INTEGERS);
        integerRows = rows;
        min = Math.min(min, value);
        max = Math.max(max, value);
        to.writeLong(value);
    }

    void number(long row, double value) throws IOException {
        if (kind == Kind.INTEGERS) {
            IntegerColumn.exact(name, min);
            IntegerColumn.exact(name, max);
            kind = Kind.NUMBERS;
        }
        startValue(row, Kind.NUMBERS).writeDouble(value);
    }

    void flag(long row, boolean value) throws IOException {
        startValue(row, Kind.FLAGS).writeBoolean(value);
    }

    void integers(long row, int[] values, int from, int count) throws IOException {
        DataOutputStream to = startValue(row, Kind.LISTS);
        maxLength = Math.max(maxLength, count);
        minLength = Math.min(minLength, count);
        to.writeInt(count);
        for (int i = from; i < from + count; i++) {
            to.writeInt(values[i]);
        }
    }

    private DataOutputStream startValue(long row, Kind given) throws IOException {
        if (row != rows) {
            throw refused(row < rows ? "has two values in one row" : "has no value in row " + (rows + 1));
        }
        if (kind != given && kind != Kind.NONE) {
            throw refused("has " + kind.noun + " and " + given.noun);
        }
        if (out == null) {
            out = new DataOutputStream(new BufferedOutputStream(privateFile(file), BUFFER));
        }
        kind = given;
        rows++;
        return out;
    }

    /** Returns the error for a column that cannot be stored as an array. */
    DatasetException refused(String reason) {
        return new DatasetException(
                "column \"" + name + "\" " + reason + "; a NumPy array cannot store this: write .jsonl instead");
    }

    /** Closes the file for writing. Checks that every row has a value. */
    void finish(long expectedRows) throws IOException {
        if (rows < expectedRows) {
            startValue(expectedRows, kind);
        }
        if (out != null) {
            out.close();
        }
    }

    String name() {
        return name;
    }

    Kind kind() {
        return kind;
    }

    /** Returns the length of the longest list, or of the longest text in characters. */
    int maxLength() {
        return maxLength;
    }

    /** Returns the length of the shortest list. */
    int minLength() {
        return minLength;
    }

    /** Returns the number of leading rows that are stored as integers. Floating-point numbers may follow. */
    long integerRows() {
        return integerRows;
    }

    /** Returns true if this column contains the lengths of the lists of another column. Call it after {@link #finish}. */
    boolean hasLengthsOf(ColumnSpool lists) throws IOException {
        if (kind != Kind.INTEGERS) {
            return false;
        }
        try (DataInputStream lengths = open();
                DataInputStream values = lists.open()) {
            for (long i = 0; i < rows; i++) {
                int count = values.readInt();
                values.skipNBytes((long) count * Integer.BYTES);
                if (lengths.readLong() != count) {
                    return false;
                }
            }
        }
        return true;
    }

    DataInputStream open() throws IOException {
        return new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER));
    }

    @Override
    public void close() throws IOException {
        try {
            if (out != null) {
                out.close();
            }
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
