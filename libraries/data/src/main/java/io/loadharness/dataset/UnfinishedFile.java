// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/** A file that is written beside its place, and stands there only when it is whole. For one thread. */
public final class UnfinishedFile implements Closeable {

    private final Path file;
    private final Path beside;

    /** Makes nothing yet. */
    public UnfinishedFile(Path file) {
        this.file = file.toAbsolutePath();
        this.beside = this.file.resolveSibling("." + this.file.getFileName() + "." + UUID.randomUUID() + ".part");
    }

    /** Where to write meanwhile. */
    public Path beside() {
        return beside;
    }

    /** Puts it in its place, over what is there. */
    public void finish() throws IOException {
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** That it cannot be written, and why. */
    public DatasetException unwritable(IOException cause) {
        return DatasetException.of(file + " cannot be written: " + cause.getMessage());
    }

    /** Deletes it, unless it is finished. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(beside);
    }

    /** Where it will stand. */
    @Override
    public String toString() {
        return file.toString();
    }
}
