// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.Verdict;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.report.ReportException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads logs that the Python bindings of LoadGen 4.1 and 5.1 wrote. */
class LoadGenLogTest {

    @TempDir
    private Path folder;

    @Test
    void theLogOfAServerRunHasVerdictRatesAndLatencies() throws Exception {
        ComparedRun run = only("loadgen-4.1-server.txt");

        assertThat(run.tool()).isEqualTo("LoadGen");
        assertThat(run.verdict()).contains(Verdict.VALID);
        assertThat(run.reasons()).isEmpty();
        assertThat(run.completed()).hasValue(595);
        assertThat(run.settings())
                .containsEntry("loadgen_version", "4.1.30 @ e7c301cc70")
                .containsEntry("scenario", "SERVER")
                .containsEntry("server_target_qps", "300");
        assertThat(run.rates())
                .containsOnly(
                        Map.entry(Rate.REQUESTS_PER_SECOND, 285.552),
                        Map.entry(Rate.OUTPUT_TOKENS_PER_SECOND, 1430.16));
        assertThat(run.metrics().get(Metric.TTFT_SCHEDULED).statistics())
                .containsOnly(
                        Map.entry(Statistic.MEAN, 2845084.0),
                        Map.entry(Statistic.P50, 463057.0),
                        Map.entry(Statistic.P90, 4372111.0),
                        Map.entry(Statistic.P95, 10877948.0),
                        Map.entry(Statistic.P99, 47455435.0));
        assertThat(run.metrics().get(Metric.TPOT_SCHEDULED).statistics()).containsEntry(Statistic.P99, 3725209.0);
        assertThat(run.metrics().get(Metric.LATENCY_SCHEDULED).statistics()).containsEntry(Statistic.P99, 51542351.0);
    }

    @Test
    void anInvalidRunHasTheReasonsOfLoadGen() throws Exception {
        ComparedRun run = only("loadgen-5.1-server.txt");

        assertThat(run.verdict()).contains(Verdict.INVALID);
        assertThat(run.reasons()).hasSize(2);
        assertThat(run.reasons().get(0)).isEqualTo("TTFT constrain not met: Reduce target QPS to improve latency.");
        assertThat(run.reasons().get(1))
                .startsWith("early_stopping_ttft_result: Run unsuccessful. Processed 595 queries.");
    }

    @Test
    void blankReasonsAreLeftOutAndEarlyStoppingIsNamed() throws Exception {
        String invalid = Files.readString(ComparableRunsTest.resource("loadgen-5.1-server.txt"))
                .replace("TTFT constrain not met: Reduce target QPS to improve latency. ", " ")
                .replace(
                        "\"requested_scenario\", \"value\": \"Server\"",
                        "\"requested_scenario\", \"value\": \"Multi Stream\"");
        Path log = Files.writeString(
                folder.resolve("log.txt"),
                invalid.replaceAll(
                        "(early_stopping_ttft_result\", \"value\": \")[^\"]*",
                        "$1 * Only processed 100 queries.\\\\n * Need to process at least 662 queries."));

        ComparedRun run = ComparableRuns.in(log).get(0);

        assertThat(run.reasons())
                .containsExactly("early_stopping_ttft_result: Only processed 100 queries. Need to process at least 662"
                        + " queries.");
        assertThat(run.settings()).containsEntry("scenario", "MULTI_STREAM");
        Files.writeString(log, invalid.replaceAll("(?m)^.*early_stopping_ttft_result.*\\R", ""));
        assertThat(ComparableRuns.in(log).get(0).reasons()).containsExactly("early_stopping_met is false");
        Files.writeString(log, invalid.replaceAll("(early_stopping_ttft_result\", \"value\": \")[^\"]*", "$1"));
        assertThat(ComparableRuns.in(log).get(0).reasons()).containsExactly("early_stopping_met is false");
    }

