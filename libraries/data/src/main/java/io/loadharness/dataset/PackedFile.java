// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A file on disk, packed or not. Closing it deletes the unpacked copy, if one was needed. */
final class PackedFile implements DatasetSource, AutoCloseable {

    private final Path packed;
    private final DatasetReader.Progress progress;
    private final long size;
    private final FileStart start;
    private final Optional<Compression> compression;
    private final OptionalInt pad;
    private @Nullable Path unpacked;
    private boolean isPadKnown;

    private PackedFile(
            Path packed,
            DatasetReader.Progress progress,
            long size,
            FileStart start,
            Optional<Compression> compression,
            OptionalInt pad) {
        this.packed = packed;
        this.progress = progress;
        this.size = size;
        this.start = start;
        this.compression = compression;
        this.pad = pad;
    }

    static PackedFile open(Path file, DatasetReader.Progress progress, OptionalInt pad) throws IOException {
        requireRegularFile(file);
        try {
            long size = Files.size(file);
            FileStart start = start(file, Optional.empty());
            Optional<Compression> compression = Formats.compressions().stream()
                    .filter(each -> each.packed(start))
                    .findFirst();
            FileStart content = compression.isPresent() ? start(file, compression) : start;
            return new PackedFile(file, progress, size, content, compression, pad);
        } catch (NoSuchFileException e) {
            throw DatasetException.of("there is no file " + file);
        } catch (DatasetException e) {
            throw e.in(file, 1); // already its first bytes could not be unpacked
        }
    }

    private static FileStart start(Path file, Optional<Compression> compression) throws IOException {
        String name = String.valueOf(file.getFileName());
        String ending = compression.map(each -> "." + each.ending()).orElse("");
        String plain = name.endsWith(ending) ? name.substring(0, name.length() - ending.length()) : name;
        try (InputStream in = unpack(Files.newInputStream(file), compression)) {
            return new FileStart(in.readNBytes(FileStart.LENGTH), plain);
        }
    }

    private static InputStream unpack(InputStream in, Optional<Compression> compression) throws IOException {
        if (compression.isEmpty()) {
            return in;
        }
        try {
            return compression.get().unpack(new BufferedInputStream(in, 1 << 16));
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    FileStart start() {
        return start;
    }

    @Override
    public InputStream open() throws IOException {
        return unpack(new Counted(Files.newInputStream(packed)), compression);
    }

    @Override
    public Path file() throws IOException {
        if (compression.isEmpty()) {
            return packed;
        }
        if (unpacked == null) {
            unpacked = Files.createTempFile("loadharness", ".unpacked");
            try (InputStream in = open()) {
                Files.copy(in, unpacked, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return unpacked;
    }

    @Override
    public OptionalInt pad() {
        isPadKnown = true;
        return pad;
    }

    /** Checks that the format uses the pad id, if one was given. */
    void requirePadKnown(String format) throws DatasetException {
        if (pad.isPresent() && !isPadKnown) {
            throw DatasetException.of(packed + " is " + format + ", a format without a pad id: "
                    + "only the NumPy formats npy and npz have one");
        }
    }

    @Override
    public void close() throws IOException {
        if (unpacked != null) {
            Files.deleteIfExists(unpacked);
        }
    }

    /** Counts what was read of the packed file. */
    private final class Counted extends FilterInputStream {

        private long read;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            count(value < 0 ? 0 : 1);
            return value;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int got = super.read(bytes, from, length);
            count(got);
            return got;
        }

        private void count(int got) {
            if (got > 0) {
                read += got;
                progress.read(Math.min(1, (double) read / Math.max(1, size)));
            }
        }
    }

    /** Checks that what there is of that name, if there is anything, is one. */
    static void requireRegularFile(Path file) throws DatasetException {
        if (Files.isDirectory(file)) {
            throw DatasetException.of(file + " is a folder, and a data set is a file");
        } else if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw DatasetException.of(file + " is a pipe or a device, and a data set is a file: write it into one");
        }
    }
}
