// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;

/** A file that is in memory until a reader asks for one on disk; that one goes when it is closed. */
public final class BytesSource implements DatasetSource, AutoCloseable {

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

    /** What a format makes of the bytes. */
    public static RowList read(DatasetFormat format, byte[] bytes) throws IOException {
        var rows = new RowList();
        try (var source = new BytesSource(bytes)) {
            format.read(source, rows);
        }
        return rows;
    }

    /** What a format makes of a text. */
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
            file = Files.createTempFile("dataset", ".test");
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
