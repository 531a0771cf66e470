// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.loadharness.Verdict;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.report.ReportException;
import io.loadharness.report.ReportFormat;
import io.loadharness.report.ReportFormats;
import io.loadharness.report.RunFolder;
import io.loadharness.report.RunReport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComparableRunsTest {

    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;

    @TempDir
    private Path folder;

    @Test
    void inferencePerfIsConvertedToOurNamesAndUnits() throws Exception {
        ComparedRun run = only("summary_lifecycle_metrics.json");

        assertThat(run.tool()).isEqualTo("inference-perf");
        assertThat(run.verdict()).isEmpty();
        assertThat(run.completed()).hasValue(597);
        assertThat(run.failed()).hasValue(3);
        assertThat(run.failures()).containsExactly(Map.entry("504 - Gateway Timeout", 2L), Map.entry("Timeout", 1L));
        assertThat(run.rates())
                .containsOnly(
                        Map.entry(Rate.REQUESTS_PER_SECOND, 9.87),
                        Map.entry(Rate.OUTPUT_TOKENS_PER_SECOND, 1265.25),
                        Map.entry(Rate.INPUT_TOKENS_PER_SECOND, 5000.5),
                        Map.entry(Rate.TOTAL_TOKENS_PER_SECOND, 6265.75),
                        Map.entry(Rate.FAILURE_RATE, 0.005),
                        Map.entry(Rate.DURATION, 60.5));
        assertThat(statistics(run, Metric.TTFT))
                .containsOnly(
                        Map.entry(Statistic.MEAN, 0.12 * SECOND),
                        Map.entry(Statistic.P50, 0.1 * SECOND),
                        Map.entry(Statistic.P90, 0.2 * SECOND),
                        Map.entry(Statistic.P95, 0.25 * SECOND),
                        Map.entry(Statistic.P99, 0.4 * SECOND));
        assertThat(statistics(run, Metric.TPOT)).containsEntry(Statistic.P50, 0.0101 * SECOND);
        assertThat(statistics(run, Metric.ITL)).containsEntry(Statistic.P50, 0.01 * SECOND);
        assertThat(statistics(run, Metric.NTPOT)).containsEntry(Statistic.P50, 0.011 * SECOND);
        assertThat(statistics(run, Metric.LATENCY)).containsEntry(Statistic.P50, 1.4 * SECOND);
        assertThat(statistics(run, Metric.INPUT_TOKENS)).containsEntry(Statistic.MEAN, 506.7);
        assertThat(statistics(run, Metric.OUTPUT_TOKENS)).containsEntry(Statistic.MEAN, 128.2);
    }

    @Test
    void missingValuesOfAnOlderInferencePerfStayMissing() throws Exception {
        ComparedRun run = only("stage_0_lifecycle_metrics.json");

        assertThat(run.settings()).containsExactly(Map.entry("rate_per_second", "10.0"), Map.entry("concurrency", "8"));
        assertThat(run.metrics()).containsOnlyKeys(Metric.LATENCY, Metric.INPUT_TOKENS, Metric.OUTPUT_TOKENS);
        assertThat(statistics(run, Metric.LATENCY)).containsOnlyKeys(Statistic.MEAN, Statistic.P50);
        assertThat(statistics(run, Metric.INPUT_TOKENS)).containsOnly(Map.entry(Statistic.MEAN, 44.0));
        assertThat(run.rates()).containsEntry(Rate.FAILURE_RATE, 0.0).doesNotContainKey(Rate.INPUT_TOKENS_PER_SECOND);
    }

    /**
     * Checks the names of guidellm: inter_token_latency is LoadHarness's tpot, time_per_output_token is ntpot, and nothing corresponds to
     * itl.
     */
    @Test
    void guideLlmMetricsAreMappedByDefinitionNotByName() throws Exception {
        List<ComparedRun> runs = ComparableRuns.in(resource("guidellm.json"));

        assertThat(runs).hasSize(2);
        ComparedRun run = runs.get(0);
        assertThat(run.name()).endsWith("guidellm.json benchmark 1");
        assertThat(statistics(run, Metric.TPOT))
                .containsEntry(Statistic.MEAN, 16.0 * MILLI)
                .containsEntry(Statistic.P99, 22.0 * MILLI);
        assertThat(statistics(run, Metric.NTPOT)).containsEntry(Statistic.MEAN, 17.0 * MILLI);
        assertThat(statistics(run, Metric.TTFT)).containsEntry(Statistic.P50, 75.0 * MILLI);
        assertThat(statistics(run, Metric.LATENCY))
                .containsOnly(
                        Map.entry(Statistic.MEAN, 1.1 * SECOND),
                        Map.entry(Statistic.P50, 1.05 * SECOND),
                        Map.entry(Statistic.P90, 1.6 * SECOND),
                        Map.entry(Statistic.P95, 1.8 * SECOND),
                        Map.entry(Statistic.P99, 2.2 * SECOND));
        assertThat(run.metrics()).doesNotContainKey(Metric.ITL);
        assertThat(run.rates()).containsOnlyKeys(Rate.REQUESTS_PER_SECOND, Rate.FAILURE_RATE);
        assertThat(run.completed()).hasValue(148);
        assertThat(run.failed()).hasValue(1);
        assertThat(run.settings()).containsEntry("strategy.rate", "5.0").doesNotContainKey("id_");
        assertThat(run.warnings()).anyMatch(warning -> warning.contains("tokens per second"));
    }

    @Test
    void anotherVersionOfGuideLlmIsRead() throws Exception {
        ComparedRun run = ComparableRuns.in(resource("guidellm.json")).get(1);

        assertThat(run.completed()).hasValue(290);
        assertThat(run.failed()).hasValue(0);
    }

    @Test
    void vllmBenchIsConvertedToOurNamesAndUnits() throws Exception {
        ComparedRun run = only("vllm.json");

        assertThat(run.settings())
                .containsEntry("model", "some/model")
                .containsEntry("rate_per_second", "inf")
                .doesNotContainKey("max_concurrency");
        assertThat(statistics(run, Metric.TTFT))
                .containsOnly(
                        Map.entry(Statistic.MEAN, 150.0 * MILLI),
                        Map.entry(Statistic.P50, 140.0 * MILLI),
                        Map.entry(Statistic.P90, 190.0 * MILLI),
                        Map.entry(Statistic.P99, 250.5 * MILLI));
        assertThat(statistics(run, Metric.ITL)).containsEntry(Statistic.P50, 9.9 * MILLI);
        assertThat(run.rates()).containsEntry(Rate.OUTPUT_TOKENS_PER_SECOND, 588.2);
        assertThat(run.failed()).isEqualTo(OptionalLong.of(1));
        assertThat(run.metrics()).as("NaN is not a number").doesNotContainKey(Metric.LATENCY);
    }

    @Test
    void aFolderAndItsResultAreEqual() throws Exception {
        RunFolder run = GeneratedRun.ended(
                GeneratedRun.of(300, 1).withFailures(2).in(folder.resolve("run")), Verdict.INVALID, "2 failed");
        ReportFormat json = ReportFormats.all().stream()
                .filter(each -> each.name().equals("json"))
                .findFirst()
                .orElseThrow();
        Path result = folder.resolve("result.json");
        try (OutputStream out = Files.newOutputStream(result)) {
            json.write(RunReport.of(run), out);
        }

        ComparedRun ofFolder = ComparableRuns.in(run.path()).get(0);
        ComparedRun ofResult = ComparableRuns.in(result).get(0);

        assertThat(ofResult.verdict()).contains(Verdict.INVALID).isEqualTo(ofFolder.verdict());
        assertThat(ofResult.reasons()).containsExactly("2 failed").isEqualTo(ofFolder.reasons());
        assertThat(ofResult.settings()).containsEntry("model", "model").isEqualTo(ofFolder.settings());
        assertThat(ofResult.settings()).doesNotContainKeys("started", "--output-dir");
        assertThat(ofResult.rates()).isEqualTo(ofFolder.rates());
        assertThat(ofResult.failures())
                .containsExactly(Map.entry("TIMEOUT", 2L))
                .isEqualTo(ofFolder.failures());
        assertThat(ofResult.completed()).isEqualTo(ofFolder.completed());
        for (ComparedFigure each : ComparedFigures.latencies()) {
            assertThat(each.of(ofResult).orElse(-1)).isCloseTo(each.of(ofFolder).orElse(-1), within(1e-3));
        }
        assertThat(ofFolder.metrics().get(Metric.TTFT).distribution()).isPresent();
        assertThat(ofResult.metrics().get(Metric.TTFT).distribution()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "3",
                "null",
                "{\"benchmarks\": []}",
                "{\"benchmarks\": 3}",
                "{\"schema\": \"loadharness-comparison\"}",
                "{\"load_summary\": {}, \"successes\": {\"count\": 3, \"rate\": 1.0}}",
                "{\"request_throughput\": 1, \"completed\": 3, \"mean_e2e_latency_ms\": 2}"
            })
    void unknownFilesAreRejectedWithTheAllowedOnes(String text) throws Exception {
        assertThatThrownBy(() -> ComparableRuns.in(file(text)))
                .isInstanceOf(ReportException.class)
                .message()
                .startsWith(folder.resolve("file") + " is not a known result; allowed are the folder of a run, ")
                .contains("result.json", "inference-perf", "guidellm", "vllm bench serve");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"a\": 1} {\"b\": 2}", "# Title", "\u0000\u0001", "{\"a\": 1,}"})
    void invalidJsonIsReported(String text) throws Exception {
        Path file = file(text);
        if (text.isEmpty()) {
            assertThatThrownBy(() -> ComparableRuns.in(file)).hasMessageStartingWith(file + " is empty: ");
            return;
        }
        assertThatThrownBy(() -> ComparableRuns.in(file))
                .isInstanceOf(ReportException.class)
                .message()
                .startsWith(file + " is not valid JSON: ")
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"request_throughput": "fast", "completed": 1} | request_throughput must be a number: got "fast"
            {"request_throughput": 1, "completed": 1.5}    | completed must be a non-negative integer: got 1.5
            {"request_throughput": 1, "completed": -1}     | completed must be a non-negative integer: got -1
            {"request_throughput": 1, "completed": 1, "backend": []} | backend must be a string, number or boolean: got array
            {"load_summary": {"count": 1}, "successes": 3} | successes must be an object: got 3
            {"load_summary": {"count": 1}, "successes": {"latency": {"request_latency": {"p99": {}}}}} | \
            successes.latency.request_latency.p99 must be a number: got object
            {"benchmarks": [{"metrics": {"request_latency": {"successful": {"percentiles": [1]}}}}]} | \
            benchmarks[0].metrics.request_latency.successful.percentiles must be an object: got array
            {"benchmarks": [{"metrics": {}}, 3]} | benchmarks[1] must be an object: got missing
            {"schema": "loadharness-result", "version": 2} | version must be 1, the version that this program reads: got 2
            {"schema": "loadharness-result", "version": 1, "verdict": "VALDI"} | verdict must be one of VALID, INVALID, ABORTED, FAILED: got "VALDI"
            {"schema": "loadharness-result", "version": 1, "verdict": "VALID", "failures": 1} | failures must be an array: got 1
            """)
    void valuesOfTheWrongTypeAreReportedWithTheirPath(String text, String sentence) throws Exception {
        assertThatThrownBy(() -> ComparableRuns.in(file(text)))
                .isInstanceOf(ReportException.class)
                .hasMessage(folder.resolve("file") + ": " + sentence);
    }

    @Test
    void everyPrefixOfAResultIsRejected() throws Exception {
        String whole = Files.readString(resource("vllm.json")).strip();
        for (int length = 0; length < whole.length(); length++) {
            Path cut = file(whole.substring(0, length));

            assertThatThrownBy(() -> ComparableRuns.in(cut)).isInstanceOf(ReportException.class);
        }
    }

    @Test
    void aFolderThatIsNotARunIsReported() {
        assertThatThrownBy(() -> ComparableRuns.in(folder))
                .hasMessage(folder + " is not the folder of a run: it has no run.json");
    }

    private Path file(String text) throws IOException {
        return Files.write(folder.resolve("file"), text.getBytes(StandardCharsets.UTF_8));
    }

    static ComparedRun only(String name) throws Exception {
        List<ComparedRun> runs = ComparableRuns.in(resource(name));
        assertThat(runs).hasSize(1);
        return runs.get(0);
    }

    static Path resource(String name) throws Exception {
        return Path.of(ComparableRunsTest.class.getResource(name).toURI());
    }

    private static Map<Statistic, Double> statistics(ComparedRun run, Metric metric) {
        return run.metrics().get(metric).statistics();
    }
}
