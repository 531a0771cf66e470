// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetSource;
import io.loadharness.dataset.DecompressionLimits;
import io.loadharness.dataset.RowSink;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** An array of a {@code .npz} file. Errors that occur while the array is read contain its name. */
final class NpzColumn implements Closeable {

    static final String EXTENSION = ".npy";

    private final String name;
    private final ZipSource entry;
    private final NpyArray array;

    private NpzColumn(String name, ZipSource entry) throws IOException {
        this.name = name;
        this.entry = entry;
        array = NpyArray.open(entry, name);
    }

    static NpzColumn open(ZipFile zip, ZipEntry entry, DecompressionLimits limits, OptionalInt pad) throws IOException {
        String name = nameOf(entry);
        var opened = new ZipSource(zip, entry, limits, pad);
        try {
            return new NpzColumn(name, opened);
        } catch (IOException e) {
            opened.close();
            throw withName(name, e);
        }
    }

    /** Returns the name of the array in an entry. */
    static String nameOf(ZipEntry entry) throws DatasetException {
        String file = entry.getName();
        if (!file.endsWith(EXTENSION) || file.length() == EXTENSION.length()) {
            throw new DatasetException("the archive contains \"" + file + "\", which is not an array");
        }
        return file.substring(0, file.length() - EXTENSION.length());
    }

    String name() {
        return name;
    }

    List<String> columnNames() {
        return array.layout().fields().stream()
                .filter(field -> !field.type().isVoid())
                .map(NpyLayout.Field::name)
                .toList();
    }

    long rows() {
        return array.layout().rows();
    }

    /** Returns true if the rows are lists of integers. */
    boolean isLists() {
        return array.layout().fields().get(0).isList();
    }

    /** Returns true if the rows are single integers. */
    boolean isIntegers() {
        NpyLayout.Field first = array.layout().fields().get(0);
        return !first.isList() && first.type().isIntegral() && !first.type().isFlag();
    }

    /**
     * Sets the column that contains the lengths of the lists in this column. In each row, the caller must read {@code lengths} before this
     * column. Warns if the side of the padding is not certain.
     */
    void setLengths(NpzColumn lengths, Consumer<String> warnings) throws IOException {
        Padding.SideFinder finder = sideOfPadding(lengths);
        if (finder.isAmbiguous()) {
            warnings.accept(
                    "the padding of \"" + name + "\" is on the left or on the right: the lengths in \"" + lengths.name
                            + "\" fit both. The values on the right were removed. If the padding is on the left, set the pad id with"
                            + " --pad-id");
        }
        array.setLengths(width -> lengths.lengthWithin(width), finder.side());
    }

    /** Returns the shape of the array for messages, for example {@code (100, 512)}. */
    String shape() {
        NpyLayout.Field first = array.layout().fields().get(0);
        return "(" + rows() + (array.isSingleList() ? ", " + first.width() : ",") + ")";
    }

    /** Returns true if each row consists of a single list. */
    boolean isSingleList() {
        return array.isSingleList();
    }

    /** Sets the column that contains the attention mask of the lists in this column. Both can be the same column. */
    void setMask(NpzColumn mask) {
        array.setMask(mask.array);
    }

    /** Finds the side of the padding in the first rows. If the rows cannot be read, the later pass over all rows reports the reason. */
    private Padding.SideFinder sideOfPadding(NpzColumn lengths) throws IOException {
        var finder = new Padding.SideFinder(entry.pad());
        if (!array.isSingleList()) {
            return finder;
        }
        int width = (int) array.layout().fields().get(0).width();
        try (var lists = new ZipSource(entry);
                NpyArray values = NpyArray.open(lists, name);
                var counts = new ZipSource(lengths.entry);
                NpyArray known = NpyArray.open(counts, lengths.name)) {
            boolean needsMore = true;
            for (long row = 0; row < rows() && needsMore; row++) {
                long length = known.nextInteger();
                if (length < 0 || length > width) {
                    break;
                }
                needsMore = finder.read((int) length, values.nextList(), width);
            }
        } catch (DatasetException | ZipException | EOFException e) {
            return finder;
        }
        return finder;
    }

    private int lengthWithin(int width) throws DatasetException {
        long length = array.lastInteger();
        if (length < 0 || length > width) {
            throw new DatasetException(
                    "the length in \"" + name + "\" is " + length + ", but the row has " + width + " values");
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
            throw new DatasetException(message(name, e));
        } catch (IOException e) {
            throw withName(name, e);
        }
    }

    void checkEnd() throws IOException {
        try {
            array.checkEnd();
        } catch (IOException e) {
            throw withName(name, e);
        }
    }

    private static IOException withName(String name, IOException failure) {
        if (failure instanceof ZipException || failure instanceof EOFException) {
            return DatasetException.of("array \"" + name + "\" is damaged in its zip archive: " + failure.getMessage());
        }
        return failure instanceof DatasetException ? DatasetException.of(message(name, failure)) : failure;
    }

    private static String message(String name, IOException failure) {
        return "array \"" + name + "\": " + failure.getMessage();
    }

    @Override
    public void close() throws IOException {
        try (entry) {
            array.close();
        }
    }

    /** An entry of a zip archive. */
    private static final class ZipSource implements DatasetSource, Closeable {

        private final ZipFile zip;
        private final ZipEntry entry;
        private final DecompressionLimits limits;
        private final OptionalInt pad;
        private @Nullable Path copy;

        ZipSource(ZipFile zip, ZipEntry entry, DecompressionLimits limits, OptionalInt pad) {
            this.zip = zip;
            this.entry = entry;
            this.limits = limits;
            this.pad = pad;
        }

        /** Creates another source of the same entry. */
        ZipSource(ZipSource same) {
            this(same.zip, same.entry, same.limits, same.pad);
        }

        @Override
        public InputStream open() throws IOException {
            return limits.limited(new ChecksumStream(zip.getInputStream(entry), entry.getCrc()));
        }

        @Override
        public Path file() throws IOException {
            if (copy == null) {
                try (InputStream in = open()) {
                    copy = DecompressionLimits.copy(in, EXTENSION);
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

        /** A stream that verifies the checksum of a zip entry when it reaches the end, because {@link ZipFile} does not verify it. */
        private static final class ChecksumStream extends CheckedInputStream {

            private final long expected;

            ChecksumStream(InputStream in, long expected) {
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
                    throw new DatasetException("its bytes do not match their checksum");
                }
                return read;
            }
        }
    }
}
