// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Deletes temporary folders. */
public final class TemporaryFolders {

    private TemporaryFolders() {}

    /**
     * Deletes a folder with all files in it. Skips files that cannot be deleted: these files are harmless, because the folder is temporary,
     * and only its owner can read it. Another thread or process may delete the same files at the same time.
     */
    public static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new Deletion());
        } catch (IOException e) {
            throw new IllegalStateException("a deletion skips all errors", e);
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            return deleted(file);
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return deleted(file);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
            return deleted(folder);
        }

        private static FileVisitResult deleted(Path path) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                // the remaining files are harmless
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
