// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the rules of CONTRIBUTING for sources and pages that no plug-in of the build checks. */
class SourceRulesTest {

    private static final String LICENSE = "SPDX-License-Identifier: Apache-2.0";
    private static final int MAX_LINE_LENGTH = 140;

    /** Folders with files that are built, downloaded, or not part of the repository. */
    private static final Set<String> SKIPPED =
            Set.of("target", "shared", "node_modules", "logs", "loadharness-logs", "results");

    /** Sources that spotless does not check. */
    private static final Pattern SOURCE =
            Pattern.compile(".*\\.(?:js|css|py|sh|cmake|proto)|harness|\\.ci/[a-z]+|.*CMakeLists\\.txt|.*Dockerfile");

    /** A library of another project in one line, with a license of its own. */
    private static final Pattern FOREIGN = Pattern.compile(".*echarts.*|.*\\.min\\.js");

    /** A class of tests that only the profile full runs. */
    private static final Pattern TAGGED =
            Pattern.compile("^@Tag\\(\"(?:timing|load|scarce|browser|network|slow)\"\\)", Pattern.MULTILINE);

    private static final Pattern PAUSE =
            Pattern.compile("(?:Thread|[A-Z]+)\\.sleep\\((?!Long\\.MAX_VALUE)|parkNanos\\(");
    private static final Pattern LOOP = Pattern.compile("\\b(?:while|for) \\(|\\bdo \\{");
    private static final int LINES_OF_A_LOOP = 5;

    /** A server with a port of its own, or a duration that is compared with a short time. */
    private static final Pattern DEPENDS_ON_THE_MACHINE =
            Pattern.compile("new ServerSocket\\([1-9]|\\.port\\([1-9]\\d{3}\\)"
                    + "|assert[^;]*(?:nanoTime|currentTimeMillis|Duration\\.between|[eE]lapsed)[^;]*"
                    + "is(?:Less|Between|Greater)[^;]*of(?:Millis|Seconds|Nanos)\\([1-9]");

    @Test
    void untaggedTestsDoNotDependOnTheSpeedOfTheMachine() throws IOException {
        List<Path> untagged = files().stream()
                .filter(file -> relative(file).matches(".*/src/test/java/.*(?:Test|Contract)\\.java"))
                .filter(file -> !file.endsWith("SourceRulesTest.java"))
                .filter(file -> !TAGGED.matcher(text(file)).find())
                .toList();

        assertThat(untagged).hasSizeGreaterThan(300);
        assertThat(untagged.stream().flatMap(SourceRulesTest::dependencesOnTheMachine))
                .as("wait for an event instead, choose a free port, or add a tag (see CONTRIBUTING)")
                .isEmpty();
    }

    private static Stream<String> dependencesOnTheMachine(Path file) {
        String text = text(file);
        return Stream.concat(
                        pausesOutsideOfLoops(text.lines().toList()).stream(),
                        DEPENDS_ON_THE_MACHINE.matcher(text).results().map(MatchResult::group))
                .map(found -> relative(file) + ": " + found.strip());
    }

    @Test
    void everyKindOfPauseIsFound() {
        assertThat(pausesOutsideOfLoops(List.of("start();", "Thread.sleep(10);")))
                .hasSize(1);
        assertThat(pausesOutsideOfLoops(List.of("LockSupport.parkNanos(WAIT);")))
                .hasSize(1);
        assertThat(pausesOutsideOfLoops(List.of("while (!ready()) {", "    Thread.sleep(10);", "}")))
                .isEmpty();
        assertThat(DEPENDS_ON_THE_MACHINE.matcher(
                        "assertThat(Duration.between(a, b))\n  .isLessThan(Duration.ofMillis(5))"))
                .matches(Matcher::find);
        assertThat(DEPENDS_ON_THE_MACHINE.matcher("new ServerSocket(8000)")).matches(Matcher::find);
    }

    /** Returns the lines that pause without a loop around them that waits for a condition. */
    private static List<String> pausesOutsideOfLoops(List<String> lines) {
        return IntStream.range(0, lines.size())
                .filter(i -> PAUSE.matcher(lines.get(i)).find())
                .filter(i -> lines.subList(Math.max(0, i - LINES_OF_A_LOOP), i).stream()
                        .noneMatch(line -> LOOP.matcher(line).find()))
                .mapToObj(lines::get)
                .toList();
    }

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
    void onlyOneClassHaltsTheJvm() throws IOException {
        assertThat(files().stream()
                        .filter(file -> relative(file).matches(".*/src/main/java/.*\\.java"))
                        .filter(file -> text(file).contains("getRuntime().halt("))
                        .map(file -> file.getFileName().toString()))
                .as("JvmShutdown.halt also writes what was printed")
                .containsExactly("JvmShutdown.java");
    }

    @Test
    void linesOfPagesAreShort() throws IOException {
        List<Path> pages = new ArrayList<>(Pages.all());
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
    private static List<String> prose(Path page) {
        return Pages.prose(page).stream().filter(line -> !line.startsWith("|")).toList();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

            /** Leaves out a file that another program deletes during the walk. */
            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) { // another test has deleted it
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        return files;
    }
}
