// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.examples.Pages.Block;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private static final Path FIRST_PROGRAM = Pages.ROOT.resolve("docs/first-program.md");

    @TempDir
    Path folder;

    static Stream<Block> javaBlocks() throws IOException {
        return Pages.blocks("java");
    }

    static Stream<String> commandsOfFirstPages() {
        return Stream.of(Pages.README, FIRST_PROGRAM, Pages.ROOT.resolve("docs/maven-and-gradle.md"))
                .flatMap(page -> Pages.blocks(page, "sh"))
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
        Snippet program = Snippet.of(
                Pages.blocks(FIRST_PROGRAM, "java").findFirst().orElseThrow().text());
        assertThat(program.compileInto(folder)).isEmpty();

        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            Method main = loader.loadClass(program.typeName()).getMethod("main", String[].class);
            String output = Program.outputOf(args -> main.invoke(null, (Object) args));

            assertThat(output).matches("(VALID|INVALID) \\d+(\\.\\d+)?\\R");
        }
    }

    @ParameterizedTest
    @MethodSource("commandsOfFirstPages")
    void everyCommandOfTheFirstPagesIsRunByAScript(String command) throws IOException {
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
