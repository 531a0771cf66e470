// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * A data set source in memory. Creates a temporary file on demand and deletes it on close. The file is in memory where Linux has a folder
 * for this, because the tests with damaged files create tens of thousands of files.
 */
public final class BytesSource implements DatasetSource, AutoCloseable {

    private static final Path MEMORY = Path.of("/dev/shm");

    private final byte[] bytes;
    private final OptionalInt pad;
    private Path file;

    public BytesSource(byte[] bytes) {
        this(bytes, OptionalInt.empty());
    }

    public BytesSource(byte[] bytes, OptionalInt pad) {
        this.bytes = bytes;
        this.pad = pad;
    }

    /** Returns the rows that a format reads from bytes. */
    public static RowList read(DatasetFormat format, byte[] bytes) throws IOException {
        var rows = new RowList();
        try (var source = new BytesSource(bytes)) {
            format.read(source, rows);
        }
        return rows;
    }

    /** Returns the rows that a format reads from a text. */
    public static RowList read(DatasetFormat format, String text) throws IOException {
        return read(format, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public InputStream open() {
        return new ByteArrayInputStream(bytes);
    }

    @Override
    public Path file() throws IOException {
        if (file == null) {
            file = Files.isWritable(MEMORY)
                    ? Files.createTempFile(MEMORY, "dataset", ".test")
                    : Files.createTempFile("dataset", ".test");
            Files.write(file, bytes);
        }
        return file;
    }

    @Override
    public OptionalInt pad() {
        return pad;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            Files.deleteIfExists(file);
        }
    }
}
