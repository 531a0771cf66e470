// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;

/** A folder for what does not fit into memory. DuckDB makes it when it needs it, and empties it when it ends. */
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
            // Nobody's result depends on a left-over, and the system empties its folder for temporary files.
        }
    }
}
