package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes columns as the arrays of an archive. */
final class NpzEntries {

    private static final int ALIGNMENT = 64;
    private static final int HEADER_BEGIN = 10;
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    /** Texts that are filled up to the longest may take far more than they have. */
    private static final long LARGEST_TEXTS = 1L << 32;

    private final ZipOutputStream zip;
    private final DataOutputStream out;
    private final long rows;

    NpzEntries(ZipOutputStream zip, long rows) {
        this.zip = zip;
        this.rows = rows;
        out = new DataOutputStream(zip);
    }

    void write(NpzSpool column) throws IOException {
        switch (column.kind()) {
            case TEXTS -> writeTexts(column);
            case INTEGERS -> writeNumbers(column, "<i8");
            case NUMBERS -> writeNumbers(column, "<f8");
            case FLAGS -> writeFlags(column);
            case LISTS -> writeLists(column);
            case NONE -> throw column.refused("holds nothing");
        }
    }

    private void writeTexts(NpzSpool column) throws IOException {
        int width = Math.max(1, column.widest());
        if (rows > LARGEST_TEXTS / Integer.BYTES / width) {
            throw DatasetException.of("column \"" + column.name() + "\" would take " + rows + " x " + width
                    + " characters, as an array fills every text up to the longest: write .jsonl");
        }
        begin(column.name(), "<U" + width, rows + ",");
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

    private void writeNumbers(NpzSpool column, String type) throws IOException {
        begin(column.name(), type, rows + ",");
        boolean areWhole = column.kind() == NpzSpool.Kind.INTEGERS;
        try (DataInputStream in = column.open()) {
            for (long i = 0; i < rows; i++) {
                long bits = in.readLong();
                boolean becomesNumber = !areWhole && i < column.wholeRows();
                out.writeLong(Long.reverseBytes(becomesNumber ? Double.doubleToRawLongBits((double) bits) : bits));
            }
        }
    }

    private void writeFlags(NpzSpool column) throws IOException {
        begin(column.name(), "|b1", rows + ",");
        try (DataInputStream in = column.open()) {
            in.transferTo(out);
        }
    }

    private void writeLists(NpzSpool column) throws IOException {
        int width = Math.max(1, column.widest());
        begin(column.name(), "<i4", rows + ", " + width);
        try (DataInputStream in = column.open()) {
            for (long i = 0; i < rows; i++) {
                writeInts(list(in), width);
            }
        }
        begin(NpzLengths.nameFor(column.name()), "<i4", rows + ",");
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
    private void begin(String name, String type, String shape) throws IOException {
        ZipEntry entry = new ZipEntry(name + NpzColumn.ENDING);
        entry.setTimeLocal(NO_TIME);
        zip.putNextEntry(entry);
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
