package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.Source;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.OptionalInt;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** A file within a zip archive. */
final class NpzEntry implements Source, Closeable {

    private final ZipFile zip;
    private final ZipEntry entry;
    private final OptionalInt pad;
    private Path copy;

    NpzEntry(ZipFile zip, ZipEntry entry, OptionalInt pad) {
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
            copy = Files.createTempFile("loadharness", NpzColumn.ENDING);
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
