// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A file on disk, compressed or not. {@link #close} deletes the decompressed copy that {@link #file} may have created. */
final class DatasetFile implements DatasetSource, AutoCloseable {

    private final Path path;
    private final DatasetReader.Progress progress;
    private final Consumer<String> warnings;
    private final long size;
    private final FileStart start;
    private final Optional<Compression> compression;
    private final OptionalInt pad;
    private final boolean intoMemory;
    private @Nullable Path decompressed;
    private boolean isPadUsed;

    private DatasetFile(
            Path path,
            DatasetReader.Progress progress,
            Consumer<String> warnings,
            long size,
            FileStart start,
            Optional<Compression> compression,
            OptionalInt pad,
            boolean intoMemory) {
        this.path = path;
        this.progress = progress;
        this.warnings = warnings;
        this.size = size;
        this.start = start;
        this.compression = compression;
        this.pad = pad;
        this.intoMemory = intoMemory;
    }

    /**
     * Opens a file.
     *
     * @param intoMemory true if all rows of the file are kept in memory
     */
    static DatasetFile open(
            Path file, DatasetReader.Progress progress, Consumer<String> warnings, OptionalInt pad, boolean intoMemory)
            throws IOException {
        requireRegularFile(file);
        try {
            long size = Files.size(file);
            FileStart start = start(file, Optional.empty());
            Optional<Compression> compression = Formats.compressions().stream()
                    .filter(each -> each.matches(start))
                    .findFirst();
            FileStart content = compression.isPresent() ? start(file, compression) : start;
            return new DatasetFile(file, progress, warnings, size, content, compression, pad, intoMemory);
        } catch (NoSuchFileException e) {
            throw DatasetException.of(file + " does not exist");
        } catch (DatasetException e) {
            throw e.in(file, 1); // the first bytes could not be decompressed
        }
    }

    private static FileStart start(Path file, Optional<Compression> compression) throws IOException {
        String name = String.valueOf(file.getFileName());
        String extension = compression.map(each -> "." + each.extension()).orElse("");
        String plain = name.endsWith(extension) ? name.substring(0, name.length() - extension.length()) : name;
        try (InputStream in = unpack(Files.newInputStream(file), compression)) {
            return new FileStart(in.readNBytes(FileStart.LENGTH), plain);
        }
    }

    private static InputStream unpack(InputStream in, Optional<Compression> compression) throws IOException {
        if (compression.isEmpty()) {
            return in;
        }
        try {
            return compression.get().decompress(new BufferedInputStream(in, 1 << 16));
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
        InputStream content = unpack(new ProgressStream(Files.newInputStream(path)), compression);
        return compression.isPresent() ? limits(size).limited(content) : content;
    }

    @Override
    public DecompressionLimits decompressionLimits() throws IOException {
        return limits(Files.size(file()));
    }

    private DecompressionLimits limits(long fileBytes) {
        return intoMemory
                ? DecompressionLimits.intoMemory(fileBytes, Runtime.getRuntime().maxMemory())
                : new DecompressionLimits(fileBytes);
    }

    @Override
    public Path file() throws IOException {
        if (compression.isEmpty()) {
            return path;
        }
        if (decompressed == null) {
            try (InputStream in = open()) {
                decompressed = DecompressionLimits.copy(in, ".unpacked");
            }
        }
        return decompressed;
    }

    @Override
    public OptionalInt pad() {
        isPadUsed = true;
        return pad;
    }

    @Override
    public void warn(String message) {
        warnings.accept(path + ": " + message);
    }

    /** Checks that the format has used the pad id. Without a pad id from the user, does nothing. */
    void requirePadUsed(String format) throws DatasetException {
        if (pad.isPresent() && !isPadUsed) {
            throw DatasetException.of(path + " has the format " + format + ", which does not support a pad id: "
                    + "only the NumPy formats npy and npz do, because their rows have equal length. Lists in other formats"
                    + " have their own length; if they are padded, remove the pads before saving them");
        }
    }

    @Override
    public void close() throws IOException {
        if (decompressed != null) {
            Files.deleteIfExists(decompressed);
        }
    }

    /** A stream that reports the progress of reading the file. */
    private final class ProgressStream extends FilterInputStream {

        private long read;

        ProgressStream(InputStream in) {
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

    /** Checks that a path, if it exists, is a regular file. */
    static void requireRegularFile(Path file) throws DatasetException {
        if (Files.isDirectory(file)) {
            throw DatasetException.of(file + " is a folder; a data set must be a file");
        } else if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw DatasetException.of(
                    file + " is a pipe or a device; a data set must be a file: write the data to a file first");
        }
    }
}
