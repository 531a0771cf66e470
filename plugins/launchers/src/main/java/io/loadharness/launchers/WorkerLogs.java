// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Log files that only their owner can read. */
final class WorkerLogs {

    private static final int LAST_BYTES = 8192;
    private static final int LAST_LINES = 20;

    private WorkerLogs() {}

    /** Creates an empty file that only its owner can read and write. Replaces an existing file. */
    static Path create(Path file) throws IOException {
        Files.deleteIfExists(file);
        return Files.createFile(
                file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    static Path create(Path folder, int rank) throws IOException {
        return create(file(folder, rank));
    }

    static Path file(Path folder, int rank) {
        return folder.resolve("worker-" + rank + ".log");
    }

    /** Returns the last lines of a file; empty if the file does not exist. */
    static String lastLines(Path file) {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            long start = Math.max(0, log.length() - LAST_BYTES);
            byte[] bytes = new byte[(int) (log.length() - start)];
            log.seek(start);
            log.readFully(bytes);
            List<String> lines =
                    new String(bytes, StandardCharsets.UTF_8).strip().lines().toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException e) {
            return "";
        }
    }
}
