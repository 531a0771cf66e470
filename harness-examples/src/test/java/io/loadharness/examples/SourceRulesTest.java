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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** A class or method with a tag: from the tag to the brace with the same indentation. */
    private static final Pattern TAGGED = Pattern.compile(
            "(?ms)^( *)@Tag\\(\"(?:timing|load|scarce|browser|network|slow|real-engine|kubernetes)\"\\)$.*?^\\1}$");

    /** A loop that waits for a condition other than a counter: its head, and the lines that are indented further. */
    private static final Pattern WAIT =
            Pattern.compile("(?m)^( *)(?:while \\((?!(?:true|\\w+(?:\\+\\+)? [<>]=? \\w+)\\))|for \\([^;{]*;[^;{]*&&)"
                    + ".*(?:\n\\1 .*|\n(?=\n))*");

    /** A pause, unless a comment gives the reason why it is the subject of the test. */
    private static final Pattern PAUSE = Pattern.compile(
            "(?:(?:Thread|[A-Z]+)\\.sleep\\((?!Long\\.MAX_VALUE)|parkNanos\\()(?!.*// a pause is the subject: \\w).*");

    /** A port of its own, or a duration that is compared with a short time. */
    private static final Pattern DEPENDS_ON_THE_MACHINE =
            Pattern.compile("new ServerSocket\\([1-9]|\\.port\\([1-9]\\d{3}\\)"
                    + "|InetSocketAddress\\((?:[^;,]*, )?[1-9]\\d*\\)"
                    + "|assertTimeout(?:Preemptively)?\\((?!Duration\\.ofMinutes)"
                    + "|assert[^;]*(?:nanoTime|currentTimeMillis|Duration\\.between|[eE]lapsed)[^;]*"
                    + "is(?:Less|Between|Greater)[^;]*of(?:Millis|Seconds|Nanos)\\([1-9]");

    /** A program that needs a network, or a URL of a host that is neither this machine nor reserved for examples. */
    private static final Pattern NEEDS_A_NETWORK =
            Pattern.compile("\"pip3?\"|pypi\\.org|Python\\.outputOf\\(|Bed\\.(?:ssh|slurm)\\("
                    + "|(?:(?:URI\\.create|new (?:URI|URL|Socket|InetSocketAddress)|getByName)\\(\\s*\""
                    + "|--url(?:[= ]|\",\\s*\"))"
                    + "(?:https?://)?(?!localhost|127\\.|\\[::1]|(?:[\\w-]+\\.)+(?:invalid|example)\\b|example\\.com)"
                    + "[\\w-]+\\.\\w");

    @Test
    void untaggedTestsDoNotDependOnTheSpeedOfTheMachine() throws IOException {
        List<Path> tests = files().stream()
                .filter(file ->
                        relative(file).matches("(?:.*/src/test|testkit/src/main)/java/.*(?:Test|Contract)\\.java"))
                .filter(file -> !file.endsWith("SourceRulesTest.java"))
                .toList();

        assertThat(tests).hasSizeGreaterThan(400);
        assertThat(tests.stream().flatMap(file -> dependencesOnTheMachine(text(file))
                        .map(found -> relative(file) + ": " + found)))
                .as("wait for an event, choose a free port, use only the loopback, or add a tag (see CONTRIBUTING)")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "start();\nThread.sleep(10);",
                "LockSupport.parkNanos(WAIT); // a pause is the subject:",
                "for (int i = 0; i < 3; i++) {\n    TimeUnit.SECONDS.sleep(1);\n}",
                "while (true) {\n    write(chunk);\n\n    Thread.sleep(10);\n}",
                "while (!ready()) {\n    ask();\n}\nThread.sleep(10);",
                "    @Tag(\"load\")\n    void slow() {\n    }\n    void fast() {\n        Thread.sleep(10);\n    }",
                "assertThat(Duration.between(a, b))\n  .isLessThan(Duration.ofMillis(5))",
                "assertTimeout(LIMIT, () -> {})",
                "new ServerSocket(8000)",
                "new InetSocketAddress(\"localhost\", 8000)",
                "List.of(\"python3\", \"-m\", \"pip\")",
                "Bed.ssh(2)",
                "URI.create(\n  \"https://pypi.python.org\")",
                "Session.of(\"run\", \"--url\", \"http://10.0.0.1:80\")",
            })
    void dependencesOnTheMachineAreFound(String source) {
        assertThat(dependencesOnTheMachine(source)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "while (!ready()) {\n    if (asked) {\n\n        Thread.sleep(10);\n    }\n}",
                "for (int i = 0; i < 9 && !ready(); i++) {\n    Thread.sleep(10);\n}",
                "Thread.sleep(10); // a pause is the subject: a slow server",
                "    @Tag(\"load\")\n    void slow() {\n        Thread.sleep(10);\n    }",
                "assertTimeoutPreemptively(Duration.ofMinutes(2), () -> {})",
                "new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10)",
                "URI.create(\"http://localhost:\" + port), URI.create(\"http://hub.example/x\")",
            })
    void waitsAndTheLoopbackAreAllowed(String source) {
        assertThat(dependencesOnTheMachine(source)).isEmpty();
    }

    private static Stream<String> dependencesOnTheMachine(String source) {
        String untagged = TAGGED.matcher(source).replaceAll("");
        return Stream.of(
                        PAUSE.matcher(WAIT.matcher(untagged).replaceAll("")),
                        DEPENDS_ON_THE_MACHINE.matcher(untagged),
                        NEEDS_A_NETWORK.matcher(untagged))
                .flatMap(Matcher::results)
                .map(MatchResult::group);
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
