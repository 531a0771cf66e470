// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import io.loadharness.internal.FreeSpace;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Limits for the decompression of a file. The limits protect memory and disk from small files that expand without end (zip bombs). The
 * limits apply to each stream of the file. Not thread-safe.
 */
public final class DecompressionLimits {

    /** The number of bytes that any file may expand to. */
    static final long BASE_BYTES = 256L << 20;

    /**
     * The number of bytes that each byte of the file may expand to. The rows of data sets rarely expand by a factor of more than 20; gzip
     * can expand by a factor of up to 1032.
     */
    static final long MAX_RATIO = 200;

    /**
     * The maximum number of decompressed bytes per byte of the heap, for rows in memory. The value is large, because JSON has long names
     * around short values.
     */
    private static final long BYTES_PER_HEAP_BYTE = 32;

    /** The number of bytes that a temporary copy leaves free on the disk. */
    private static final long RESERVE = 64L << 20;

    private static final int BUFFER = 1 << 16;
    private static final int BYTES_PER_CHECK = 16 << 20;

    private final long limit;
    private final String reason;

    /**
     * Creates the limits for a file.
     *
     * @param fileBytes the size of the compressed file
     */
    public DecompressionLimits(long fileBytes) {
        this(
                Math.max(BASE_BYTES, fileBytes * MAX_RATIO),
                "more than " + MAX_RATIO
                        + " times as large as the file: possible zip bomb; if you trust the file, unpack it first");
    }

    private DecompressionLimits(long limit, String reason) {
        this.limit = limit;
        this.reason = reason;
    }

    /**
     * Returns the limits for a file whose rows are kept in memory. The limits also depend on the size of the heap. As a result, a file that
     * is too large for the memory is rejected early.
     *
     * @param fileBytes the size of the compressed file
     * @param heapBytes the maximum size of the heap in bytes
     */
    static DecompressionLimits intoMemory(long fileBytes, long heapBytes) {
        DecompressionLimits byRatio = new DecompressionLimits(fileBytes);
        long byHeap = Math.max(BASE_BYTES, heapBytes * BYTES_PER_HEAP_BYTE);
        return byHeap >= byRatio.limit
                ? byRatio
                : new DecompressionLimits(
                        byHeap,
                        "more than " + BYTES_PER_HEAP_BYTE + " times as large as the memory of Java, "
                                + (heapBytes >> 20)
                                + " MiB: set a larger heap, for example JAVA_TOOL_OPTIONS=-Xmx16g, or unpack the file"
                                + " first");
    }

    /** Returns the stream with a limit on its length. Reading beyond the limit throws a {@link DatasetException}. */
    public InputStream limited(InputStream unpacked) {
        return new LimitedStream(unpacked);
    }

    /**
     * Copies a stream to a new temporary file, which only its owner can read. The caller deletes the file. If the copy fails, no file is
     * left.
     *
     * @param extension the end of the file name
     * @throws DatasetException if the free space of the disk is known and not sufficient
     */
    public static Path copy(InputStream unpacked, String extension) throws IOException {
        return copy(unpacked, extension, FreeSpace::of);
    }

    static Path copy(InputStream unpacked, String extension, Function<Path, OptionalLong> freeSpace)
            throws IOException {
        Path file = Files.createTempFile("loadharness", extension);
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] buffer = new byte[BUFFER];
            long unchecked = BYTES_PER_CHECK;
            long written = 0;
            for (int count = unpacked.read(buffer); count >= 0; count = unpacked.read(buffer)) {
                unchecked += count;
                if (unchecked >= BYTES_PER_CHECK) {
                    requireSpace(file, written, freeSpace.apply(file));
                    unchecked = 0;
                }
                out.write(buffer, 0, count);
                written += count;
            }
            return file;
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    private static void requireSpace(Path file, long written, OptionalLong free) throws DatasetException {
        if (free.isPresent() && free.getAsLong() < RESERVE + BYTES_PER_CHECK) {
            throw DatasetException.of("its unpacked content does not fit into the temporary folder " + file.getParent()
                    + ": " + (written >> 20) + " MiB were written, and " + (free.getAsLong() >> 20)
                    + " MiB are free; free space, or set another folder with -Djava.io.tmpdir");
        }
    }

    private final class LimitedStream extends FilterInputStream {

        private long read;

        LimitedStream(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            count(value < 0 ? 0 : 1);
            return value;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int count = super.read(into, from, length);
            count(Math.max(0, count));
            return count;
        }

        private void count(int bytes) throws DatasetException {
            read += bytes;
            if (read > limit) {
                throw DatasetException.of(
                        "its unpacked content is larger than " + (limit >> 20) + " MiB and " + reason);
            }
        }
    }
}
