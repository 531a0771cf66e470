// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The files that a run writes, with their file keys, for example inode numbers. Detects files that were replaced, moved or deleted during
 * the run. Keeps the files open: while a file is open, the file system does not assign its key to another file. Thread-safe.
 */
public final class FileIdentities implements AutoCloseable {

    private final Map<Path, Held> files = new LinkedHashMap<>();

    /** An open file with its file key. */
    private record Held(FileChannel channel, Object key) {}

    /**
     * Adds an existing file. If the path was already added, stores the file key of the file that is now at this path.
     *
     * @throws IOException if the file cannot be read
     */
    public void add(Path file) throws IOException {
        add(file, FileChannel.open(file, StandardOpenOption.READ));
    }

    /**
     * Adds a file that is open. {@link #close} closes the channel. If this method fails, it closes the channel itself.
     *
     * @throws IOException if the attributes of the file cannot be read
     */
    public synchronized void add(Path file, FileChannel channel) throws IOException {
        try {
            Held earlier = files.put(file, new Held(channel, key(file)));
            if (earlier != null) {
                earlier.channel().close();
            }
        } catch (Throwable e) {
            channel.close();
            throw e;
        }
    }

    private static Object key(Path file) throws IOException {
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        return key == null ? file : key; // the file system does not support file keys
    }

    /**
     * Checks that each path still refers to the file that was added.
     *
     * @throws IOException if a file was replaced, moved or deleted; the message gives its path
     */
    public synchronized void requireSame() throws IOException {
        for (Map.Entry<Path, Held> each : files.entrySet()) {
            Path file = each.getKey();
            Object found;
            try {
                found = key(file);
            } catch (IOException e) {
                throw new IOException(
                        file + " is missing: it or its directory was deleted or moved while the run wrote it", e);
            }
            if (!found.equals(each.getValue().key())) {
                throw new IOException(
                        file + " is not the file of this run: it was replaced while the run wrote it; use a separate"
                                + " directory for each run");
            }
        }
    }

    /** Closes the files. Later calls do nothing. */
    @Override
    public synchronized void close() {
        for (Held each : files.values()) {
            try {
                each.channel().close();
            } catch (IOException e) {
                // the channel is closed despite the exception
            }
        }
        files.clear();
    }
}
