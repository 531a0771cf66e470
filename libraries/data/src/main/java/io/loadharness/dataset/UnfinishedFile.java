// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * A file that is written to a temporary path in the same folder and moved to its final path when it is complete. Not thread-safe.
 *
 * <pre>{@code
 * try (UnfinishedFile file = new UnfinishedFile(Path.of("result.txt"))) {
 *     Files.writeString(file.temporaryPath(), "content");
 *     file.finish();
 * }
 * }</pre>
 */
public final class UnfinishedFile implements Closeable {

    private final Path file;
    private final Path temporaryPath;

    /** Chooses the temporary path; does not create a file yet. */
    public UnfinishedFile(Path file) {
        this.file = file.toAbsolutePath();
        this.temporaryPath =
                this.file.resolveSibling("." + this.file.getFileName() + "." + UUID.randomUUID() + ".part");
    }

    /** Returns the path to write to. */
    public Path temporaryPath() {
        return temporaryPath;
    }

    /** Moves the file to its final path. An existing file at this path is replaced. */
    public void finish() throws IOException {
        Files.move(temporaryPath, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Returns an exception for a failure to write this file. */
    public DatasetException writeFailure(IOException cause) {
        return DatasetException.of(file + " cannot be written: " + cause.getMessage());
    }

    /** Deletes the temporary file, unless {@link #finish} has moved it. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(temporaryPath);
    }

    /** Returns the final path. */
    @Override
    public String toString() {
        return file.toString();
    }
}
