// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A temporary folder for data that exceeds the memory limit. Only its owner can read it; DuckDB itself would create a folder that all users
 * can read. DuckDB deletes its files when the database is closed.
 */
final class SpillFolder {

    private @Nullable Path folder;

    /** Returns the folder; the first call creates it. */
    Path path() throws IOException {
        if (folder == null) {
            folder = Files.createTempDirectory("loadharness-");
        }
        return folder;
    }

    void delete() {
        if (folder == null) {
            return;
        }
        try (Stream<Path> files = Files.exists(folder) ? Files.list(folder) : Stream.empty()) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // Remaining files do not affect results, and the operating system cleans its temporary folder.
        }
    }
}
