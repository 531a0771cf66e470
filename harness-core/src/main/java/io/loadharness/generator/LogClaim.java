// SPDX-License-Identifier: Apache-2.0
package io.loadharness.generator;

import io.loadharness.internal.FileErrors;
import io.loadharness.internal.FileIdentities;
import io.loadharness.internal.LockFile;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An exclusive claim of one run to its log files. At the end of the run, the claim also checks that the paths still refer to the same
 * files. The operating system releases the claim when the process exits. Thread-safe.
 */
public final class LogClaim {

    private static final Set<Path> CLAIMED = new HashSet<>();

    private static final int PROBE_BYTES = 64 * 1024;

    private final List<Path> files;
    private final LockFile lock;

    private final FileIdentities opened = new FileIdentities();

    private boolean held = true;

    private LogClaim(List<Path> files) {
        this.files = files;
        Path first = files.get(0);
        this.lock = lock(first);
        try {
            requireSpace();
        } catch (IOException e) {
            lock.close();
            throw new IllegalArgumentException(
                    "cannot write logs to " + first.getParent() + ": " + FileErrors.describe(e)
                            + "; free space on the disk of this directory, or choose another log directory",
                    e);
        }
    }

    /**
     * Claims files.
     *
     * @param files the paths, without symbolic links in their directories; a lock on an additional file next to the first path prevents
     *     other processes from claiming the files
     * @throws IllegalArgumentException if another run has claimed one of the files, or if the disk is full
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
    private static LockFile lock(Path file) {
        Path lockFile = sibling(file, ".lock");
        try {
            return LockFile.lock(lockFile).orElseThrow(() -> alreadyClaimed("process", file));
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot write " + lockFile + ": " + FileErrors.describe(e), e);
        }
    }

    private static Path sibling(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }

    private static IllegalArgumentException alreadyClaimed(String by, Path file) {
        return new IllegalArgumentException(
                "another " + by + " is writing " + file + ": use a separate directory or prefix for each run");
    }

    /**
     * Checks that the directory of the files has space, by writing and deleting a small file. Log writers such as LoadGen do not report a
     * full disk.
     *
     * @throws IOException if the file cannot be written
     */
    public void requireSpace() throws IOException {
        File probe = sibling(files.get(0), ".probe").toFile();
        // not a channel, because an interrupt of this thread would close it
        try (FileOutputStream out = new FileOutputStream(probe)) {
            out.write(new byte[PROBE_BYTES]);
        } finally {
            probe.delete();
        }
    }

    /**
     * Creates or truncates one of the files and stores its identity for {@link #requireSameFiles}.
     *
     * @return the open file, which {@link #release} closes
     * @throws IOException if the file cannot be written
     */
    public synchronized FileChannel open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        opened.add(file, channel);
        return channel;
    }

    /**
     * Checks that each path still refers to the file that was opened.
     *
     * @throws IOException if a file was replaced, moved or deleted; the message gives its path
     */
    public void requireSameFiles() throws IOException {
        opened.requireSame();
    }

    /** Closes the files and releases the claim. Later calls do nothing. */
    public synchronized void release() {
        synchronized (CLAIMED) {
            if (!held) {
                return;
            }
            held = false;
            opened.close();
            files.forEach(CLAIMED::remove);
            lock.close();
        }
    }
}
