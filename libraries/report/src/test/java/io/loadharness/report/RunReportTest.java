// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.Verdict;
import io.loadharness.accuracy.AccuracyBound;
import io.loadharness.accuracy.AccuracyResult;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.record.RecordException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunReportTest {

    @TempDir
    Path path;

    @Test
    void aCompletedRunHasTheVerdictOfItsOutcome() throws IOException {
        RunFolder folder = new RecordedRun(path).of(10, 0);
        RecordedRun.end(folder, Verdict.VALID);

        RunReport report = RunReport.of(folder);

        assertThat(report.verdict()).isEqualTo(Verdict.VALID);
        assertThat(report.reasons()).isEmpty();
        assertThat(report.metrics().counts().completed()).isEqualTo(10);
        assertThat(report.metrics().distribution(Metric.TTFT).orElseThrow().min())
                .isEqualTo(19_000_000);
    }

    @Test
    void aKilledRunHasFailedAndShowsItsRecords() throws IOException {
        RunReport report = RunReport.of(new RecordedRun(path).of(10, 0));

        assertThat(report.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(report.reasonTexts())
                .containsExactly(
                        "the process of the run ended before the run was complete; the metrics cover the 10 samples that had"
                                + " completed or failed by then");
        assertThat(report.metrics().counts().total()).isEqualTo(10);
    }

    @Test
    void aMissedRequirementMakesAValidRunInvalid() throws IOException {
        RunFolder folder = new RecordedRun(path)
                .requiring("ttft.p50<1s", "ttft.p99<=5ms", "samples>=100")
                .of(10, 0);
        RecordedRun.end(folder, Verdict.VALID);

        RunReport report = RunReport.of(folder);

        assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(report.isValidButForRequirements()).isTrue();
        assertThat(report.reasonTexts())
                .containsExactly(
                        "required: ttft.p99<=5ms, but ttft.p99 is 19 ms", "required: samples>=100, but samples is 10");
    }

    @Test
    void contradictoryCountsMakeARunOfLoadGenInvalid() throws IOException {
        RunFolder folder = new RecordedRun(path)
                .contradictingCounts()
                .requiring("samples>=100")
                .of(10, 3);
        RecordedRun.end(folder, Verdict.VALID);

        RunReport report = RunReport.of(folder);

        assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(report.isValidButForRequirements()).isFalse();
        assertThat(report.reasons().get(0))
                .isEqualTo(new Reason(
                                Reason.Code.CONTRADICTORY_COUNTS,
                                "7 of 7 responses have contradictory token counts: different counts in one response,"
                                        + " fewer tokens than chunks with tokens, or another number than that of the token ids")
                        .with("samples", 7L)
                        .with("completed", 7L));
        assertThat(report.reasons()).hasSize(2);
        assertThat(report.warnings()).isEmpty();
        assertThat(JsonReport.document(report)
                        .at("/counts/contradictory_counts")
                        .asInt())
                .isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            VALID,   10, VALID,
            VALID,   7,  INVALID, '3 of 10 samples have no record, and the metrics do not include them'
            ABORTED, 7,  ABORTED,
            """)
    void aRunWithASampleWithoutARecordIsInvalid(Verdict ended, int records, Verdict verdict, String reason)
            throws IOException {
        RunFolder folder = new RecordedRun(path).of(records, 0);
        RecordedRun.end(folder, ended); // of 10 samples

        RunReport report = RunReport.of(folder);

        assertThat(report.verdict()).isEqualTo(verdict);
        assertThat(report.reasonTexts())
                .isEqualTo(Optional.ofNullable(reason).stream().toList());
    }

    @Test
    void missedRequirementsComeAfterOtherReasons() throws IOException {
        RunFolder folder = new RecordedRun(path).requiring("samples>=100").of(10, 3);
        RecordedRun.end(folder, Verdict.INVALID, "3 of 10 samples failed");

        RunReport report = RunReport.of(folder);

        assertThat(report.isValidButForRequirements()).isFalse();
        assertThat(report.reasonTexts())
                .containsExactly("3 of 10 samples failed", "required: samples>=100, but samples is 10");
    }

    @Test
    void anOlderOutcomeHasNoFilesAndNoProfiler() throws IOException {
        RunFolder folder = new RecordedRun(path).of(10, 0);
        RecordedRun.endUnder("nsys", folder, "a");
        Files.writeString(
                folder.outcome(),
                Files.readString(folder.outcome()).replace("\"files\"", "\"f\"").replace("\"profiler\"", "\"p\""));

        RunOutcome outcome = RunReport.of(folder).outcome().orElseThrow();

        assertThat(outcome.files()).isEmpty();
        assertThat(outcome.profiler()).isEmpty();
    }

    @Test
    void filesAreRelativeToTheRunFolder() {
        assertThat(new RunFolder(path.resolve("stage-1"))
                        .relative(List.of(path.resolve("stage-1/profiles/a"), path.resolve("b.html"))))
                .containsExactly("profiles/a", "../b.html");
    }

    @Test
    void aFolderThatIsNotARunIsRejected() {
        assertThatThrownBy(() -> RunReport.of(new RunFolder(path)))
                .isInstanceOf(ReportException.class)
                .hasMessage(path + " is not the folder of a run: it has no run.json");
    }

    @Test
    void aFolderOfSeveralRunsSuggestsTheFirst() throws IOException {
        new RecordedRun(path.resolve("stage-2")).of(1, 0);
        new RecordedRun(path.resolve("stage-1")).of(1, 0);

        assertThatThrownBy(() -> RunReport.of(new RunFolder(path)))
                .hasMessage(path + " is not the folder of a run: it has no run.json; did you mean "
                        + path.resolve("stage-1") + "?");
    }

    @Test
    void aFolderWithoutRecordsIsRejected() throws IOException {
        RunFolder folder = new RecordedRun(path).of(1, 0);
        Files.delete(folder.records());

        assertThatThrownBy(() -> RunReport.of(folder))
                .isInstanceOf(ReportException.class)
                .hasMessage(path + " is not the folder of a run: it has no records.cbor");
    }

    @Test
    void damagedFilesAreReported() throws IOException {
        RunFolder folder = new RecordedRun(path).of(1, 0);
        Files.writeString(folder.outcome(), "{\"verdict\": \"SPLENDID\"}");

        assertThatThrownBy(() -> RunReport.of(folder))
                .isInstanceOf(ReportException.class)
                .hasMessageStartingWith(folder.outcome() + " has invalid content: ");

        Files.delete(folder.outcome());
        Files.writeString(folder.records(), "garbage");
        assertThatThrownBy(() -> RunReport.of(folder))
                .isInstanceOf(RecordException.class)
                .hasMessageStartingWith(folder.records().toString());
    }

    @Test
    void ownRequirementsReplaceThoseOfARuleSet() {
        assertThat(RuleSet.DATACENTER.requirements(Scenario.SERVER, List.of("samples>=10", "ttft.p99<1s")))
                .containsExactly(
                        "failure_rate<=1%",
                        "duration>=60s", "latency_scheduled.p99<=1000ms", "samples>=10", "ttft.p99<1s");
        assertThat(RuleSet.DATACENTER.requirements(Scenario.OFFLINE, List.of()))
                .containsExactly("failure_rate<=1%", "samples>=100", "duration>=60s");
        assertThat(RuleSet.MLPERF.requirements(Scenario.SERVER, List.of())).isEmpty();
    }

    @Test
    void aLimitInTheOtherDirectionDoesNotReplaceARule() {
        assertThat(RuleSet.DATACENTER.requirements(
                        Scenario.OFFLINE, List.of("latency_scheduled.p99<=3s", "ttft.p99<1s")))
                .containsExactly("failure_rate<=1%", "samples>=100", "duration>=60s", "ttft.p99<1s");
        assertThat(RuleSet.DATACENTER.requirements(Scenario.OFFLINE, List.of("duration<=90s")))
                .containsExactly("failure_rate<=1%", "samples>=100", "duration>=60s", "duration<=90s");
    }

    @Test
    void weakerRequirementsRelaxARuleSet() {
        assertThat(RuleSet.DATACENTER.relaxedBy(
                        Scenario.SERVER,
                        List.of("duration>=5s", "latency_scheduled.p99<2s", "samples>=200", "failure_rate<=0.5%")))
                .containsExactly("duration>=5s", "latency_scheduled.p99<2s");
        assertThat(new AppliedRules(RuleSet.DATACENTER, List.of("duration>=5s", "samples>=9")).name())
                .isEqualTo("datacenter (relaxed: duration>=5s, samples>=9)");
        assertThat(new AppliedRules(RuleSet.DATACENTER, List.of()).name()).isEqualTo("datacenter");
    }

    @ParameterizedTest
    @CsvSource({
        "989, VALID,",
        "990, INVALID, 'required: latency_scheduled.p99<=1000ms, but latency_scheduled.p99 is 1.001 s'"
    })
    void datacenterRulesLimitTheP99ToOneSecond(long firstTokenMillis, Verdict verdict, String reason)
            throws IOException {
        RunFolder folder = new RecordedRun(path)
                .at(1.6)
                .lasting(firstTokenMillis)
                .judgedBy(RuleSet.DATACENTER)
                .of(100, 0);
        RecordedRun.end(folder, Verdict.VALID);

        RunReport report = RunReport.of(folder);

        assertThat(report.verdict()).isEqualTo(verdict);
        assertThat(report.reasonTexts())
                .isEqualTo(Optional.ofNullable(reason).stream().toList());
    }

    /** The latency is 11 ms longer than the time to the first token; each request is sent 1 ms after its scheduled start. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            # first token, pause, verdict, isUnmet
            930, 26, VALID, false
            987, 26, VALID, false
            989, 26, INVALID, false
            1020, 26, INVALID, false
            1050, 26, INVALID, true
            1050, 200, INVALID, false
            """)
    void datacenterRulesIgnorePausesThatCannotChangeTheVerdict(
            long firstTokenMillis, long pauseMillis, Verdict verdict, boolean isUnmet) throws IOException {
        RunFolder folder = datacenterRun(firstTokenMillis);
        RecordedRun.endPaused(folder, pauseMillis);

        RunReport report = RunReport.of(folder);

        assertThat(report.verdict()).isEqualTo(verdict);
        assertThat(report.isValidButForRequirements()).isEqualTo(isUnmet);
        boolean isWarning = verdict == Verdict.VALID || isUnmet;
        String pause = "client-limited: the whole client paused for " + pauseMillis + ".0 ms or more";
        assertThat(isWarning ? report.warnings() : report.reasonTexts())
                .filteredOn(each -> each.startsWith(pause)
                        && each.endsWith("This cannot have changed the verdict of the rules 'datacenter'") == isWarning)
                .hasSize(1);
        assertThat(isWarning ? report.reasonTexts() : report.warnings()).noneMatch(each -> each.contains("paused"));
        assertThat(ClientCheck.of(report).sentence())
                .startsWith(isWarning ? "The client exceeded its limits. " : "This run is client-limited: ");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            requests_per_second>=0.5, INVALID
            output_tokens.mean>=1, VALID
            tpot.p99<=30ms, INVALID
            tpot.p99<=100ms, VALID
            """)
    void pausesAreAWarningOnlyIfNoRequirementDependsOnThem(String requirement, Verdict verdict) throws IOException {
        RunFolder folder = new RecordedRun(path)
                .at(1)
                .judgedBy(RuleSet.DATACENTER, requirement)
                .of(100, 0);
        RecordedRun.endPaused(folder, 26);

        assertThat(RunReport.of(folder).verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"20, VALID", "989, INVALID"})
    void datacenterRulesIgnoreGarbageCollectionThatCannotChangeTheVerdict(long firstTokenMillis, Verdict verdict)
            throws IOException {
        RunFolder folder = datacenterRun(firstTokenMillis);
        RecordedRun.endPaused(folder, 26, 0.06);

        RunReport report = RunReport.of(folder);

        assertThat(report.verdict()).isEqualTo(verdict);
        assertThat(verdict == Verdict.VALID ? report.warnings() : report.reasonTexts())
                .hasSize(2)
                .anyMatch(each -> each.startsWith("client-limited: garbage collection took 6.0 % of the time"));
    }

    @Test
    void pausesAreAReasonIfARequestExceededATimeLimit() throws IOException {
        RunFolder folder =
                new RecordedRun(path).at(1).judgedBy(RuleSet.DATACENTER).of(200, 1);
        RecordedRun.endPaused(folder, 26);

        RunReport report = RunReport.of(folder);

        assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(report.reasonTexts())
                .singleElement()
                .asString()
                .startsWith("client-limited: the whole client paused for 26.0 ms");
    }

    @Test
    void withoutARuleSetAPausedClientStaysInvalid() throws IOException {
        RunFolder folder = new RecordedRun(path).at(1).of(100, 0);
        RecordedRun.endPaused(folder, 26);

        assertThat(RunReport.of(folder).verdict()).isEqualTo(Verdict.INVALID);
        assertThat(RunReport.of(folder).warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"20, true, warnings", "989, false, reasons"})
    void findingsOfTheClientAreNotAmongTheKeysOfTheBenchmark(long firstTokenMillis, boolean isValid, String key)
            throws IOException {
        RunFolder folder = datacenterRun(firstTokenMillis);
        RecordedRun.endPaused(folder, 26);

        Path file = new DatacenterResult("n", LocalDateTime.of(2026, 3, 4, 5, 6, 7), List.of(RunReport.of(folder)))
                .write(path)
                .get(0);

        JsonNode document = RunJson.MAPPER.readTree(file.toFile());
        assertThat(document.at("/scenarios/Server").fieldNames())
                .toIterable()
                .containsExactly("valid", "achieved_qps", "latency_p99", "accuracy");
        assertThat(document.at("/scenarios/Server/valid").asBoolean()).isEqualTo(isValid);
        JsonNode own = document.at("/loadharness/scenarios/Server");
        assertThat(own.get("warnings").size() + own.get("reasons").size()).isEqualTo(1);
        assertThat(own.get(key).get(0).asText()).startsWith("client-limited: the whole client paused");
    }

    @Test
    void aRuleSetReplacesFindingsOfLoadGen() throws IOException {
        RunFolder folder =
                new RecordedRun(path).at(1.6).judgedBy(RuleSet.DATACENTER).of(100, 1);
        RecordedRun.endBecause(
                folder,
                Verdict.INVALID,
                new Reason(Reason.Code.SAMPLES_FAILED, "1 of 100 samples failed"),
                new Reason(Reason.Code.LATENCY_BOUND, "TTFT is over its bound"),
                new Reason(Reason.Code.EARLY_STOPPING, "100 queries are too few"));

        RunReport report = RunReport.of(folder);

        assertThat(report.verdict()).isEqualTo(Verdict.VALID);
        assertThat(report.reasons()).isEmpty();
        assertThat(report.ruleVerdict().orElseThrow().generatorVerdict()).isEqualTo(Verdict.INVALID);
        assertThat(report.ruleVerdict().orElseThrow().sentence())
                .isEqualTo("VALID by datacenter, INVALID by MLPerf LoadGen: 1 of 100 samples failed; TTFT is over its"
                        + " bound; 100 queries are too few");
    }

    @Test
    void withoutARuleSetAnyFailureStaysInvalid() throws IOException {
        RunFolder folder = new RecordedRun(path).at(1.6).of(100, 1);
        RecordedRun.endBecause(
                folder, Verdict.INVALID, new Reason(Reason.Code.SAMPLES_FAILED, "1 of 100 samples failed"));

        assertThat(RunReport.of(folder).verdict()).isEqualTo(Verdict.INVALID);
        assertThat(RunReport.of(folder).ruleVerdict()).isEmpty();
    }

    @Test
    void aRuleSetKeepsOtherFindingsAndItsOwnRequirements() throws IOException {
        RunFolder folder =
                new RecordedRun(path).at(1.6).judgedBy(RuleSet.DATACENTER).of(100, 2);
        RecordedRun.endBecause(
                folder,
                Verdict.INVALID,
                new Reason(Reason.Code.SAMPLES_FAILED, "2 of 100 samples failed"),
                new Reason(Reason.Code.CPUS_BUSY, "client-limited: busy"));

        RunReport report = RunReport.of(folder);

        assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(report.isValidButForRequirements()).isFalse();
        assertThat(report.reasonTexts())
                .containsExactly("client-limited: busy", "required: failure_rate<=1%, but failure_rate is 2 %");
    }

    @Test
    void summaryOfARuleSetHasEachReasonOnce() throws IOException {
        RunFolder folder =
                new RecordedRun(path).at(1.6).judgedBy(RuleSet.DATACENTER).of(100, 2);
        RecordedRun.endBecause(
                folder, Verdict.INVALID, new Reason(Reason.Code.SAMPLES_FAILED, "2 of 100 samples failed"));
        StringWriter summary = new StringWriter();

        Summary.print(new PrintWriter(summary), RunReport.of(folder));

        assertThat(summary.toString()).containsOnlyOnce("required: failure_rate<=1%, but failure_rate is 2 %");
    }

    @Test
    void aRuleSetDoesNotHideAnAbort() throws IOException {
        RunFolder folder =
                new RecordedRun(path).at(1.6).judgedBy(RuleSet.DATACENTER).of(100, 0);
        RecordedRun.endBecause(folder, Verdict.ABORTED, new Reason(Reason.Code.ABORTED, "stopped"));

        assertThat(RunReport.of(folder).verdict()).isEqualTo(Verdict.ABORTED);
    }

    @Test
    void everyReportHasTheVerdictOfTheRuleSet() throws IOException {
        RunFolder folder = new RecordedRun(path)
                .at(1.6)
                .judgedBy(RuleSet.DATACENTER, "duration>=5s")
                .of(100, 0);
        RecordedRun.endBecause(folder, Verdict.INVALID, new Reason(Reason.Code.EARLY_STOPPING, "too few"));
        String sentence = "VALID by datacenter (relaxed: duration>=5s), INVALID by MLPerf LoadGen: too few";

        RunReport report = RunReport.of(folder);
        StringWriter summary = new StringWriter();
        Summary.print(new PrintWriter(summary), report);

        assertThat(PrimaryMetric.of(report).orElseThrow().value())
                .isEqualTo(Quantity.number(report.metrics().rates().get(Rate.REQUESTS_PER_SECOND)));
        assertThat(summary.toString())
                .contains(sentence, "The verdict of the rules 'datacenter' decides. It also determines the exit code.");
        assertThat(FixedRun.written("markdown", report)).contains(sentence);
        assertThat(FixedRun.written("html", report)).contains("\"sentence\":\"" + sentence);
        assertThat(FixedRun.written("junit", report)).contains("failures=\"0\"", sentence.replace(">", "&gt;"));
        JsonNode rules =
                RunJson.MAPPER.readTree(FixedRun.written("json", report)).get("rules");
        assertThat(rules.get("verdict").asText()).isEqualTo("VALID");
        assertThat(rules.get("generator_verdict").asText()).isEqualTo("INVALID");
        assertThat(rules.at("/relaxed/0").asText()).isEqualTo("duration>=5s");
        assertThat(rules.at("/generator_reasons/0").asText()).isEqualTo("too few");
    }

    @Test
    void datacenterResultHasExactlyTheKeysOfTheBenchmark() throws IOException {
        RunFolder folder = new RecordedRun(path.resolve("run"))
                .at(1.6)
                .judgedBy(RuleSet.DATACENTER)
                .of(100, 1);
        RecordedRun.endBecause(
                folder, Verdict.INVALID, new Reason(Reason.Code.SAMPLES_FAILED, "1 of 100 samples failed"));
        LocalDateTime time = LocalDateTime.of(2026, 3, 4, 5, 6, 7);

        Path file = new DatacenterResult("node/1", time, List.of(RunReport.of(folder)))
                .write(path.resolve("a/b"))
                .get(0);

        assertThat(file).isEqualTo(path.resolve("a/b/mlperf_datacenter_node-1_20260304_050607.json"));
        JsonNode document = RunJson.MAPPER.readTree(file.toFile());
        assertThat(document.fieldNames()).toIterable().containsExactly("benchmark_info", "scenarios", "loadharness");
        assertThat(document.get("benchmark_info").toString())
                .isEqualTo("{\"benchmark\":\"MLPerf Inference v5.0 Datacenter\",\"model\":\"model\","
                        + "\"timestamp\":\"20260304_050607\"}");
        JsonNode server = document.at("/scenarios/Server");
        assertThat(server.fieldNames())
                .toIterable()
                .containsExactly("valid", "achieved_qps", "latency_p99", "accuracy");
        assertThat(server.get("valid").asBoolean()).isTrue();
        assertThat(server.get("latency_p99").asDouble()).as("milliseconds").isEqualTo(31);
        assertThat(server.get("accuracy").asDouble()).isEqualTo(0.99);
        JsonNode details = document.at("/loadharness/scenarios/Server");
        assertThat(details.at("/ttft_ms").fieldNames()).toIterable().containsExactly("p50", "p90", "p99");
        assertThat(details.at("/generator_reasons/0").asText()).isEqualTo("1 of 100 samples failed");
        assertThat(path.resolve("a/b/summary_node-1_20260304_050607.txt"))
                .content()
                .contains("Server: VALID", "INVALID by MLPerf LoadGen", "Request throughput", "(TPOT) p99")
                .doesNotContainPattern("\\d{4}\\.\\d|\\.\\d{4}");
    }

    @Test
    void relaxedRulesAreInTheNameOfTheBenchmark() throws IOException {
        RunFolder folder = new RecordedRun(path.resolve("run"))
                .judgedBy(RuleSet.DATACENTER, "duration>=5s")
                .of(10, 0);
        RecordedRun.end(folder, Verdict.VALID);

        Path file = new DatacenterResult("n", LocalDateTime.of(2026, 3, 4, 5, 6, 7), List.of(RunReport.of(folder)))
                .write(path)
                .get(0);

        assertThat(RunJson.MAPPER
                        .readTree(file.toFile())
                        .at("/benchmark_info/benchmark")
                        .asText())
                .isEqualTo("MLPerf Inference v5.0 Datacenter (relaxed: duration>=5s)");
    }

    /** An accuracy of 75 % of the samples, and the bound of MLPerf's ResNet-50. */
    static AccuracyResult accuracy(double min, List<String> problems) {
        return new AccuracyResult(
                "top-1",
                Optional.of("resnet50"),
                "val_map.txt",
                Map.of("accuracy", 75.0),
                List.of(new AccuracyBound.Check("accuracy", 75, min, min <= 75)),
                4,
                4,
                0,
                problems,
                List.of("a warning"),
                "accuracy=75.000%, good=3, total=4");
    }

    @Test
    void accuracyBelowItsBoundMakesARunInvalid() throws IOException {
        RunFolder run = new RecordedRun(path).of(10, 0);
        RecordedRun.end(run, Verdict.VALID);
        accuracy(75.7, List.of()).write(path);

        RunReport report = RunReport.of(run);

        assertThat(report.accuracy()).contains(accuracy(75.7, List.of()));
        assertThat(report.reasons()).extracting(Reason::code).containsExactly(Reason.Code.ACCURACY_BELOW_BOUND);
        assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(report.isValidButForRequirements()).isTrue();
        assertThat(JsonSchemas.resultErrors(FixedRun.written("json", report))).isEmpty();
        assertThat(FixedRun.written("text", report))
                .contains("at least 75.7000, not met", "4 of 4", "- a warning")
                .contains("the accuracy is too low: accuracy is 75.0, below the bound 75.7");
        assertThat(FixedRun.written("html", report)).contains("\"reference_line\"");
        assertThat(FixedRun.written("junit", report)).contains("the accuracy is too low");
    }

    @Test
    void accuracyOfACompleteLogKeepsTheVerdict() throws IOException {
        RunFolder run = new RecordedRun(path).of(10, 0);
        RecordedRun.end(run, Verdict.VALID);
        accuracy(75, List.of()).write(path);
        assertThat(RunReport.of(run).verdict()).isEqualTo(Verdict.VALID);

        accuracy(75, List.of("samples are missing")).write(path);
        RunReport report = RunReport.of(run);
        assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(report.reasonTexts()).containsExactly("samples are missing");
        assertThat(report.isValidButForRequirements()).isFalse();
    }

    @Test
    void refusesADamagedAccuracy() throws IOException {
        RunFolder run = new RecordedRun(path).of(10, 0);
        Files.writeString(run.accuracy(), "{ \"metric\"");

        assertThatThrownBy(() -> RunReport.of(run))
                .isInstanceOf(ReportException.class)
                .hasMessageContaining("accuracy.json has invalid content");
    }

    /** Records 100 samples, one per second, for the rules 'datacenter'. */
    private RunFolder datacenterRun(long firstTokenMillis) throws IOException {
        return new RecordedRun(path)
                .at(1)
                .lasting(firstTokenMillis)
                .judgedBy(RuleSet.DATACENTER)
                .of(100, 0);
    }
}
