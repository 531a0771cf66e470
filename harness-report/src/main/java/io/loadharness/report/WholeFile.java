package io.loadharness.report;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is there with all that belongs into it, or not at all, also where the disk is full. */
final class WholeFile {

    /** What belongs into a file. */
    @FunctionalInterface
    interface Content {

        void writeTo(OutputStream out) throws IOException;
    }

    private WholeFile() {}

    /**
     * Writes a file, over one that is there.
     *
     * @throws IOException if it cannot be written; says which file, and why
     */
    static void write(Path file, Content content) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part))) {
                content.writeTo(out);
            }
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (ReportException | FileSystemException e) {
            Files.deleteIfExists(part);
            throw e;
        } catch (IOException e) {
            Files.deleteIfExists(part);
            throw new IOException(file + " cannot be written: " + e.getMessage(), e);
        }
    }
}
