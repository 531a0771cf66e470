// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A temporary folder for data that exceeds the memory limit. DuckDB creates the folder when it first spills, and deletes its files when the
 * database is closed.
 */
final class SpillFolder {

    private final Path folder = Path.of(System.getProperty("java.io.tmpdir"), "loadharness-" + UUID.randomUUID());

    Path path() {
        return folder;
    }

    void delete() {
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
