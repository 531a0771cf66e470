// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.BenchmarkResult;
import io.loadharness.client.ClientLimits;
import io.loadharness.examples.Pages.Block;
import io.loadharness.inference.InferenceBackend;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DocumentationTest {

    private static final Pattern FROM_PAGE =
            Pattern.compile("\\b(?:readme|readme_command|start_server \"[^\"]+\") \"([^\"]+)\"");

    /** A row of a table that starts with a code. */
    private static final Pattern REASON = Pattern.compile("^\\| `([A-Z_]+)` (\\|.+)$");

    /** A row of the index with a page of the same folder. */
    private static final Pattern INDEXED = Pattern.compile("^\\| \\[([^\\]]+)\\]\\(([a-z]+/[^)/]+)\\)");

    @TempDir
    Path folder;

    static Stream<Block> javaBlocks() throws IOException {
        return Pages.blocks("java");
    }

    static Stream<String> commandsOfExecutedPages() {
        return Stream.of(
                        "README.md",
                        "docs/start/tutorial.md",
                        "docs/start/first-program.md",
                        "docs/start/maven-and-gradle.md",
                        "docs/start/evidence.md")
                .flatMap(page -> Pages.blocks(Pages.ROOT.resolve(page), "sh"))
                .flatMap(block -> block.text().lines());
    }

    static List<Path> pages() throws IOException {
        return Pages.all();
    }

    @ParameterizedTest
    @MethodSource("javaBlocks")
    void everyJavaBlockCompiles(Block block) throws IOException {
        assertThat(Snippet.of(block.text()).compileInto(folder)).isEmpty();
    }

    @Test
    void firstProgramRuns() throws Exception {
        Path page = Pages.ROOT.resolve("docs/start/first-program.md");
        Snippet program =
                Snippet.of(Pages.blocks(page, "java").findFirst().orElseThrow().text());
        assertThat(program.compileInto(folder)).isEmpty();

        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            Method main = loader.loadClass(program.typeName()).getMethod("main", String[].class);
            String output = Program.outputOf(args -> main.invoke(null, (Object) args));

            assertThat(output).matches("(VALID|INVALID) \\d+(\\.\\d+)?\\R");
        }
    }

    @Test
    void backendOfThePageMeetsRequirementsOnTokenTimes() throws Exception {
        Snippet echo = Snippet.of(Pages.blocks("java")
                .map(Block::text)
                .filter(text -> text.contains("class Echo implements InferenceBackend"))
                .findFirst()
                .orElseThrow());
        assertThat(echo.compileInto(folder)).isEmpty();

        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            Constructor<?> constructor = loader.loadClass(echo.typeName()).getDeclaredConstructor();
            constructor.setAccessible(true);
            try (InferenceBackend backend = (InferenceBackend) constructor.newInstance()) {
                BenchmarkResult result = Benchmark.builder()
                        .backend(backend)
                        .scenario(Scenario.SINGLE_STREAM)
                        .minQueries(100)
                        .minDuration(Duration.ofMillis(1))
                        .clientLimits(ClientLimits.NONE)
                        .require("ttft.p99<1h", "ttft_content.p99<1h", "tpot.p99<1h", "itl.max<1h", "latency.p99<1h")
                        .outputFolder(folder.resolve("run"))
                        .build()
                        .run();

                assertThat(result.reasons()).extracting(Reason::code).doesNotContain(Reason.Code.REQUIREMENT_MISSED);
                assertThat(result.metric("ttft.p99").asDouble()).isPositive();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("commandsOfExecutedPages")
    void everyCommandOfAnExecutedPageIsRunByAScript(String command) throws IOException {
        String scripts = Files.readString(Pages.ROOT.resolve(".ci/run"))
                + Files.readString(Pages.ROOT.resolve(".ci/full"))
                + Files.readString(Pages.ROOT.resolve(".ci/common"));

        assertThat(scripts.replace("mvn -B -ntp ", "mvn ").lines().map(String::strip))
                .anyMatch(line -> line.startsWith(command) || takesFromPage(line, command));
    }

    /** Returns true if the line of a script executes the command of a page that starts with given words. */
    private static boolean takesFromPage(String line, String command) {
        return FROM_PAGE.matcher(line).results().anyMatch(call -> command.startsWith(call.group(1)));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkLeadsToAFileAndASection(Path page) {
        assertThat(Links.of(page)).allSatisfy(link -> {
            assertThat(link.file()).exists();
            if (!link.section().isEmpty()) {
                assertThat(Links.sections(link.file())).contains(link.section());
            }
        });
    }

    @Test
    void brokenLinksAreFound() throws IOException {
        Path page = Files.writeString(folder.resolve("page.md"), """
                # One `title`, and its end
                ## Twice
                ## Twice
                ```
                # [no](link)
                ```
                [a](other.md#twice-1), `[no](code)`, [b
                c](#twice), [d](https://example.com/#e), <img src="f.png">
                """);

        assertThat(Links.sections(page)).containsExactly("one-title-and-its-end", "twice", "twice-1");
        assertThat(Links.of(page))
                .containsExactly(
                        new Links.Link(folder.resolve("other.md"), "twice-1"),
                        new Links.Link(page, "twice"),
                        new Links.Link(folder.resolve("f.png"), ""));
    }

    @Test
    void theIndexHasEachPageWithItsTitle() throws IOException {
        Path docs = Pages.ROOT.resolve("docs");
        Map<String, String> titles = new TreeMap<>();
        for (Path page : pages()) {
            Path name = docs.relativize(page);
            if (page.startsWith(docs) && !page.endsWith("README.md") && !name.startsWith("decisions")) {
                titles.put(name.toString(), Pages.prose(page).get(0).substring("# ".length()));
            }
        }

        assertThat(Pages.prose(docs.resolve("README.md")).stream()
                        .flatMap(line -> INDEXED.matcher(line).results())
                        .collect(Collectors.toMap(row -> row.group(2), row -> row.group(1))))
                .isEqualTo(titles);
    }

    @Test
    void everyReasonAndEveryKindOfFailureHasOneRowWithARemedy() {
        List<MatchResult> rows = Pages.prose(Pages.ROOT.resolve("docs/guides/my-run-is-invalid.md")).stream()
                .flatMap(line -> REASON.matcher(line).results())
                .toList();

        assertThat(rows)
                .extracting(row -> row.group(1))
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                Stream.of(Reason.Code.values()).map(Enum::name),
                                Stream.of(Failure.Kind.values()).map(Enum::name))
                        .toList());
        assertThat(rows).noneMatch(row -> row.group(2).matches(".*\\|\\s*\\|.*"));
    }

    @Test
    void picturesAreSmall() throws IOException {
        try (Stream<Path> pictures = Files.list(Pages.ROOT.resolve("docs/images"))) {
            assertThat(pictures).isNotEmpty().allSatisfy(picture -> assertThat(picture)
                    .isNotEmptyFile()
                    .satisfies(file -> assertThat(Files.size(file))
                            .isLessThan(file.toString().endsWith(".svg") ? 100_000 : 200_000)));
        }
    }
}
