// SPDX-License-Identifier: Apache-2.0
package io.loadharness.generator;

import io.loadharness.internal.FileErrors;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An exclusive claim of one run to its log files. At the end of the run, it also checks that the paths still refer to the same files. The
 * operating system releases the claim when the process exits. Thread-safe.
 */
public final class LogClaim {

    private static final Set<Path> CLAIMED = new HashSet<>();

    private final List<Path> files;
    private final Path lockFile;
    private final FileChannel lock;

    /** The files that were opened. While a file is open, no other file has the same key. */
    private final Map<Path, Opened> opened = new LinkedHashMap<>();

    private boolean held = true;

    /** An open file with its key in the file system. */
    private record Opened(FileChannel channel, Object key) {}

    private LogClaim(List<Path> files) {
        this.files = files;
        Path first = files.get(0);
        this.lockFile = first.resolveSibling(first.getFileName() + ".lock");
        this.lock = lock(lockFile, first);
    }

    /**
     * Claims files.
     *
     * @param files the paths, without symbolic links in their directories; a lock on an additional file next to the first path prevents
     *     other processes from claiming the files
     * @throws IllegalArgumentException if another run has claimed one of the files
     */
    public static LogClaim of(List<Path> files) {
        synchronized (CLAIMED) {
            files.stream().filter(CLAIMED::contains).findFirst().ifPresent(file -> {
                throw alreadyClaimed("run", file);
            });
            LogClaim claim = new LogClaim(files);
            CLAIMED.addAll(files);
            return claim;
        }
    }

    /** Locks a separate file next to the log. A lock on the log itself would be lost when a log reader in this process closes the log. */
    private static FileChannel lock(Path lockFile, Path file) {
        FileChannel channel;
        try {
            channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot write " + lockFile + ": " + FileErrors.describe(e), e);
        }
        if (!isFree(channel)) {
            close(channel);
            throw alreadyClaimed("process", file);
        }
        return channel;
    }

    private static boolean isFree(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // another class loader of this process has loaded this class
        } catch (IOException e) {
            return true; // the file system does not support locks
        }
    }

    private static IllegalArgumentException alreadyClaimed(String by, Path file) {
        return new IllegalArgumentException(
                "another " + by + " is writing " + file + ": use a separate directory or prefix for each run");
    }

    /**
     * Creates or truncates one of the files and stores its key for {@link #requireSameFiles}.
     *
     * @return the open file, which {@link #release} closes
     * @throws IOException if the file cannot be written
     */
    public synchronized FileChannel open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        try {
            opened.put(file, new Opened(channel, key(file)));
            return channel;
        } catch (Throwable e) {
            channel.close();
            throw e;
        }
    }

    private static Object key(Path file) throws IOException {
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        return key == null ? file : key; // the file system does not support keys
    }

    /**
     * Checks that each path still refers to the file that was opened.
     *
     * @throws IOException if a file was replaced, moved or deleted; the message contains its path
     */
    public synchronized void requireSameFiles() throws IOException {
        for (Map.Entry<Path, Opened> each : opened.entrySet()) {
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

    /** Closes the files and releases the claim. Later calls do nothing. */
    public synchronized void release() {
        synchronized (CLAIMED) {
            if (!held) {
                return;
            }
            held = false;
            opened.values().forEach(each -> close(each.channel()));
            files.forEach(CLAIMED::remove);
            lockFile.toFile().delete();
            close(lock);
        }
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // the channel is closed despite the exception
        }
    }
}
