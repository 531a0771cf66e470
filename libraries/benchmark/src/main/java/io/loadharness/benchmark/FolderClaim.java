// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.internal.LockFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An exclusive claim of a benchmark on its output folder. A benchmark claims the folder before it reads or writes anything there. If two
 * benchmarks use one folder, the second one ends immediately. The claim is a lock on a file in the folder. Thread-safe.
 */
final class FolderClaim implements AutoCloseable {

    private static final String NAME = "run.lock";

    private final Path folder;
    private final List<Path> created; // the innermost first
    private final LockFile lock;
    private boolean isClosed;

    private FolderClaim(Path folder, List<Path> created) throws IOException {
        this.folder = folder;
        this.created = created;
        this.lock = LockFile.lock(folder.resolve(NAME)).orElseThrow(() -> inUse(folder));
    }

    /**
     * Claims a folder, and creates it if it does not exist.
     *
     * @throws IllegalArgumentException if another benchmark has claimed the folder
     * @throws IOException if the folder cannot be written
     */
    static FolderClaim of(Path folder) throws IOException {
        List<Path> missing = missing(folder);
        create(folder);
        return new FolderClaim(folder, missing);
    }

    /** Creates a folder and its parents. Some file systems, such as /proc, report a new folder as missing. */
    private static void create(Path folder) throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (NoSuchFileException e) {
            throw new IOException(
                    "the output folder " + folder + " cannot be created: the file system does not allow it; use another"
                            + " folder",
                    e);
        }
    }

    /** Creates and claims a new folder. Benchmarks that start in the same second get different folders. */
    static FolderClaim ofNew(Path parent, String name) throws IOException {
        for (int i = 1; ; i++) {
            Path folder = parent.resolve(i == 1 ? name : name + "-" + i);
            List<Path> missing = missing(folder);
            create(parent);
            try {
                Files.createDirectory(folder);
                return new FolderClaim(folder, missing);
            } catch (FileAlreadyExistsException e) {
                // try the next number
            }
        }
    }

    private static List<Path> missing(Path folder) {
        List<Path> missing = new ArrayList<>();
        for (Path each = folder.toAbsolutePath(); each != null && Files.notExists(each); each = each.getParent()) {
            missing.add(each);
        }
        return missing;
    }

    /**
     * Checks that no benchmark has claimed a folder. Does not claim it.
     *
     * @throws IllegalArgumentException if a benchmark has claimed the folder
     */
    static void requireFree(Path folder) throws IOException {
        if (LockFile.isHeld(folder.resolve(NAME))) {
            throw inUse(folder);
        }
    }

    private static IllegalArgumentException inUse(Path folder) {
        return new IllegalArgumentException("another run is writing to " + folder + "; use another folder");
    }

    Path folder() {
        return folder;
    }

    /**
     * Releases the folder. Deletes the folders that the claim created and that are still empty, as after an invalid setting. Later calls do
     * nothing.
     */
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        lock.close();
        created.forEach(each -> each.toFile().delete()); // has no effect on a folder that is not empty
    }
}
