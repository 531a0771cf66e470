// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Checks that all types behind the command line have different simple names, to avoid confusion. */
class UniqueNamesTest {

    private static final Path ROOT = Path.of("..");

    @Test
    void simpleNamesAreUnique() throws IOException {
        Map<String, List<Path>> byName = new TreeMap<>();
        for (Path module : modules()) {
            walk(module, Integer.MAX_VALUE).stream()
                    .filter(each -> each.toString().endsWith(".java"))
                    .filter(each -> !each.toString().endsWith("-info.java"))
                    .forEach(each -> byName.computeIfAbsent(each.getFileName().toString(), name -> new ArrayList<>())
                            .add(each));
        }

        assertThat(byName).hasSizeGreaterThan(800);
        assertThat(byName.values()).allSatisfy(each -> assertThat(each).hasSize(1));
    }

    /** Returns the sources of all modules except for the examples. */
    private static List<Path> modules() throws IOException {
        return walk(ROOT, 2).stream()
                .filter(each -> !each.endsWith("harness-examples"))
                .map(each -> each.resolve("src/main/java"))
                .filter(Files::isDirectory)
                .toList();
    }

    /** Returns the files and folders below a folder, and the folder. Leaves out files that other programs delete during the walk. */
    private static List<Path> walk(Path folder, int maxDepth) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(folder, Set.of(), maxDepth, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
                found.add(each);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) {
                found.add(each);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path each, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) { // another test has deleted it
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        return found;
    }
}
