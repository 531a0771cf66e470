// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.loadharness.dataset.AtomicFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes files completely or not at all. If writing fails, for example because the disk is full, an existing file is not changed. Only one
 * thread at a time may write the same file.
 *
 * <pre>{@code
 * AtomicFileWriter.write(Path.of("notes.txt"), out -> out.write("done".getBytes(StandardCharsets.UTF_8)));
 * }</pre>
 */
public final class AtomicFileWriter {

    /** The content of a file. */
    @FunctionalInterface
    public interface Content {

        /** Writes the content. The caller closes the stream. */
        void writeTo(OutputStream out) throws IOException;
    }

    private AtomicFileWriter() {}

    /**
     * Writes a file. Replaces an existing regular file. If the path is a link or a device such as {@code /dev/null}, this method writes
     * directly to the target. In this case, the target can be incomplete after an error.
     *
     * @throws IOException if the file cannot be written; the message names the file and the cause
     */
    public static void write(Path file, Content content) throws IOException {
        if (Files.exists(file, NOFOLLOW_LINKS) && !Files.isRegularFile(file, NOFOLLOW_LINKS)) {
            fill(file, content, file);
            return;
        }
        try (AtomicFile unfinished = new AtomicFile(file)) {
            fill(unfinished.temporaryPath(), content, file);
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
