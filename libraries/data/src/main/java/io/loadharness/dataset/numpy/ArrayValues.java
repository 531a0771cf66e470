// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes columns as arrays of NumPy. */
final class ArrayValues {

    private static final int ALIGNMENT = 64;
    private static final int HEADER_BEGIN = 10;

    /** Texts that are filled up to the longest may take far more than they have. */
    private static final long MAX_TEXT_BYTES = 1L << 32;

    private final DataOutputStream out;
    private final long rows;

    /**
     * Writes nothing yet.
     *
     * @param to takes each array as a whole
     * @param rows how many every column has
     */
    ArrayValues(OutputStream to, long rows) {
        this.rows = rows;
        out = new DataOutputStream(to);
    }

    /** Writes the values; lists are filled up to the longest by zeros. */
    void write(ColumnSpool column) throws IOException {
        switch (column.kind()) {
            case TEXTS -> writeTexts(column);
            case INTEGERS -> writeNumbers(column, "<i8");
            case NUMBERS -> writeNumbers(column, "<f8");
            case FLAGS -> writeFlags(column);
            case LISTS -> writeLists(column);
            case NONE -> throw column.refused("holds nothing");
        }
    }

    private void writeTexts(ColumnSpool column) throws IOException {
        int width = Math.max(1, column.widest());
        if (rows > MAX_TEXT_BYTES / Integer.BYTES / width) {
            throw DatasetException.of("column \"" + column.name() + "\" would take " + rows + " x " + width
                    + " characters, as an array fills every text up to the longest: write .jsonl");
        }
        begin("<U" + width, rows + ",");
        try (DataInputStream in = column.open()) {
            for (long i = 0; i < rows; i++) {
                int[] characters = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8)
                        .codePoints()
                        .toArray();
                writeInts(characters, width);
            }
        }
    }

    private void writeInts(int[] values, int width) throws IOException {
        for (int value : values) {
            out.writeInt(Integer.reverseBytes(value));
        }
        for (int i = values.length; i < width; i++) {
            out.writeInt(0);
        }
    }

    private void writeNumbers(ColumnSpool column, String type) throws IOException {
        begin(type, rows + ",");
        boolean areWhole = column.kind() == ColumnSpool.Kind.INTEGERS;
        try (DataInputStream in = column.open()) {
            for (long i = 0; i < rows; i++) {
                long bits = in.readLong();
                boolean becomesNumber = !areWhole && i < column.wholeRows();
                out.writeLong(Long.reverseBytes(becomesNumber ? Double.doubleToRawLongBits((double) bits) : bits));
            }
        }
    }

    private void writeFlags(ColumnSpool column) throws IOException {
        begin("|b1", rows + ",");
        try (DataInputStream in = column.open()) {
            in.transferTo(out);
        }
    }

    private void writeLists(ColumnSpool column) throws IOException {
        int width = Math.max(1, column.widest());
        begin("<i4", rows + ", " + width);
        try (DataInputStream in = column.open()) {
            for (long i = 0; i < rows; i++) {
                writeInts(list(in), width);
            }
        }
    }

    /** Writes how long the lists of a column are. */
    void writeLengths(ColumnSpool column) throws IOException {
        begin("<i4", rows + ",");
        try (DataInputStream in = column.open()) {
            for (long i = 0; i < rows; i++) {
                int count = in.readInt();
                in.skipNBytes((long) count * Integer.BYTES);
                out.writeInt(Integer.reverseBytes(count));
            }
        }
    }

    private static int[] list(DataInputStream in) throws IOException {
        int[] values = new int[in.readInt()];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readInt();
        }
        return values;
    }

    /** The header fills up a multiple of 64 bytes, so that the values may be mapped into memory. */
    private void begin(String type, String shape) throws IOException {
        String text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
        int length = text.length() + 1;
        int filled = (HEADER_BEGIN + length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT - HEADER_BEGIN;
        String header = text + " ".repeat(filled - length) + "\n";
        out.write(NpyHeader.magic());
        out.write(1);
        out.write(0);
        out.writeShort(Short.reverseBytes((short) filled));
        out.write(header.getBytes(StandardCharsets.US_ASCII));
    }
}
