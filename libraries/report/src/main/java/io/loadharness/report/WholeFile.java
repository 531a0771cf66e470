// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.loadharness.dataset.UnfinishedFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that is there with all that belongs into it, or not at all, also where the disk is full. For one thread each. */
public final class WholeFile {

    /** What belongs into a file. */
    @FunctionalInterface
    public interface Content {

        /** Writes it; the stream is closed by the caller. */
        void writeTo(OutputStream out) throws IOException;
    }

    private WholeFile() {}

    /**
     * Writes a file, over one that is there. What is none, as a link or {@code /dev/null}, is not replaced but written into.
     *
     * @throws IOException if it cannot be written; says which file, and why
     */
    public static void write(Path file, Content content) throws IOException {
        if (Files.exists(file, NOFOLLOW_LINKS) && !Files.isRegularFile(file, NOFOLLOW_LINKS)) {
            fill(file, content, file);
            return;
        }
        if (Files.notExists(file.toAbsolutePath().getParent())) {
            throw new NoSuchFileException(file.toString());
        }
        try (UnfinishedFile unfinished = new UnfinishedFile(file)) {
            fill(unfinished.beside(), content, file);
            unfinished.finish();
        }
    }

    private static void fill(Path part, Content content, Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part))) {
            content.writeTo(out);
        } catch (ReportException | FileSystemException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(file + " cannot be written: " + e.getMessage(), e);
        }
    }
}
