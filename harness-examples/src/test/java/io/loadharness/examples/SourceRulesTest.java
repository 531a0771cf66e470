// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the rules of CONTRIBUTING for sources and pages that no plug-in of the build checks. */
class SourceRulesTest {

    private static final String LICENSE = "SPDX-License-Identifier: Apache-2.0";
    private static final int MAX_LINE_LENGTH = 140;

    /** Folders with files that are built, downloaded, or not part of the repository. */
    private static final Set<String> SKIPPED = Set.of("target", "shared", "node_modules", "logs", "results");

    /** Sources that spotless does not check. */
    private static final Pattern SOURCE =
            Pattern.compile(".*\\.(?:js|css|py|sh|cmake|proto)|harness|\\.ci/[a-z]+|.*CMakeLists\\.txt|.*Dockerfile");

    /** A library of another project in one line, with a license of its own. */
    private static final Pattern FOREIGN = Pattern.compile(".*echarts.*|.*\\.min\\.js");

    @Test
    void everyScriptNamesItsLicense() throws IOException {
        assertThat(files())
                .filteredOn(file -> SOURCE.matcher(relative(file)).matches()
                        && !FOREIGN.matcher(relative(file)).matches())
                .hasSizeGreaterThan(30)
                .allSatisfy(file -> assertThat(Files.readAllLines(file).stream().limit(2))
                        .as(relative(file))
                        .anyMatch(line -> line.contains(LICENSE)));
    }

    @Test
    void linesOfPagesAreShort() throws IOException {
        List<Path> pages = new ArrayList<>(Pages.all());
        try (Stream<Path> decisions = Files.list(Pages.ROOT.resolve("docs/decisions"))) {
            decisions.forEach(pages::add);
        }
        pages.removeIf(page -> page.endsWith("cli-reference.md")); // generated from descriptions without line ends
        assertThat(pages)
                .allSatisfy(page -> assertThat(prose(page)).as(relative(page)).allSatisfy(line -> assertThat(line)
                        .hasSizeLessThanOrEqualTo(MAX_LINE_LENGTH)));
    }

    @Test
    void everyPackageSaysWhereToStart() throws IOException {
        assertThat(files())
                .filteredOn(file -> file.endsWith("package-info.java"))
                .filteredOn(file ->
                        relative(file).contains("src/main/") && !relative(file).contains("own-plugin"))
                .hasSizeGreaterThan(50)
                .allSatisfy(file -> assertThat(Files.readString(file).replaceAll("[\\s*]+", " "))
                        .as(relative(file))
                        .containsPattern("Start (?:reading|with)")
                        .containsPattern("\\.(?: |</p>).*Start"));
    }

    /** Returns the lines of a page without code blocks and table rows. */
    private static List<String> prose(Path page) throws IOException {
        List<String> lines = new ArrayList<>();
        boolean isCode = false;
        for (String line : Files.readAllLines(page)) {
            if (line.strip().startsWith("```")) {
                isCode = !isCode;
            } else if (!isCode && !line.startsWith("|")) {
                lines.add(line);
            }
        }
        return lines;
    }

    private static String relative(Path file) {
        return Pages.ROOT.relativize(file).toString().replace('\\', '/');
    }

    private static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(Pages.ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean isHidden = name.startsWith(".") && !name.equals(".ci");
                return !folder.equals(Pages.ROOT) && (isHidden || SKIPPED.contains(name))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                files.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }
}
