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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A column that waits in a file of its own until its type and width are known. */
final class ColumnSpool implements Closeable {

    private static final int BUFFER = 1 << 16;

    /** What the values are, in words for people. */
    enum Kind {
        NONE("nothing"),
        TEXTS("texts"),
        INTEGERS("whole numbers"),
        NUMBERS("numbers"),
        FLAGS("flags"),
        LISTS("lists");

        private final String noun;

        Kind(String noun) {
            this.noun = noun;
        }

        /** Whether it is numbers, or lists of them. */
        boolean isNumeric() {
            return this == INTEGERS || this == NUMBERS || this == LISTS;
        }
    }

    private final String name;
    private final Path file;
    private @Nullable DataOutputStream out;
    private Kind kind = Kind.NONE;
    private long rows;
    private long wholeRows;
    private long least;
    private long greatest;
    private int widest;
    private int narrowest = Integer.MAX_VALUE;

    ColumnSpool(String name, Path file) {
        this.name = name;
        this.file = file;
    }

    void text(long row, String value) throws IOException {
        DataOutputStream to = begin(row, Kind.TEXTS);
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        widest = Math.max(widest, value.codePointCount(0, value.length()));
        to.writeInt(bytes.length);
        to.write(bytes);
    }

    /** Also one among others that have fractions. */
    void integer(long row, long value) throws IOException {
        if (kind == Kind.NUMBERS) {
            number(row, exact(value));
            return;
        }
        DataOutputStream to = begin(row, Kind.INTEGERS);
        wholeRows = rows;
        least = Math.min(least, value);
        greatest = Math.max(greatest, value);
        to.writeLong(value);
    }

    void number(long row, double value) throws IOException {
        if (kind == Kind.INTEGERS) {
            exact(least);
            exact(greatest);
            kind = Kind.NUMBERS;
        }
        begin(row, Kind.NUMBERS).writeDouble(value);
    }

    private double exact(long value) throws DatasetException {
        try {
            return IntegerColumn.exact(value);
        } catch (DatasetException e) {
            throw e.orAt("column \"" + name + '"');
        }
    }

    void flag(long row, boolean value) throws IOException {
        begin(row, Kind.FLAGS).writeBoolean(value);
    }

    void integers(long row, int[] values, int from, int count) throws IOException {
        DataOutputStream to = begin(row, Kind.LISTS);
        widest = Math.max(widest, count);
        narrowest = Math.min(narrowest, count);
        to.writeInt(count);
        for (int i = from; i < from + count; i++) {
            to.writeInt(values[i]);
        }
    }

    private DataOutputStream begin(long row, Kind given) throws IOException {
        if (row != rows) {
            throw refused(row < rows ? "is given twice in one row" : "has no value in row " + (rows + 1));
        }
        if (kind != given && kind != Kind.NONE) {
            throw refused("holds " + kind.noun + " and " + given.noun);
        }
        if (out == null) {
            out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER));
        }
        kind = given;
        rows++;
        return out;
    }

    DatasetException refused(String why) {
        return new DatasetException(
                "column \"" + name + "\" " + why + ": arrays of NumPy cannot, write .jsonl instead");
    }

    /** Ends writing; checks that every row has its value. */
    void finish(long ofSet) throws IOException {
        if (rows < ofSet) {
            begin(ofSet, kind);
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

    /** The length of the longest text, in characters, or list. */
    int widest() {
        return widest;
    }

    /** The length of the shortest list. */
    int narrowest() {
        return narrowest;
    }

    /** How many rows from the first on were written as whole numbers. */
    long wholeRows() {
        return wholeRows;
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
