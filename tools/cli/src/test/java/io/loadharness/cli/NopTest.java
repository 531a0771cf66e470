// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NopTest {

    private static final Path LOGS = Path.of("../../libraries/startup/src/test/resources/io/loadharness/startup");

    @TempDir
    private Path folder;

    private String log;

    @BeforeEach
    void copyALog() throws IOException {
        log = copy("vllm-0.9.txt");
    }

    private String copy(String name) throws IOException {
        Path copy = Files.copy(LOGS.resolve(name), folder.resolve(name));
        Files.setLastModifiedTime(copy, FileTime.from(Instant.parse("2026-06-15T12:00:00Z")));
        return copy.toString();
    }

    @Test
    void printsAStartAsTables() {
        Session session = Session.of("nop", log, "--zone", "UTC");

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.err()).isEmpty();
        assertThat(session.outLines())
                .startsWith("Ready after 96.00 s.")
                .contains("| start       | 2025-12-31 23:59:40 |");
    }

    @Test
    void logWinsOverTheGivenLoadFormat() {
        Session session = Session.of("nop", log, "--load-format", "tensorizer", "--log-level", "INFO");

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.errLines())
                .first()
                .asString()
                .matches("The load format \\S+ comes from the log; --load-format is tensorizer and is not used\\.");
        assertThat(session.errLines()).contains("--log-level is INFO: vLLM logs some phases only with DEBUG.");
        assertThat(session.plainOut()).doesNotContain("tensorizer");
    }

    @Test
    void givenLoadFormatIsUsedIfTheLogLacksIt() throws IOException {
        Path silent = Path.of(log);
        Files.writeString(silent, Files.readString(silent).replaceAll("load_format=\\S+", ""));

        Session session = Session.of("nop", log, "--load-format", "tensorizer");

        assertThat(session.errLines())
                .containsExactly(
                        "The load format tensorizer comes from --load-format, because the log does not contain it.");
        assertThat(session.plainOut()).containsPattern("(?m)^ *load format +tensorizer *$");
    }

    @Test
    void variableGivesTheLoadFormat() throws Exception {
        Path silent = Path.of(log);
        Files.writeString(silent, Files.readString(silent).replaceAll("load_format=\\S+", ""));
        ProcessBuilder builder = new ProcessBuilder(JavaCommand.harness(List.of(), "nop", log, "--json"))
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("LLMDBENCH_VLLM_STANDALONE_VLLM_LOAD_FORMAT", "runai_streamer");
        builder.environment().put("LLMDBENCH_VLLM_STANDALONE_PREPROCESS", "source x.sh");
        Process process = builder.start();

        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isEqualTo(ExitCode.OK);
        assertThat(out).contains("\"load_format\" : \"runai_streamer\"");
        assertThat(folder.resolve("err"))
                .content()
                .contains(
                        "LLMDBENCH_VLLM_STANDALONE_VLLM_LOAD_FORMAT, because the log does not contain it.",
                        "LLMDBENCH_VLLM_STANDALONE_PREPROCESS has no effect on a log");
    }

    @Test
    void yearComesFromTheFileUnlessGiven() throws IOException {
        Files.setLastModifiedTime(Path.of(log), FileTime.from(Instant.parse("2024-03-01T00:00:00Z")));

        assertThat(Session.of("nop", log, "--zone=UTC").out()).contains("2023-12-31 23:59:40");
        assertThat(Session.of("nop", log, "--zone=UTC", "--year=2020").out()).contains("2019-12-31 23:59:40");
    }

    @Test
    void writesAllFilesTogether() throws IOException {
        Path page = folder.resolve("start.html");
        Path result = folder.resolve("result.yaml");

        Session session = Session.of("nop", log, "--json", "--html", page.toString(), "--llm-d", result.toString());

        assertThat(session.out()).startsWith("{").contains("\"schema\" : \"loadharness-startup\"");
        assertThat(page).content().contains("<title>Start of acme/large – LoadHarness</title>", "echarts");
        assertThat(result).content().contains("vllm_metrics:", "transfer_rate: 1.5", "title: \"Model Loading\"");
    }

    @Test
    void keepsALinkToThePage() throws IOException {
        Path page = Files.writeString(folder.resolve("start.html"), "before");
        Path link = Files.createSymbolicLink(folder.resolve("link.html"), page);

        assertThat(Session.of("nop", log, "--html", link.toString()).exitCode()).isEqualTo(ExitCode.OK);

        assertThat(link).isSymbolicLink();
        assertThat(page).content().contains("<title>Start of acme/large");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void reportsFullDiskWithTheFile() {
        for (String option : List.of("--html", "--llm-d")) {
            Session session = Session.of("nop", log, option, "/dev/full");

            assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(session.errLines()).containsExactly("/dev/full cannot be written: No space left on device.");
        }
    }

    @Test
    void failsIfTheServerWasNotReady() throws IOException {
        Session session = Session.of("nop", copy("vllm-0.18.txt"));

        assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(session.outLines()).startsWith("Start 2 of 2.", "Not ready: the log ends after 40.00 s.");
    }

    @Test
    void selectsOneOfSeveralStarts() throws IOException {
        Session session = Session.of("nop", copy("vllm-0.18.txt"), "--start", "1");

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines()).startsWith("Start 1 of 2.", "Ready after 52.00 s.");
    }

    @Test
    void unknownLogIsAnErrorWithoutAReport() throws IOException {
        Path page = folder.resolve("start.html");
        Path other = Files.writeString(folder.resolve("other.log"), "Hello.\nThis is another program.\n");

        Session session = Session.of("nop", other.toString(), "--html", page.toString());

        assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(session.out()).isEmpty();
        assertThat(session.errLines())
                .containsExactly(
                        other + " is not a known start-up log: none of its 2 lines matches the patterns for vLLM.");
        assertThat(page).doesNotExist();
    }

    @Test
    void readsALogFromStandardInput() throws IOException {
        InputStream before = System.in;
        try (InputStream in = Files.newInputStream(Path.of(log))) {
            System.setIn(in);
            assertThat(Session.of("nop", "-").outLines()).startsWith("Ready after 96.00 s.");
        } finally {
            System.setIn(before);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--zone=Europe/Zurick | 2 | Invalid value for option '--zone': 'Europe/Zurick' is not a time zone; did you mean 'Europe/Zurich'?",
                "--year=20 | 2 | the year of a log must be from 1970 to 9999: got 20.",
                "--start=2 | 2 | --start must be from 1 to 1, the number of server starts in LOG: got 2.",
                "--start=0 | 2 | --start must be from 1 to 1, the number of server starts in LOG: got 0.",
                "--patterns=missing.json | 1 | missing.json does not exist.",
                "--llm-d=/no/such/x.yaml | 1 | /no/such/x.yaml cannot be opened: the folder /no/such does not exist.",
                "--html=/no/such/x.html | 1 | /no/such/x.html cannot be opened: the folder /no/such does not exist."
            })
    void reportsErrorsInOneSentence(String option, int exitCode, String sentence) {
        Session session = Session.of("nop", log, option);

        assertThat(session.exitCode()).isEqualTo(exitCode);
        assertThat(session.errLines().get(0)).isEqualTo(sentence.replace("LOG", log));
    }

    @Test
    void helpListsItsOwnExitCodes() {
        assertThat(Session.of("nop", "--help").out())
                .contains(
                        "Exit codes:\n  0   the server became ready\n  1   the server was not ready at the end of the log")
                .doesNotContain("every run is valid");
    }

    @Test
    void rejectsFolderAndEmptyFile() {
        assertThat(Session.of("nop", folder.toString()).errLines())
                .containsExactly(folder + " is a folder, not the log of a server.");
        assertThat(Session.of("nop", log, "--patterns", folder.toString()).errLines())
                .containsExactly(folder + " is a folder, not a pattern pack.");
        assertThat(Session.of("nop", folder.resolve("none.log").toString()).errLines())
                .containsExactly(folder.resolve("none.log") + " does not exist.");
    }
}
