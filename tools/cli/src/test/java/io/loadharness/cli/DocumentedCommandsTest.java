// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands in code blocks of the pages. */
class DocumentedCommandsTest {

    private static final Path ROOT = Path.of("../..");
    private static final Pattern COMMAND = Pattern.compile("(?m)^(?:\\w+=\\S+ )?\\./harness (.+)$");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");
    private static final Pattern NEEDS_A_FILE_OR_VARIABLE =
            Pattern.compile("^run (?!--)|--dataset-path|--profile-file|--server-config|--trace|--header-env");

    static Stream<String> commands() throws IOException {
        try (Stream<Path> pages = Files.list(ROOT.resolve("docs"))) {
            List<Path> all = Stream.concat(Stream.of(ROOT.resolve("README.md")), pages.filter(each -> each.toString()
                            .endsWith(".md")))
                    .toList();
            return all.stream()
                    .flatMap(page -> COMMAND.matcher(text(page)).results())
                    .map(found -> found.group(1))
                    .distinct();
        }
    }

    static Stream<String> runs() throws IOException {
        return commands()
                .filter(each -> each.startsWith("run "))
                .filter(each -> !NEEDS_A_FILE_OR_VARIABLE.matcher(each).find());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void parsesEveryDocumentedCommand(String command) {
        assertThatNoException().isThrownBy(() -> Harness.commandLine().parseArgs(words(command)));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void validatesEveryDocumentedRun(String run) {
        Session session = Session.of(words("validate" + run.substring("run".length())));

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
    }

    private static String[] words(String command) {
        return WORD.matcher(command).results().map(DocumentedCommandsTest::word).toArray(String[]::new);
    }

    private static String word(MatchResult found) {
        return Stream.of(found.group(1), found.group(2), found.group(3))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    private static String text(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
