// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryTest {

    private static final int TERMINAL = 80;

    @TempDir
    Path folder;

    @Test
    void verdictAndReasonsComeFirst() throws IOException {
        assertThat(FixedRun.written("text", FixedRun.report()).lines())
                .startsWith(
                        "**INVALID**: Server, 48.5 queries/s",
                        "",
                        "- " + FixedRun.report().reasonTexts().get(0),
                        "- LoadGen: min_duration is not met");
    }

    @Test
    void tablesFitIntoATerminal() throws IOException {
        List<String> rows = FixedRun.written("text", RunReport.of(FixedRun.withServers(folder)))
                .lines()
                .filter(line -> line.startsWith("|"))
                .toList();

        assertThat(rows).isNotEmpty().allSatisfy(row -> assertThat(row.length()).isLessThanOrEqualTo(TERMINAL));
    }

    @Test
    void aPercentileHasABoundIfThereAreEnoughSamples() throws IOException {
        RunReport many = RunReport.of(new RecordedRun(folder.resolve("many")).of(700, 0));
        RunReport few = RunReport.of(new RecordedRun(folder.resolve("few")).of(600, 0));

        assertThat(FixedRun.written("text", many))
                .containsPattern("(?m)^\\| E2EL \\(sent\\), ms +(\\| +[\\d.]+ +){6}\\|$")
                .contains("P99 ≤: upper bound of the P99 at 99 % confidence.")
                .doesNotContain("Too few");
        assertThat(FixedRun.written("text", few))
                .containsPattern("(?m)^\\| E2EL \\(sent\\), ms +(\\| +[\\d.]+ +){4}\\| +- \\| +[\\d.]+ +\\|$")
                .contains("The P99 bound needs 662 values; the metrics have 600.");
    }

    @Test
    void aP99OfFewerThanHundredValuesIsMarkedAsTheMaximum() throws IOException {
        RunReport few = RunReport.of(new RecordedRun(folder.resolve("few")).of(40, 0));
        RunReport many = RunReport.of(new RecordedRun(folder.resolve("many")).of(100, 0));

        assertThat(FixedRun.written("text", few))
                .contains("P99 (maximum of 40 to 80 values): with fewer than 100 values, the P99 is the maximum.");
        assertThat(FixedRun.written("text", many)).doesNotContain("maximum of");
    }

    @Test
    void serverMessagesCannotMoveTheCursor() throws IOException {
        assertThat(FixedRun.written("text", FixedRun.report()))
                .contains("- 2 × HTTP_ERROR: `HTTP status 503: the queue | is <full> & \uFFFD`")
                .doesNotContainPattern("[\\p{Cntrl}&&[^\\n]]");
    }

    @Test
    void textOfAServerIsNotMarkupInReasonsAndWarnings() throws IOException {
        RunFolder run = new RecordedRun(folder).of(20, 0);
        RecordedRun.endUnder("nsys", run, "a<img src=x>![b](http://x)");

        assertThat(FixedRun.written("text", RunReport.of(run))).contains("- File: a\\<img src=x>![b]\\(http://x)\n");
    }

    @Test
    void statisticsOfEnginesAreATable() throws IOException {
        RunFolder run = new RecordedRun(folder).of(20, 0);
        Map<String, String> statistics = new LinkedHashMap<>();
        statistics.put("samples", "20");
        statistics.put("a|b", "\u001b[2J");
        RecordedRun.endWith(run, new EngineStatistics("engine-0", statistics));

        assertThat(FixedRun.written("text", RunReport.of(run)).lines())
                .containsSequence(
                        "| Engine   | Statistic since its start | Value |",
                        "|:---------|:--------------------------|------:|",
                        "| engine-0 | samples                   |    20 |",
                        "| engine-0 | a\\|b                      |  \uFFFD[2J |");
        assertThat(FixedRun.written("json", RunReport.of(run)).replaceAll("\\s", ""))
                .contains("\"engines\":[{\"name\":\"engine-0\",\"statistics\":{\"samples\":\"20\",");
    }

    @Test
    void profilerAndItsFilesAreListed() throws IOException {
        RunFolder run = new RecordedRun(folder).of(20, 0);
        RecordedRun.endUnder("nsys", run, "profiles/replica-0/a.nsys-rep");

        assertThat(FixedRun.written("text", RunReport.of(run)).lines())
                .contains(
                        "Profiled with nsys: requests are faster without it.", "- File: profiles/replica-0/a.nsys-rep");
    }

    @Test
    void manyFilesOfASubfolderAreCounted() throws IOException {
        RunFolder run = new RecordedRun(folder).of(20, 0);
        RecordedRun.endUnder("nsys", run, "a", "b", "c", "d", "s/a", "s/b", "s/c", "t/a", "t/b", "t/c", "t/d");

        assertThat(FixedRun.written("text", RunReport.of(run)).lines())
                .containsSequence(
                        "- File: a",
                        "- File: b",
                        "- File: c",
                        "- File: d",
                        "- File: s/a",
                        "- File: s/b",
                        "- File: s/c",
                        "- Files: 4 in t");
    }

    @Test
    void aRunWithoutSamplesHasASummary() throws IOException {
        RunReport report = RunReport.of(new RecordedRun(folder).of(0, 0));

        assertThat(report.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(FixedRun.written("text", report)).startsWith("**FAILED**: Server");
        assertThat(FixedRun.written("markdown", report)).contains("<details><summary>Settings</summary>");
    }
}
