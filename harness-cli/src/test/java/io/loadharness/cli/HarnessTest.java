package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class HarnessTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            ''                           | No command is given.                             | harness
            dmo                          | Unmatched argument at index 0: 'dmo'.            | harness
            demo --output                | Unknown option: '--output'.                      | harness demo
            run --scenario server        | Missing required option: '--url=URL'.            | harness run
            demo --seconds 0             | --seconds is 0.0 and must be more than 0, at most 3600. | harness demo
            demo --seconds NaN           | --seconds is NaN and must be more than 0, at most 3600. | harness demo
            bench                        | No benchmark is given.                           | harness bench
            bench loadgen --pairs 0      | --pairs is 0 and must be at least 1.             | harness bench loadgen
            bench loadgen --pairs many   | Invalid value for option '--pairs': 'many' is not an int. | harness bench loadgen
            """)
    void aWrongCommandLineIsOneSentenceAndAHint(String line, String sentence, String command) {
        Session session = Session.of(line.replace("''", "").isEmpty() ? new String[0] : line.split(" "));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).startsWith(sentence).endsWith("Try '" + command + " --help'.");
        assertThat(session.out()).isEmpty();
    }

    @Test
    void aMistypedCommandIsAnsweredWithTheNearestOne() {
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
                "bench --help",
                "bench loadgen --help"
            })
    void helpNamesTheExitCodes(String line) {
        Session session = Session.of(line.split(" "));

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).startsWith("Usage: harness").contains("3     a run is not valid");
        assertThat(session.err()).isEmpty();
    }

    @Test
    void theVersionIsThatOfLoadGen() {
        assertThat(Session.of("--version").outLines()).first().asString().matches("LoadGen \\d+\\.\\d+.*");
    }

    @Test
    void aFolderThatCannotBeMadeIsOneSentence(@TempDir Path folder) throws Exception {
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
    void outputThatIsLostIsNoSuccess() {
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
