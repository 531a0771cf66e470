// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompareTest {

    @TempDir
    private Path folder;

    private String base;
    private String slower;

    @BeforeEach
    void writeResults() throws IOException {
        base = result("base.json", 100, 20);
        slower = result("slower.json", 120, 19.9);
    }

    @Test
    void comparesRunsInTables() {
        Session session = Session.of("compare", base, slower);

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.err()).isEmpty();
        assertThat(session.outLines())
                .contains("## B against A")
                .anyMatch(line -> line.matches(
                        "\\| ttft\\.p99 +\\| 100\\.00 ms \\| 120\\.00 ms \\| +\\+20\\.00 ms \\| +\\+20\\.0 %"
                                + " \\| +- \\| +\\|"));
    }

    @Test
    void regressionHasItsOwnExitCode() {
        Session session = Session.of("compare", base, slower, "--fail-on-regression", "5%");

        assertThat(session.exitCode()).isEqualTo(ExitCode.REGRESSION).isEqualTo(5);
        assertThat(session.outLines())
                .containsSubsequence(
                        "## Verdict",
                        "- " + slower + ": ttft.p99 is 120.00 ms and was 100.00 ms, +20.0 %; the tolerance is 5 %");
    }

    @Test
    void differenceWithinToleranceIsNotARegression() {
        assertThat(Session.of("compare", base, slower, "--fail-on-regression", "25 %")
                        .exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(Session.of("compare", base, slower, "--fail-on-regression=5%", "--watch=requests_per_second")
                        .outLines())
                .endsWith("No regression.");
        assertThat(Session.of("compare", slower, base, "--fail-on-regression=0.5%")
                        .exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(Session.of("compare", base, base, "--fail-on-regression=0%").exitCode())
                .isEqualTo(ExitCode.OK);
    }

    @Test
    void failsIfARunLacksAWatchedMetric() {
        Session session =
                Session.of("compare", base, slower, "--fail-on-regression", "5%", "--watch", "ttft.p99,itl.p50");

        assertThat(session.exitCode()).isEqualTo(ExitCode.REGRESSION);
        assertThat(session.out()).contains("- " + base + " lacks the watched metric itl.p50");
    }

    @Test
    void printsTheComparisonAsJson() {
        Session session = Session.of("compare", base, slower, "--json", "--fail-on-regression", "5%");

        assertThat(session.exitCode()).isEqualTo(ExitCode.REGRESSION);
        assertThat(session.out()).startsWith("{").contains("\"loadharness-comparison\"", "\"findings\"");
    }

    @Test
    void writesTheHtmlPage() throws Exception {
        Path page = folder.resolve("comparison.html");

        Session session = Session.of("compare", base, slower, "--html", page.toString());

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(page)).startsWith("<!doctype html>").contains("slower.json");
        assertThat(Session.of(
                                "compare",
                                base,
                                slower,
                                "--html",
                                folder.resolve("no/page.html").toString())
                        .errLines())
                .containsExactly(folder.resolve("no/page.html") + " cannot be opened: the folder "
                        + folder.resolve("no") + " does not exist.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            BASE                                             | there is only one run: give a second run to compare with the first.
            BASE BASE --watch ttft.p99                       | --watch needs --fail-on-regression, for example --fail-on-regression 5%.
            BASE BASE --fail-on-regression 5                 | Invalid value for option '--fail-on-regression': '5' is not a percentage: write for example 5%.
            BASE BASE --fail-on-regression 5% --watch tfft.p99 | unknown metric 'tfft.p99'; did you mean 'ttft.p99'?
            BASE BASE --fail-on-regression 5% --watch ttft   | unknown metric 'ttft'; did you mean 'ttft.p50'?
            BASE BASE --fail-on-regression 5% --watch duration | duration cannot be watched: neither a higher nor a lower value is better.
            """)
    void aWrongCommandLineIsOneSentence(String line, String sentence) {
        Session session = Session.of(("compare " + line.replace("BASE", base)).split(" "));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines()).startsWith(sentence);
        assertThat(session.out()).isEmpty();
    }

    @Test
    void reportsFilesThatAreNotResults() throws Exception {
        Path garbage = Files.writeString(folder.resolve("garbage"), "no JSON");
        Path missing = folder.resolve("missing");

        assertThat(Session.of("compare", base, garbage.toString()).errLines())
                .singleElement()
                .asString()
                .startsWith(garbage + " is not valid JSON: ");
        assertThat(Session.of("compare", base, missing.toString()).errLines())
                .containsExactly(missing + " does not exist.");
        assertThat(Session.of("compare", base, folder.toString()).errLines())
                .containsExactly(folder + " is not the folder of a run: it has no run.json.");
        assertThat(Session.of("compare", base, folder.toString()).exitCode()).isEqualTo(ExitCode.FAILED);
    }

    /** Returns a result in the format of vllm bench serve. */
    private String result(String name, double firstTokenMillis, double rate) throws IOException {
        String text = """
                {"backend": "vllm", "completed": 500, "failed": 0, "duration": 25.0, "request_throughput": %s,
                 "mean_ttft_ms": 50.0, "p99_ttft_ms": %s}
                """.formatted(rate, firstTokenMillis);
        return Files.writeString(folder.resolve(name), text).toString();
    }
}
