// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An exclusive lock in this process and among processes: a locked file that has no content. The operating system releases the lock when the
 * process exits. On a file system without locks, the lock has an effect only in this process. Thread-safe.
 */
public final class LockFile implements AutoCloseable {

    /** The locked files. A lock of the operating system cannot replace this set: opening a file again and closing it releases the lock. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;
    private boolean isClosed;

    private LockFile(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Creates a file if it does not exist, and locks it.
     *
     * @param file the path; two paths in the same folder are the same lock also if one contains a symbolic link to the folder
     * @return empty if another thread or process has locked the file
     * @throws IOException if the file cannot be created
     */
    public static Optional<LockFile> lock(Path file) throws IOException {
        Path real = real(file);
        if (!HELD.add(real)) {
            return Optional.empty();
        }
        boolean locked = false;
        try {
            FileChannel channel = FileChannel.open(real, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            locked = isLocked(channel);
            if (!locked) {
                channel.close();
                return Optional.empty();
            }
            return Optional.of(new LockFile(real, channel));
        } finally {
            if (!locked) {
                HELD.remove(real);
            }
        }
    }

    /** Returns true if a thread or process has locked a file. */
    public static boolean isHeld(Path file) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        Optional<LockFile> lock = lock(file);
        lock.ifPresent(LockFile::close);
        return lock.isEmpty();
    }

    private static Path real(Path file) throws IOException {
        return file.toAbsolutePath().resolveSibling("").toRealPath().resolve(file.getFileName());
    }

    private static boolean isLocked(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // another class loader of this process has loaded this class
        } catch (IOException e) {
            return true; // the file system does not support locks
        }
    }

    /** Deletes the file and releases the lock. Later calls do nothing. */
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        file.toFile().delete();
        try {
            channel.close();
        } catch (IOException e) {
            // the channel is closed despite the exception
        }
        HELD.remove(file);
    }
}
