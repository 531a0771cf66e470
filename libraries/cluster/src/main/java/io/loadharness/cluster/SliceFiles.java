// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import com.google.protobuf.UnsafeByteOperations;
import io.loadharness.cluster.protocol.ClusterProtocol.SliceContent;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Receives files in parts and writes them below a folder. Keeps at most one part in memory. A file cannot become larger than the size that
 * its first part announces. Only this user can read the files. Not thread-safe.
 */
final class SliceFiles implements Closeable {

    /** The maximum number of bytes in a part. */
    static final int MAX_PART_BYTES = 1 << 20;

    /** The maximum number of files. */
    static final int MAX_FILES = 10_000;

    /** The number of bytes in a part that is sent. Parts are small, so that they do not delay the replies to pings. */
    private static final int SENT_PART_BYTES = 256 << 10;

    private final Path folder;
    private @Nullable OutputStream current;
    private long left;
    private int count;

    /** Creates a receiver. The folder is created with the first file. */
    SliceFiles(Path folder) {
        this.folder = folder;
    }

    /** Returns the number of complete files. */
    int complete() {
        return left > 0 ? count - 1 : count;
    }

    /**
     * Checks that all files are complete.
     *
     * @throws IllegalArgumentException if parts are missing
     */
    void requireComplete() {
        if (left > 0) {
            throw new IllegalArgumentException("the last file is not complete");
        }
    }

    /**
     * Writes a part.
     *
     * @throws IllegalArgumentException if the part does not continue the current file, or its path is not allowed
     * @throws IOException if the file exists or cannot be written
     */
    void add(SliceContent part) throws IOException {
        if (left == 0) {
            open(part.getPath(), part.getSize());
        } else if (!part.getPath().isEmpty()) {
            throw new IllegalArgumentException("a file starts before the previous one is complete");
        }
        int size = part.getContent().size();
        if (size > Math.min(left, MAX_PART_BYTES) || (size == 0 && left > 0)) {
            throw new IllegalArgumentException("a part of a file has " + size + " bytes");
        }
        OutputStream out = current;
        if (out != null) {
            part.getContent().writeTo(out);
            left -= size;
            if (left == 0) {
                close();
            }
        }
    }

    private void open(String path, long size) throws IOException {
        SlicePaths.check(path);
        if (size < 0 || ++count > MAX_FILES) {
            throw new IllegalArgumentException("a file has " + size + " bytes, and is number " + count);
        }
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent(), SlicePaths.privateFolder());
        current = Channels.newOutputStream(Files.newByteChannel(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), SlicePaths.privateFile()));
        left = size;
        if (size == 0) {
            close();
        }
    }

    /** Receives the parts of a file. */
    @FunctionalInterface
    interface Sender {

        void send(SliceContent part) throws IOException, InterruptedException;
    }

    /** Sends a file in parts. Closes the stream. */
    static void send(String path, long size, InputStream content, Sender sender)
            throws IOException, InterruptedException {
        try (content) {
            long left = size;
            do {
                byte[] bytes = content.readNBytes((int) Math.min(left, SENT_PART_BYTES));
                if (bytes.length == 0 && left > 0) {
                    throw new IOException("the file " + path + " became smaller while it was read");
                }
                SliceContent.Builder part =
                        SliceContent.newBuilder().setContent(UnsafeByteOperations.unsafeWrap(bytes));
                if (left == size) {
                    part.setPath(path).setSize(size);
                }
                left -= bytes.length;
                sender.send(part.build());
            } while (left > 0);
        }
    }

    /** Closes the file that is being written. */
    @Override
    public void close() throws IOException {
        OutputStream out = current;
        current = null;
        if (out != null) {
            out.close();
        }
    }
}
