// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class HarnessTest {

    @ParameterizedTest
    @ValueSource(strings = {"xyzzy", "tests", "list"})
    void listsCommandsIfNoneIsSimilar(String argument) {
        assertThat(Session.of(argument).errLines())
                .first()
                .asString()
                .startsWith("unknown command '" + argument + "'. Allowed: run, ")
                .contains(", compare, ");
    }

    @Test
    void helpIsAlsoACommand() {
        assertThat(Session.of("help", "probe").out())
                .isEqualTo(Session.of("probe", "--help").out());
        assertThat(Session.of("help").out()).isEqualTo(Session.of("--help").out());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            dmo                          | unknown command 'dmo'; did you mean 'demo'? | harness
            run --xyzzy                  | unknown option '--xyzzy'. | harness run
            llm-d standup                | unknown command 'standup'; use ./harness server start FILE, see docs/guides/llm-d.md. | harness llm-d
            llm-d teardown.sh            | unknown command 'teardown.sh'; use ./harness server stop FILE, see docs/guides/llm-d.md. | harness llm-d
            demo now                     | unexpected argument 'now': leave it out.          | harness demo
            demo --output                | unknown option '--output'; did you mean '--output-dir'? | harness demo
            export logs --frmat=csv      | unknown option '--frmat'; did you mean '--format'? | harness export
            run -l nop -w nop            | unknown option '-l'; use ./harness llm-d run, which has the options of llm-d-benchmark. | harness run
            run --dataset x              | unknown option '--dataset'; did you mean '--dataset-path'? | harness run
            run --requre x               | unknown option '--requre'; did you mean '--require'? | harness run
            dataset inspect --tokenizer a b | unknown option '--tokenizer'. | harness dataset inspect
            run --profile-env TOKEN      | Invalid value for option '--profile-env': write NAME=VALUE; the value has no equals sign. | harness run
            run --url                    | Missing required parameter for option '--url' (URL) | harness run
            demo --seconds 0             | --seconds must be more than 0 and at most 3600: got 0.0. | harness demo
            demo --seconds NaN           | --seconds must be more than 0 and at most 3600: got NaN. | harness demo
            """)
    void reportsWrongCommandLineWithAHint(String line, String sentence, String command) {
        Session session = Session.of(line.split(" "));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).startsWith(sentence).endsWith("Try '" + command + " --help'.");
        assertThat(session.out()).isEmpty();
    }

    @Test
    void argumentFileIsReplacedByItsArguments(@TempDir Path folder) throws IOException {
        Path arguments = Files.writeString(folder.resolve("arguments"), "validate\n--url http://127.0.0.1:1\n");

        Session session = Session.of(Map.of("LOADHARNESS_SCENARIO", "single-stream"), "@" + arguments);

        assertThat(session.err()).isEmpty();
        assertThat(session.outLines()).contains("Servers: http://127.0.0.1:1");
    }

    @Test
    void reportsUnreadableArgumentFile(@TempDir Path folder) {
        Session session = Session.of("doctor", "@" + folder);

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).containsExactly("Could not read argument file @" + folder + ".");
    }

    @Test
    void twoAtSignsEscapeAnArgumentFile(@TempDir Path folder) throws IOException {
        Path arguments = Files.writeString(folder.resolve("arguments"), "--help");

        assertThat(Session.of("@@" + arguments).err()).contains("unknown command '@" + arguments + "'");
    }

    @Test
    void guideWithoutCommandNamesExistingCommands() {
        Session session = Session.of();

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(Pattern.compile("(?m)^  harness ([\\w-]+)")
                        .matcher(session.out())
                        .results()
                        .map(line -> line.group(1)))
                .hasSizeGreaterThan(5)
                .isSubsetOf(Harness.commandLine().getSubcommands().keySet());
    }

    @Test
    void aCommandIsCreatedWithoutTheOthers() {
        assertThat(Harness.commandLine(List.of("run", "probe")).getSubcommands())
                .containsOnlyKeys("run");
        assertThat(Harness.commandLine(List.of("--debug", "run")).getSubcommands())
                .containsKeys("run", "probe");
    }

    @Test
    void aCommandWithoutTheOthersHasTheSameHelp() {
        Harness.commandLine().getSubcommands().forEach((name, command) -> assertThat(Harness.commandLine(List.of(name))
                        .getSubcommands()
                        .get(name)
                        .getUsageMessage())
                .isEqualTo(command.getUsageMessage()));
    }

    @Test
    void runWithoutServerNamesTheOption() {
        Session session = Session.of("run", "--scenario", "single-stream");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err())
                .isEqualToIgnoringNewLines(
                        "no server is given: give one by --url, for example --url http://localhost:8000.");
    }

    @Test
    void suggestsTheNearestCommand() {
        assertThat(Session.of("dmo").err()).contains("demo");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "run --help",
                "probe --help",
                "demo --help",
                "simulate --help",
                "dataset --help",
                "dataset inspect --help"
            })
    void helpListsTheExitCodes(String line) {
        Session session = Session.of(line.split(" "));

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).startsWith("Usage: harness").contains("3     a run is not valid");
        assertThat(session.err()).isEmpty();
    }

    @Test
    void versionNamesLoadGen() {
        assertThat(Session.of("--version").outLines()).anyMatch(line -> line.matches("LoadGen \\d+\\.\\d+.*"));
    }

    @Test
    void reportsFolderThatCannotBeCreated(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        Session session = Session.of("demo", "--output-dir", file.toString());

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).singleElement().asString().contains(file.toString());
    }

    @Test
    void debugAddsTheStackTrace(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        Session session = Session.of("demo", "--debug", "--output-dir", file.toString());

        assertThat(session.err()).contains("\tat io.loadharness.");
    }

    @Test
    void lostOutputIsAFailure() {
        Writer full = new Writer() {
            @Override
            public void write(char[] text, int offset, int length) throws IOException {
                throw new IOException("no space left");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        StringWriter err = new StringWriter();
        CommandLine harness =
                Harness.commandLine().setOut(new PrintWriter(full)).setErr(new PrintWriter(err, true));

        assertThat(Harness.execute(harness, "--help")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).startsWith("Standard output cannot be written to");
    }
}
