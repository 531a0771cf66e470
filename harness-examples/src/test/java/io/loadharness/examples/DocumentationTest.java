// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DocumentationTest {

    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#]+)");

    private static final Pattern FROM_README = Pattern.compile("\\breadme(?:_command)? \"([^\"]+)\"");

    @TempDir
    Path folder;

    static Stream<Block> javaBlocks() throws IOException {
        return Pages.blocks("java");
    }

    static Stream<String> commandsOfReadme() {
        return Pages.blocks(Pages.README, "sh").flatMap(block -> block.text().lines());
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
    void firstProgramOfTheReadmeRuns() throws Exception {
        Snippet program = Snippet.of(
                Pages.blocks(Pages.README, "java").findFirst().orElseThrow().text());
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
    @MethodSource("commandsOfReadme")
    void everyCommandOfTheReadmeIsRunByAScript(String command) throws IOException {
        String scripts = Files.readString(Pages.ROOT.resolve(".ci/run"))
                + Files.readString(Pages.ROOT.resolve(".ci/full"))
                + Files.readString(Pages.ROOT.resolve(".ci/common"));

        assertThat(scripts.replace("mvn -B -ntp ", "mvn ").lines().map(String::strip))
                .anyMatch(line -> line.startsWith(command) || takesFromReadme(line, command));
    }

    /** Returns true if the line of a script executes the command of README.md that starts with given words. */
    private static boolean takesFromReadme(String line, String command) {
        Matcher call = FROM_README.matcher(line);
        return call.find() && command.startsWith(call.group(1));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkLeadsToAFile(Path page) throws IOException {
        assertThat(LINK.matcher(Files.readString(page)).results().map(link -> link.group(1)))
                .allSatisfy(target -> assertThat(page.resolveSibling(target)).exists());
    }
}
