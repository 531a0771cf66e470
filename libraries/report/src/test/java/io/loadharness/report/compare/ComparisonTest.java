// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.Verdict;
import io.loadharness.report.ReportFormats;
import io.loadharness.report.RunFolder;
import io.loadharness.report.RunOutcome;
import io.loadharness.report.RunReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {

    private static final double MILLI = 1e6;

    @TempDir
    private Path folder;

    private int folders;

    @ParameterizedTest
    @ValueSource(strings = {"ttft.mean", "ttft.p50", "ttft.p90", "latency.p50", "latency_scheduled.p50"})
    void aKnownShiftIsInTheInterval(String id) throws Exception {
        Comparison comparison = new Comparison(List.of(
                valid(GeneratedRun.of(2000, 1)), valid(GeneratedRun.of(2000, 2).shiftedBy(10))));

        Difference difference = difference(comparison, id);

        assertThat(difference.interval().orElseThrow().low()).isLessThan(10 * MILLI);
        assertThat(difference.interval().orElseThrow().high()).isGreaterThan(10 * MILLI);
        assertThat(difference.isSignificant()).isTrue();
    }

    @Test
    void aRunDoesNotDifferFromItself() throws Exception {
        ComparedRun run = valid(GeneratedRun.of(1500, 1));
        Comparison comparison = new Comparison(List.of(run, run));

        for (ComparedFigure each : comparison.known(ComparedFigures.all())) {
            Difference difference = comparison.difference(each, run).orElseThrow();
            assertThat(difference.absolute()).isZero();
            assertThat(difference.isSignificant()).as(each.id()).isFalse();
        }
        assertThat(comparison.differingSettings()).isEmpty();
        assertThat(new RegressionCheck(0, List.of()).findings(comparison)).isEmpty();
    }

    @Test
    void settingsThatDifferAreListed() throws Exception {
        Comparison comparison = new Comparison(List.of(
                valid(GeneratedRun.of(10, 1)),
                valid(GeneratedRun.of(10, 2).ofModel("other").withoutStreaming())));

        assertThat(comparison.differingSettings()).containsOnlyKeys("model", "streamed");
        assertThat(comparison.differingSettings().get("model"))
                .containsExactly(Optional.of("model"), Optional.of("other"));
    }

    @Test
    void settingsOfOneToolOnlyAreNotListed() throws Exception {
        Comparison comparison = new Comparison(List.of(
                valid(GeneratedRun.of(10, 1)),
                ComparableRuns.in(ComparableRunsTest.resource("vllm.json")).get(0)));

        assertThat(comparison.differingSettings()).containsOnlyKeys("model", "rate_per_second");
    }

    @Test
    void aComparisonNeedsTwoRuns() {
        assertThatThrownBy(() -> new Comparison(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFigureBeyondTheToleranceIsARegression() throws Exception {
        Comparison comparison = new Comparison(List.of(
                valid(GeneratedRun.of(2000, 1)), valid(GeneratedRun.of(2000, 2).shiftedBy(10))));

        assertThat(findings(comparison, 0.05, "ttft.mean"))
                .singleElement()
                .asString()
                .matches(
                        ".*: ttft\\.mean is 3\\d\\.\\d\\d ms and was 2\\d\\.\\d\\d ms, \\+\\d\\d\\.\\d %; the tolerance is 5 %");
        assertThat(findings(comparison, 1, "ttft.mean")).isEmpty();
        assertThat(findings(comparison, 0.05, "tpot.p50", "requests_per_second", "failure_rate"))
                .isEmpty();
    }

    @Test
    void aBetterFigureIsNotARegression() throws Exception {
        Comparison comparison =
                new Comparison(List.of(valid(GeneratedRun.of(2000, 1).shiftedBy(10)), valid(GeneratedRun.of(2000, 2))));

        assertThat(findings(comparison, 0.05)).isEmpty();
    }

    @Test
    void anInsignificantDifferenceIsNotARegression() throws Exception {
        Comparison comparison = new Comparison(List.of(
                valid(GeneratedRun.of(50, 1)), valid(GeneratedRun.of(50, 2).shiftedBy(2))));
        Difference difference = difference(comparison, "ttft.p90");
        assertThat(difference.relative().orElseThrow()).isNotZero();
        assertThat(difference.isSignificant()).isFalse();

        assertThat(findings(comparison, 0, "ttft.p90")).isEmpty();
    }

    @Test
    void withoutAnIntervalOnlyTheToleranceCounts() throws Exception {
        List<ComparedRun> runs = ComparableRuns.in(ComparableRunsTest.resource("guidellm.json"));
        Comparison comparison = new Comparison(runs);

        assertThat(findings(comparison, 0.05, "ttft.p50", "requests_per_second"))
                .singleElement()
                .asString()
                .endsWith("guidellm.json benchmark 2: ttft.p50 is 90.00 ms and was 75.00 ms, +20.0 %;"
                        + " the tolerance is 5 %");
        assertThat(findings(new Comparison(List.of(runs.get(1), runs.get(0))), 0.05, "requests_per_second"))
                .singleElement()
                .asString()
                .contains("requests_per_second is 4.930 and was 9.700, -49.2 %");
    }

    @Test
    void manyFailuresAreARegressionAndFewAreNot() throws Exception {
        ComparedRun none = valid(GeneratedRun.of(200, 1));
        ComparedRun one = valid(GeneratedRun.of(200, 1).withFailures(1));
        ComparedRun many = valid(GeneratedRun.of(200, 1).withFailures(20));

        assertThat(findings(new Comparison(List.of(none, one)), 0.05, "failure_rate"))
                .isEmpty();
        assertThat(findings(new Comparison(List.of(none, many)), 0.05, "failure_rate"))
                .singleElement()
                .asString()
                .contains("failure_rate is 10.00 % and was 0.00 %; the tolerance is");
    }

    @Test
    void anInvalidRunDoesNotPassAndCannotBeTheBase() throws Exception {
        ComparedRun valid = valid(GeneratedRun.of(100, 1));
        ComparedRun invalid = run(GeneratedRun.of(100, 1), Verdict.INVALID, "the client was late");

        assertThat(findings(new Comparison(List.of(valid, invalid)), 5))
                .containsExactly(invalid.name() + " is INVALID (the client was late), so its metrics do not count");
        assertThat(findings(new Comparison(List.of(invalid, valid)), 5))
                .containsExactly(
                        invalid.name() + " is INVALID (the client was late), so it cannot be the base of a check");
    }

    @Test
    void aRunThatLacksAWatchedFigureDoesNotPass() throws Exception {
        ComparedRun streamed = valid(GeneratedRun.of(100, 1));
        ComparedRun whole = valid(GeneratedRun.of(100, 1).withoutStreaming());

        assertThat(findings(new Comparison(List.of(streamed, whole)), 5, "ttft.p99"))
                .containsExactly(whole.name() + " lacks the watched metric ttft.p99");
        assertThat(findings(new Comparison(List.of(whole, streamed)), 5, "ttft.p99"))
                .containsExactly(whole.name() + " lacks the watched metric ttft.p99");
        assertThat(findings(new Comparison(List.of(streamed, whole)), 5)).hasSize(2);
        assertThat(findings(new Comparison(List.of(whole, streamed)), 5)).isEmpty();
    }

    @Test
    void unknownFiguresHaveASuggestion() {
        assertThatThrownBy(() -> ComparedFigures.named("tfft.p99"))
                .hasMessage("unknown metric 'tfft.p99'; did you mean 'ttft.p99'?");
        assertThatThrownBy(() -> new RegressionCheck(0.05, List.of(ComparedFigures.named("duration"))))
                .hasMessage("duration cannot be watched: neither a higher nor a lower value is better");
        assertThatThrownBy(() -> new RegressionCheck(Double.NaN, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theTableHasARowForEachFigureAndMarksSignificance() throws Exception {
        String text = markdown(new Comparison(List.of(
                valid(GeneratedRun.of(2000, 1)),
                run(GeneratedRun.of(2000, 2).shiftedBy(10), Verdict.INVALID, "the client was late"))));

        assertThat(text.lines())
                .anyMatch(line -> line.matches("\\| A +\\| .*run-1 \\| LoadHarness, VALID +\\| +2,000 \\| +0 \\|"))
                .anyMatch(line -> line.equals("- B is INVALID; its metrics do not count: the client was late"))
                .anyMatch(
                        line -> line.matches(
                                "\\| ttft\\.mean +\\| +2\\d\\.\\d+ ms \\| +3\\d\\.\\d+ ms"
                                        + " \\| +\\+\\d+\\.\\d+ ms \\| +\\+\\d+\\.\\d % \\| +\\+\\d+\\.\\d+ ms to \\+\\d+\\.\\d+ ms \\| worse +\\|"))
                .anyMatch(line -> line.equals("No setting in the results differs."))
                .noneMatch(line -> line.contains("## All runs"));
    }

    @Test
    void tooFewValuesAreAWarning() throws Exception {
        Comparison comparison = new Comparison(List.of(valid(GeneratedRun.of(700, 1)), valid(GeneratedRun.of(100, 2))));

        assertThat(markdown(comparison).lines())
                .filteredOn(line -> line.startsWith("- "))
                .containsExactly(
                        "- B has 100 completed requests, too few for p95 and p99: the intervals of these percentiles have"
                                + " less than 95 % confidence.");
    }

    @Test
    void warningsOfARunNameTheRun() throws Exception {
        GeneratedRun run = GeneratedRun.of(700, 2).contradictingCounts();
        String warning = "700 of 700 responses have contradictory token counts: different counts in one response, fewer"
                + " tokens than chunks with tokens, or another number than that of the token ids. Do not rely on the token metrics.";

        assertThat(markdown(new Comparison(List.of(valid(GeneratedRun.of(700, 1)), valid(run)))))
                .contains("\n- B: " + warning + "\n");
        assertThat(markdown(new Comparison(List.of(valid(run), valid(run))))).containsOnlyOnce("\n- " + warning + "\n");
    }

    @Test
    void allWarningsOfARunAreRepeated() throws Exception {
        String own = "faulty reported a second result for samples that already had one: 10 times.";
        RunFolder warned = GeneratedRun.ended(
                GeneratedRun.of(700, 1).contradictingCounts().in(folder.resolve("warned")),
                Verdict.VALID,
                List.of(own, RunOutcome.POSSIBLE_PADDING + ": 2 of 3 rows"));
        RunReport.of(warned).write(ReportFormats.named("json"));

        for (Path each : List.of(warned.path(), warned.path().resolve("result.json"))) {
            ComparedRun run = ComparableRuns.in(each).get(0);
            assertThat(run.warnings()).hasSize(3).contains(own);
        }
    }

    @Test
    void severalRunsHaveACommonTable() throws Exception {
        List<ComparedRun> runs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            runs.add(valid(GeneratedRun.of(500, i).shiftedBy(10 * i)));
        }
        runs.addAll(ComparableRuns.in(ComparableRunsTest.resource("guidellm.json")));
        String text = markdown(new Comparison(runs));

        assertThat(text)
                .contains("## All runs", "## B against A", "## E against A", "## Warnings", "guidellm: tpot is");
        assertThat(text.lines())
                .anyMatch(line -> line.matches("\\| itl\\.p50 .*\\| +- \\| +- \\|"))
                .anyMatch(line -> line.matches("\\| ttft\\.p50 .*%\\* \\|.*"));
    }

    @Test
    void jsonHasAllNumbers() throws Exception {
        Comparison comparison = new Comparison(List.of(
                valid(GeneratedRun.of(500, 1)),
                valid(GeneratedRun.of(500, 2).shiftedBy(10)),
                ComparableRuns.in(ComparableRunsTest.resource("vllm.json")).get(0)));
        StringWriter text = new StringWriter();
        ComparisonJson.write(comparison, Optional.of(List.of("a finding")), text);
        JsonNode json = new ObjectMapper().readTree(text.toString());

        assertThat(json.at("/schema").asText()).isEqualTo("loadharness-comparison");
        assertThat(json.at("/runs")).hasSize(3);
        assertThat(json.at("/runs/2/verdict").isNull()).isTrue();
        assertThat(json.at("/findings/0").asText()).isEqualTo("a finding");
        JsonNode figure = json.at("/figures")
                .valueStream()
                .filter(each -> each.at("/id").asText().equals("ttft.p50"))
                .findFirst()
                .orElseThrow();
        assertThat(figure.at("/values")).hasSize(3);
        assertThat(figure.at("/unit").asText()).isEqualTo("ns");
        assertThat(figure.at("/better").asText()).isEqualTo("lower");
        assertThat(figure.at("/differences/0/interval")).hasSize(2);
        assertThat(figure.at("/differences/0/significant").asBoolean()).isTrue();
        assertThat(figure.at("/differences/1/interval").isNull()).isTrue();
        assertThat(json.at("/settings/model/2").asText()).isEqualTo("some/model");
    }

    private static String markdown(Comparison comparison) {
        StringWriter text = new StringWriter();
        ComparisonMarkdown.print(comparison, new PrintWriter(text));
        return text.toString();
    }

    private static List<String> findings(Comparison comparison, double tolerance, String... watched) {
        return new RegressionCheck(
                        tolerance,
                        List.of(watched).stream().map(ComparedFigures::named).toList())
                .findings(comparison);
    }

    private static Difference difference(Comparison comparison, String id) {
        return comparison
                .difference(ComparedFigures.named(id), comparison.runs().get(1))
                .orElseThrow();
    }

    private ComparedRun valid(GeneratedRun run) throws IOException {
        return run(run, Verdict.VALID);
    }

    private ComparedRun run(GeneratedRun run, Verdict verdict, String... reasons) throws IOException {
        folders++;
        Path path = folder.resolve("run-" + folders);
        GeneratedRun.ended(run.in(path), verdict, reasons);
        return ComparableRuns.in(path).get(0);
    }
}