    @Test
    void summariesAndEmptyFilesAreRejectedWithTheNameOfTheLog() throws Exception {
        Path summary = Files.writeString(
                folder.resolve("mlperf_log_summary.txt"), "=====\nMLPerf Results Summary\n=====\nScenario : Offline\n");
        assertThatThrownBy(() -> ComparableRuns.in(summary))
                .isInstanceOf(ReportException.class)
                .hasMessage(summary + " is the summary of LoadGen, which has no settings and no complete metrics: give"
                        + " mlperf_log_detail.txt of the same run");
        Path empty = Files.createFile(folder.resolve("empty.txt"));
        assertThatThrownBy(() -> ComparableRuns.loadGenLog(empty))
                .isInstanceOf(ReportException.class)
                .hasMessage(empty + " is empty: give the folder of a run, or the mlperf_log_detail.txt of a LoadGen run"
                        + " that has ended");
    }

    @Test
    void anOfflineRunHasAsManySamplesAsItsQuery() throws Exception {
        ComparedRun run = only("loadgen-5.1-offline.txt");

        assertThat(run.completed()).hasValue(2200);
        assertThat(run.rates())
                .containsOnly(
                        Map.entry(Rate.REQUESTS_PER_SECOND, 131704.0),
                        Map.entry(Rate.OUTPUT_TOKENS_PER_SECOND, 658519.0));
    }

    @Test
    void aFolderWithOneLogIsRead() throws Exception {
        Path log = Files.copy(
                ComparableRunsTest.resource("loadgen-4.1-server.txt"), folder.resolve("mlperf_log_detail.txt"));
        Files.writeString(folder.resolve("mlperf_log_summary.txt"), "MLPerf Results Summary");

        assertThat(ComparableRuns.in(folder)).extracting(ComparedRun::name).containsExactly(log.toString());

        Files.copy(log, folder.resolve("other_detail.txt"));
        assertThatThrownBy(() -> ComparableRuns.in(folder))
                .isInstanceOf(ReportException.class)
                .hasMessage(folder + " has 2 logs of LoadGen: name one of them, for example " + log);
    }

    @Test
    void aDamagedOrUnfinishedLogIsRejected() throws Exception {
        String whole = Files.readString(ComparableRunsTest.resource("loadgen-4.1-server.txt"));
        Path log = folder.resolve("log.txt");

        Files.writeString(log, whole.substring(0, whole.length() / 2));
        assertThatThrownBy(() -> ComparableRuns.in(log))
                .isInstanceOf(ReportException.class)
                .hasMessageMatching(".*log.txt, line \\d+: the line is cut off or not written by LoadGen");

        Files.writeString(log, whole.substring(0, whole.indexOf(":::MLLOG {\"key\": \"result_validity\"")));
        assertThatThrownBy(() -> ComparableRuns.in(log))
                .isInstanceOf(ReportException.class)
                .hasMessage(log + " has no result_validity: the run did not end, or its log is cut off");

        Files.writeString(log, whole.replace("\"value\": 285.552", "\"value\": fast"));
        assertThatThrownBy(() -> ComparableRuns.in(log))
                .isInstanceOf(ReportException.class)
                .hasMessage(log + ": result_completed_samples_per_sec must be a number: got fast");
    }

    @Test
    void anErrorInTheLogMakesTheRunInvalid() throws Exception {
        String whole = Files.readString(ComparableRunsTest.resource("loadgen-4.1-server.txt"));
        Path log = Files.writeString(
                folder.resolve("log.txt"),
                whole
                        + ":::MLLOG {\"key\": \"error_runtime\", \"value\": \"Multiple \"conf\" files\", \"time_ms\": 1.5, \"metadata\": {}}\n");

        ComparedRun run = ComparableRuns.in(log).get(0);
        assertThat(run.verdict()).contains(Verdict.INVALID);
        assertThat(run.reasons()).containsExactly("LoadGen reported Multiple \"conf\" files");
    }

    @Test
    void theFiguresOfALogArePrinted() throws Exception {
        StringWriter text = new StringWriter();
        ComparisonMarkdown.print(only("loadgen-4.1-server.txt"), new PrintWriter(text));

        assertThat(text.toString())
                .startsWith("VALID, 595 samples  ")
                .contains("| server_target_qps ", "| ttft_scheduled.p99 ", "| output_tokens_per_second ");
    }

    private static ComparedRun only(String name) throws Exception {
        return ComparableRunsTest.only(name);
    }
}
