// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that all types behind the command line have different simple names, to avoid confusion. */
class UniqueNamesTest {

    private static final Path ROOT = Path.of("..");

    @Test
    void simpleNamesAreUnique() throws IOException {
        Map<String, List<Path>> byName = new TreeMap<>();
        for (Path module : modules()) {
            try (Stream<Path> files = Files.walk(module)) {
                files.filter(each -> each.toString().endsWith(".java"))
                        .filter(each -> !each.toString().endsWith("-info.java"))
                        .forEach(each -> byName.computeIfAbsent(
                                        each.getFileName().toString(), name -> new ArrayList<>())
                                .add(each));
            }
        }

        assertThat(byName).hasSizeGreaterThan(800);
        assertThat(byName.values()).allSatisfy(each -> assertThat(each).hasSize(1));
    }

    /** Returns the sources of all modules except for the examples. */
    private static List<Path> modules() throws IOException {
        try (Stream<Path> folders = Files.walk(ROOT, 2)) {
            return folders.filter(each -> !each.endsWith("harness-examples"))
                    .map(each -> each.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList();
        }
    }
}
