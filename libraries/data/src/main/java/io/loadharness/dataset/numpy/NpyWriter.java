// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Writes columns as NumPy arrays in the format of {@code np.save}. */
final class NpyWriter {

    private static final int ALIGNMENT = 64;
    private static final int HEADER_OFFSET = 10;

    /**
     * The maximum number of bytes of an array of strings. The limit exists because every string is padded to the length of the longest
     * string, which could need a huge file.
     */
    private static final long MAX_TEXT_BYTES = 1L << 32;

    private final DataOutputStream out;
    private final long rows;

    /**
     * Creates a writer. Writes nothing yet.
     *
     * @param out the stream to which arrays are written
     * @param rows the number of rows of every column
     */
    NpyWriter(OutputStream out, long rows) {
        this.rows = rows;
        this.out = new DataOutputStream(out);
    }

    /** Writes the values of a column. Lists are padded with zeros to the length of the longest list. */
    void write(ColumnSpool column) throws IOException {
        switch (column.kind()) {
            case TEXTS -> writeTexts(column);
            case INTEGERS -> writeNumbers(column, "<i8");
            case NUMBERS -> writeNumbers(column, "<f8");
            case FLAGS -> writeFlags(column);
            case LISTS -> writeLists(column, OptionalInt.empty());
            case NONE -> throw column.refused("has no values");
        }
    }

    /**
     * Writes a column of lists. Short lists are padded to the length of the longest list.
     *
     * @throws DatasetException if a list contains the padding, which a reader could not distinguish from the padding
     */
    void writePadded(ColumnSpool column, int padding) throws IOException {
        writeLists(column, OptionalInt.of(padding));
    }

    private void writeTexts(ColumnSpool column) throws IOException {
        int width = Math.max(1, column.maxLength());
        if (rows > MAX_TEXT_BYTES / Integer.BYTES / width) {
            throw DatasetException.of("column \"" + column.name() + "\" needs " + rows + " x " + width
                    + " characters, because every string is padded to the length of the longest; the maximum is "
                    + MAX_TEXT_BYTES / Integer.BYTES + ": write .jsonl instead");
        }
        writeHeader("<U" + width, rows + ",");
        try (DataInputStream in = column.open()) {
            for (long i = 0; i < rows; i++) {
                int[] characters = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8)
                        .codePoints()
                        .toArray();
                writeInts(characters, width, 0);
            }
        }
    }

    private void writeInts(int[] values, int width, int padding) throws IOException {
        for (int value : values) {
            out.writeInt(Integer.reverseBytes(value));
        }
        for (int i = values.length; i < width; i++) {
            out.writeInt(Integer.reverseBytes(padding));
        }
    }

    private void writeNumbers(ColumnSpool column, String type) throws IOException {
        writeHeader(type, rows + ",");
        boolean areIntegers = column.kind() == ColumnSpool.Kind.INTEGERS;
        try (DataInputStream in = column.open()) {
            for (long i = 0; i < rows; i++) {
                long bits = in.readLong();
                boolean isConverted = !areIntegers && i < column.integerRows();
                out.writeLong(Long.reverseBytes(isConverted ? Double.doubleToRawLongBits((double) bits) : bits));
            }
        }
    }

    private void writeFlags(ColumnSpool column) throws IOException {
        writeHeader("|b1", rows + ",");
        try (DataInputStream in = column.open()) {
            in.transferTo(out);
        }
    }

    /** Writes a column of lists. With a padding, no list may contain it. */
    private void writeLists(ColumnSpool column, OptionalInt padding) throws IOException {
        int width = Math.max(1, column.maxLength());
        writeHeader("<i4", rows + ", " + width);
        try (DataInputStream in = column.open()) {
            for (long row = 1; row <= rows; row++) {
                int[] values = readList(in);
                if (padding.isPresent()) {
                    requireWithout(padding.getAsInt(), values, column, row);
                }
                writeInts(values, width, padding.orElse(0));
            }
        }
    }

    private static void requireWithout(int padding, int[] values, ColumnSpool column, long row)
            throws DatasetException {
        if (IntStream.of(values).anyMatch(each -> each == padding)) {
            throw DatasetException.of("column \"" + column.name() + "\" has the pad id " + padding
                    + " as a token in row " + row + ", which a reader would remove: set another pad id (--pad-id), or"
                    + " write .npz, which stores the lengths");
        }
    }

    /** Writes the lengths of the lists of a column. */
    void writeLengths(ColumnSpool column) throws IOException {
        writeHeader("<i4", rows + ",");
        try (DataInputStream in = column.open()) {
            for (long i = 0; i < rows; i++) {
                int count = in.readInt();
                in.skipNBytes((long) count * Integer.BYTES);
                out.writeInt(Integer.reverseBytes(count));
            }
        }
    }

    private static int[] readList(DataInputStream in) throws IOException {
        int[] values = new int[in.readInt()];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readInt();
        }
        return values;
    }

    /**
     * Writes the header of an array. Its length is padded to a multiple of 64 bytes, which allows readers to map the values into memory.
     */
    private void writeHeader(String type, String shape) throws IOException {
        String text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
        int length = text.length() + 1;
        int padded = (HEADER_OFFSET + length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT - HEADER_OFFSET;
        String header = text + " ".repeat(padded - length) + "\n";
        out.write(NpyHeader.magic());
        out.write(1);
        out.write(0);
        out.writeShort(Short.reverseBytes((short) padded));
        out.write(header.getBytes(StandardCharsets.US_ASCII));
    }
}
