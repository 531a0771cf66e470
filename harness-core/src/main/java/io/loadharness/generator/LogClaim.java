// SPDX-License-Identifier: Apache-2.0
package io.loadharness.generator;

import io.loadharness.internal.FileTrouble;
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
 * The right of one run to write some log files, which only one run at a time has, and the check that they are still the same files at its
 * end. The right ends with the process at the latest. Thread-safe.
 */
public final class LogClaim {

    private static final Set<Path> CLAIMED = new HashSet<>();

    private final List<Path> files;
    private final Path lockFile;
    private final FileChannel lock;

    /** The files that were opened. While a file is open, its key belongs to no other file. */
    private final Map<Path, Opened> opened = new LinkedHashMap<>();

    private boolean held = true;

    /** An open file with the key by which the file system knows it. */
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
     * @param files without symbolic links in the names of their folders; a file next to the first is locked as long as the claim is
     *     held, so that no other process claims it
     * @throws IllegalArgumentException if another run has one of them
     */
    public static LogClaim of(List<Path> files) {
        synchronized (CLAIMED) {
            files.stream().filter(CLAIMED::contains).findFirst().ifPresent(file -> {
                throw taken("run", file);
            });
            LogClaim claim = new LogClaim(files);
            CLAIMED.addAll(files);
            return claim;
        }
    }

    /** Not the log itself: a process loses its lock on a file as soon as it closes it once, and every reader of the log does that. */
    private static FileChannel lock(Path lockFile, Path file) {
        FileChannel channel;
        try {
            channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot write " + lockFile + ": " + FileTrouble.of(e), e);
        }
        if (!isFree(channel)) {
            close(channel);
            throw taken("process", file);
        }
        return channel;
    }

    private static boolean isFree(FileChannel channel) {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // the library is in this process twice
        } catch (IOException e) {
            return true; // not every file system has locks
        }
    }

    private static IllegalArgumentException taken(String by, Path file) {
        return new IllegalArgumentException(
                "another " + by + " is writing " + file + ": give each run a directory or a prefix of its own");
    }

    /**
     * Makes one of the files if it is missing, empties it, and remembers which file it is.
     *
     * @return the open file, which {@link #release} closes
     * @throws IOException if it cannot be written
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
        return key == null ? file : key; // not every file system has keys
    }

    /**
     * Does nothing while each path still leads to the file that was opened there.
     *
     * @throws IOException if a file was replaced, moved or deleted; the message is a sentence that names it
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
                        file + " is not the file of this run: it was replaced while the run wrote it; give each run a"
                                + " directory of its own");
            }
        }
    }

    /** Closes the files and frees them for other runs. Further calls do nothing. */
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
            // closed all the same
        }
    }
}
