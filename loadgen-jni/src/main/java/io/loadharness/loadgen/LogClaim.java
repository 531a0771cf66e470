package io.loadharness.loadgen;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The right of one run to write some files, of which there is one at a time. It ends with the process at the latest. Safe for any
 * number of threads.
 */
final class LogClaim {

    private static final Set<Path> CLAIMED = new HashSet<>();

    private final List<Path> files;
    private final Path lockFile;
    private final FileChannel lock;
    private boolean held = true;

    private LogClaim(List<Path> files) {
        this.files = files;
        Path first = files.get(0);
        this.lockFile = first.resolveSibling(first.getFileName() + ".lock");
        this.lock = lock(lockFile, first);
    }

    /**
     * Claims files.
     *
     * @param files without symbolic links in the names of their folders; a file beside the first is locked as long as the claim is
     *     held, so that no other process claims it
     * @throws IllegalArgumentException if another run has one of them
     */
    static LogClaim of(List<Path> files) {
        synchronized (CLAIMED) {
            files.stream().filter(CLAIMED::contains).findFirst().ifPresent(file -> {
                throw taken("run", file);
            });
            LogClaim claim = new LogClaim(files);
            CLAIMED.addAll(files);
            return claim;
        }
    }

    /** Not the log itself: a process loses its lock on a file as soon as it closes it once, which whoever reads the log does. */
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

    /** Gives the files back; may be called again. */
    void release() {
        synchronized (CLAIMED) {
            if (!held) {
                return;
            }
            held = false;
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
