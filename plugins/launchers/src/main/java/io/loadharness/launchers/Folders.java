// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Deletes temporary folders of launchers. */
final class Folders {

    private Folders() {}

    /** Deletes a folder with all files in it. Another process may delete it at the same time. */
    static void delete(Path folder) {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        } catch (IOException | java.io.UncheckedIOException e) {
            return;
        }
        for (Path file : files) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // The remaining files are harmless: the folder is temporary, and only its owner can read it.
            }
        }
    }
}
