package io.loadharness.loadgen;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
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
    private final FileChannel lock;
    private boolean held = true;

    private LogClaim(List<Path> files, FileChannel lock) {
        this.files = files;
        this.lock = lock;
    }

    /**
     * Claims files.
     *
     * @param files without symbolic links in the names of their folders; the first is made if it is missing, and locked, so that no
     *     other process claims it
     * @throws IllegalArgumentException if another run has one of them
     */
    static LogClaim of(List<Path> files) {
        synchronized (CLAIMED) {
            files.stream().filter(CLAIMED::contains).findFirst().ifPresent(file -> {
                throw taken("run", file);
            });
            LogClaim claim = new LogClaim(files, lock(files.get(0)));
            CLAIMED.addAll(files);
            return claim;
        }
    }

    /** A file that holds the lock until it is closed, or null where there can be none. */
    private static FileChannel lock(Path file) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            return null;
        }
        FileChannel channel;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot write " + file + ": " + FileTrouble.of(e), e);
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
            if (lock != null) {
                close(lock);
            }
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
