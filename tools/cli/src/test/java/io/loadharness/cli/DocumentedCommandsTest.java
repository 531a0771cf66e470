// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The commands in code blocks of the pages. */
class DocumentedCommandsTest {

    private static final Path ROOT = Path.of("../..");
    private static final Pattern NEEDS_A_FILE_OR_VARIABLE = Pattern.compile(
            "^run (?!--)|--dataset-path|--engine \\S+ --model|--profile-file|--server-config|--trace|--header-env");

    /** Code in the text of a page, with blocks of code first, because they are not text. */
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$|`([^`\n]+)`");

    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][\\w-]*");

    /** The first cell of a row, which has the options of another tool. */
    private static final Pattern FIRST_CELL = Pattern.compile("(?m)^\\|[^|]*\\|");

    /** The options of other programs, and of the benchmarks of this project, that the pages mention. */
    private static final Set<String> FOREIGN = Set.of(
            "--account",
            "--analyze",
            "--collection-period",
            "--cpunodebind",
            "--cuda-graph-trace",
            "--delay",
            "--device",
            "--enable-native-access",
            "--figure",
            "--force",
            "--gres",
            "--illegal-native-access",
            "--kill-on-bad-exit",
            "--llama-batched-bench",
            "--metrics",
            "--no-requeue",
            "--offline",
            "--pairs",
            "--profiler-config",
            "--python",
            "--quick",
            "--request-rate",
            "--rival",
            "--runtime-trace",
            "--set",
            "--streaming",
            "--timestamps",
            "--tokens",
            "--trace-fork-before-exec",
            "--wait-timeout");

    private static final Set<String> OPTIONS = options(Harness.commandLine());

    static Stream<Path> pages() throws IOException {
        try (Stream<Path> pages = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(
                    Stream.of(ROOT.resolve("README.md")),
                    pages.filter(each -> each.toString().endsWith(".md")).toList().stream());
        }
    }

    /** Returns all commands except for the benchmarks, which are not on this class path. */
    static Stream<String> commands() throws IOException {
        return pages().flatMap(page -> PageCommands.of(page).stream())
                .filter(each -> !each.startsWith("bench "))
                .distinct();
    }

    static Stream<String> runs() throws IOException {
        return commands()
                .filter(each -> each.startsWith("run "))
                .filter(each -> !NEEDS_A_FILE_OR_VARIABLE.matcher(each).find());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void parsesEveryDocumentedCommand(String command) {
        String[] words = PageCommands.words(command);

        assertThatNoException()
                .isThrownBy(() -> Harness.commandLine(List.of(words)).parseArgs(words));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void validatesEveryDocumentedRun(String run, @TempDir Path folder) {
        // the default folder is named after the second, and tests in other processes use it too
        String output = run.contains("--output-dir") ? "" : " --output-dir " + folder.resolve("run");

        Session session = Session.of(PageCommands.words("validate" + run.substring("run".length()) + output));

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyOptionInTheTextOfAPageExists(Path page) {
        String text = PageCommands.text(page);
        if (page.getFileName().toString().matches("coming-from\\.md|from-mlperf-python\\.md")) {
            text = FIRST_CELL.matcher(text).replaceAll("|");
        }
        Stream<String> unknown = CODE.matcher(text)
                .results()
                .map(code -> code.group(1))
                .filter(Objects::nonNull)
                .flatMap(code -> OPTION.matcher(code).results())
                .map(MatchResult::group)
                .filter(each -> !FOREIGN.contains(each) && !OPTIONS.contains(each));

        assertThat(unknown).isEmpty();
    }

    private static Set<String> options(CommandLine command) {
        Set<String> options =
                new TreeSet<>(command.getCommandSpec().optionsMap().keySet());
        options.addAll(command.getCommandSpec().negatedOptionsMap().keySet());
        command.getSubcommands().values().forEach(each -> options.addAll(options(each)));
        return options;
    }
}
