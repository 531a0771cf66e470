// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetSource;
import io.loadharness.dataset.RowSink;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.OptionalInt;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** An array among others; says which one it is if something is wrong with it. */
final class NpzColumn implements Closeable {

    static final String ENDING = ".npy";

    private final String name;
    private final Entry entry;
    private final NpyArray array;

    private NpzColumn(String name, Entry entry) throws IOException {
        this.name = name;
        this.entry = entry;
        array = NpyArray.open(entry, name);
    }

    static NpzColumn open(ZipFile zip, ZipEntry entry, OptionalInt pad) throws IOException {
        String file = entry.getName();
        if (!file.endsWith(ENDING) || file.length() == ENDING.length()) {
            throw new DatasetException("the archive holds \"" + file + "\", which is not an array");
        }
        String name = file.substring(0, file.length() - ENDING.length());
        var opened = new Entry(zip, entry, pad);
        try {
            return new NpzColumn(name, opened);
        } catch (IOException e) {
            opened.close();
            throw explained(name, e);
        }
    }

    String name() {
        return name;
    }

    List<String> columnNames() {
        return array.layout().fields().stream()
                .filter(field -> !field.type().isGap())
                .map(NpyLayout.Field::name)
                .toList();
    }

    long rows() {
        return array.layout().rows();
    }

    /** Whether its rows are lists of whole numbers. */
    boolean isLists() {
        return array.layout().fields().get(0).isList();
    }

    /** Whether its rows are single whole numbers. */
    boolean isNumbers() {
        NpyLayout.Field first = array.layout().fields().get(0);
        return !first.isList() && first.type().isWhole() && !first.type().isFlag();
    }

    /** Cuts its lists by what {@code lengths} read before for the same row. */
    void cutBy(NpzColumn lengths) {
        array.cut((values, width) -> lengths.lengthWithin(width));
    }

    private int lengthWithin(int width) throws DatasetException {
        long length = array.lastInteger();
        if (length < 0 || length > width) {
            throw new DatasetException(
                    "the length in \"" + name + "\" is " + length + ", and the row has " + width + " values");
        }
        return (int) length;
    }

    void bind(RowSink rows) {
        array.bind(rows);
    }

    void readRow(RowSink rows) throws IOException {
        try {
            array.readRow(rows);
        } catch (DatasetException e) {
            throw new DatasetException(described(name, e));
        } catch (IOException e) {
            throw explained(name, e);
        }
    }

    void checkEnd() throws IOException {
        try {
            array.checkEnd();
        } catch (IOException e) {
            throw explained(name, e);
        }
    }

    private static IOException explained(String name, IOException failure) {
        if (failure instanceof ZipException || failure instanceof EOFException) {
            return DatasetException.of("array \"" + name + "\" is damaged in its zip archive: " + failure.getMessage());
        }
        return failure instanceof DatasetException ? DatasetException.of(described(name, failure)) : failure;
    }

    private static String described(String name, IOException failure) {
        return "array \"" + name + "\": " + failure.getMessage();
    }

    @Override
    public void close() throws IOException {
        try (entry) {
            array.close();
        }
    }

    /** A file within a zip archive. */
    private static final class Entry implements DatasetSource, Closeable {

        private final ZipFile zip;
        private final ZipEntry entry;
        private final OptionalInt pad;
        private @Nullable Path copy;

        Entry(ZipFile zip, ZipEntry entry, OptionalInt pad) {
            this.zip = zip;
            this.entry = entry;
            this.pad = pad;
        }

        @Override
        public InputStream open() throws IOException {
            return new Checked(zip.getInputStream(entry), entry.getCrc());
        }

        @Override
        public Path file() throws IOException {
            if (copy == null) {
                copy = Files.createTempFile("loadharness", ENDING);
                try (InputStream in = open()) {
                    Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
            return copy;
        }

        @Override
        public OptionalInt pad() {
            return pad;
        }

        @Override
        public void close() throws IOException {
            if (copy != null) {
                Files.deleteIfExists(copy);
            }
        }

        /** {@link ZipFile} itself does not compare the check sum. */
        private static final class Checked extends CheckedInputStream {

            private final long expected;

            Checked(InputStream in, long expected) {
                super(in, new CRC32());
                this.expected = expected;
            }

            @Override
            public int read() throws IOException {
                return checked(super.read());
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                return checked(super.read(into, from, length));
            }

            private int checked(int read) throws DatasetException {
                if (read < 0 && getChecksum().getValue() != expected) {
                    throw new DatasetException("its bytes do not match their check sum");
                }
                return read;
            }
        }
    }
}
