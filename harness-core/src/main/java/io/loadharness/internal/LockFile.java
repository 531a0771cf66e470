// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An exclusive lock in this process and among processes: a locked file, which {@link #close} deletes. The operating system releases the
 * lock when the process exits. On a file system without locks, the lock has an effect only in this process. Thread-safe.
 *
 * <p>The previous owner can delete the file after this process has opened it, and a lock on a deleted file excludes no other process.
 * Therefore each owner writes a unique text to the locked file, and checks that the path leads to this text.
 */
public final class LockFile implements AutoCloseable {

    /**
     * The prefix of the system properties that name the locked files of this process. A lock of the operating system cannot replace them:
     * opening a file again and closing it releases the lock. All class loaders of the process share the properties and, because equal
     * constants are one object, this monitor.
     */
    private static final String LOCKED = "io.loadharness.locked.";

    private final Path path;
    private final RandomAccessFile file; // not a channel, because an interrupt of this thread would close it
    private @Nullable FileInputStream reader; // stays open, because closing it would release the lock
    private boolean isClosed;

    /** The result of {@link #take}. */
    enum Taking {
        LOCKED,
        HELD_BY_ANOTHER,
        DELETED
    }

    /** Opens a file without locking it. Creates the file if it does not exist. */
    LockFile(Path path) throws IOException {
        this.path = path;
        this.file = new RandomAccessFile(path.toFile(), "rw");
    }

    /**
     * Creates a file if it does not exist, and locks it.
     *
     * @param file the path; two paths in the same folder are the same lock also if one contains a symbolic link to the folder
     * @return empty if another thread or process has locked the file
     * @throws IOException if the file cannot be created or written
     */
    public static Optional<LockFile> lock(Path file) throws IOException {
        Path real = real(file);
        synchronized (LOCKED) {
            if (isLockedHere(real)) {
                return Optional.empty();
            }
            while (true) {
                LockFile opened = new LockFile(real);
                switch (opened.take()) {
                    case LOCKED -> {
                        System.setProperty(LOCKED + real, "");
                        return Optional.of(opened);
                    }
                    case HELD_BY_ANOTHER -> {
                        return Optional.empty();
                    }
                    case DELETED -> {} // the next attempt creates the file
                }
            }
        }
    }

    /** Locks the open file. Closes the file unless the result is {@link Taking#LOCKED}. */
    Taking take() throws IOException {
        Taking result = Taking.HELD_BY_ANOTHER;
        try {
            if (isLocked(file.getChannel(), false)) {
                result = isAtPath() ? Taking.LOCKED : Taking.DELETED;
            }
            return result;
        } finally {
            if (result != Taking.LOCKED) {
                closeFiles();
            }
        }
    }

    /** Writes a unique text to the file. Returns true if the path leads to this text. */
    private boolean isAtPath() throws IOException {
        byte[] text = UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII);
        file.setLength(0);
        file.write(text);
        try {
            reader = new FileInputStream(path.toFile());
        } catch (FileNotFoundException e) {
            if (Files.exists(path)) {
                throw e; // for example because this process has too many open files
            }
            return false;
        }
        return Arrays.equals(reader.readNBytes(text.length), text);
    }

    /**
     * Returns true if a thread or process has locked a file. Does not create, change or delete the file. While another process calls this
     * method, which takes microseconds, {@link #lock} returns empty.
     */
    public static boolean isHeld(Path file) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        Path real = real(file);
        synchronized (LOCKED) {
            if (isLockedHere(real)) {
                return true;
            }
            try (FileChannel channel = FileChannel.open(real, StandardOpenOption.READ)) {
                return !isLocked(channel, true);
            } catch (NoSuchFileException e) {
                return false;
            }
        }
    }

    private static boolean isLockedHere(Path real) {
        return System.getProperty(LOCKED + real) != null;
    }

    private static Path real(Path file) throws IOException {
        return file.toAbsolutePath().resolveSibling("").toRealPath().resolve(file.getFileName());
    }

    /** Locks a file until its channel is closed. Returns false if it has another lock. */
    private static boolean isLocked(FileChannel channel, boolean shared) {
        try {
            return channel.tryLock(0, Long.MAX_VALUE, shared) != null;
        } catch (OverlappingFileLockException e) {
            return false; // another class of this process has locked the file
        } catch (IOException e) {
            return true; // the file system does not support locks
        }
    }

    /** Deletes the file and releases the lock. Later calls do nothing. */
    @Override
    public void close() {
        synchronized (LOCKED) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            path.toFile()
                    .delete(); // before the release, because after it the path can lead to the file of the next owner
            closeFiles();
            System.clearProperty(LOCKED + path);
        }
    }

    private void closeFiles() {
        close(reader);
        close(file);
    }

    private static void close(@Nullable Closeable file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            // the file is closed despite the exception
        }
    }
}
