// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * A file that is written to a temporary path in the same folder and moved to its final path when it is complete. Not thread-safe.
 *
 * <pre>{@code
 * try (AtomicFile file = new AtomicFile(Path.of("result.txt"))) {
 *     Files.writeString(file.temporaryPath(), "content");
 *     file.finish();
 * }
 * }</pre>
 */
public final class AtomicFile implements Closeable {

    private final Path file;
    private final Path temporaryPath;

    /**
     * Chooses the temporary path; does not create a file yet.
     *
     * @throws IOException if the folder of the file does not exist or cannot be written; the exception names the file or its folder, not
     *     the temporary path
     */
    public AtomicFile(Path file) throws IOException {
        this.file = file.toAbsolutePath();
        Path folder = this.file.getParent();
        if (folder != null && Files.notExists(folder)) {
            throw new NoSuchFileException(file.toString());
        } else if (folder != null && !Files.isWritable(folder)) {
            throw new AccessDeniedException(folder.toString());
        }
        this.temporaryPath =
                this.file.resolveSibling("." + this.file.getFileName() + "." + UUID.randomUUID() + ".part");
    }

    /** Returns the path to write to. */
    public Path temporaryPath() {
        return temporaryPath;
    }

    /** Moves the file to its final path. An existing file at this path is replaced. */
    public void finish() throws IOException {
        try {
            Files.move(temporaryPath, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (FileSystemException e) {
            FileSystemException named = new FileSystemException(file.toString(), null, e.getReason());
            named.initCause(e);
            throw named;
        }
    }

    /**
     * Creates the temporary file and opens it.
     *
     * @throws IOException if the file cannot be created; the message names the file, not the temporary path
     */
    public OutputStream open() throws IOException {
        try {
            return Files.newOutputStream(temporaryPath);
        } catch (FileSystemException e) {
            throw writeFailure(e);
        }
    }

    /** Returns an exception for a failure to write this file. The message does not contain the temporary path. */
    public DatasetException writeFailure(IOException cause) {
        return DatasetException.of(file + " cannot be written: "
                + (cause instanceof FileSystemException e ? reason(e) : String.valueOf(cause.getMessage())));
    }

    private String reason(FileSystemException cause) {
        return cause.getReason() == null
                ? "no file can be created in the folder " + file.getParent() + "; write to another folder"
                : cause.getReason();
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
