// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.loadharness.Scenario;
import io.loadharness.Verdict;
import io.loadharness.metrics.Metric;
import io.loadharness.record.RecordException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
                        "the process of the run ended before the run was complete; the figures cover the 10 samples that had"
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
                        "required: ttft.p99<=5ms, but ttft.p99 is 19.00 ms",
                        "required: samples>=100, but samples is 10.0000");
    }

    @Test
    void missedRequirementsComeAfterOtherReasons() throws IOException {
        RunFolder folder = new RecordedRun(path).requiring("samples>=100").of(10, 3);
        RecordedRun.end(folder, Verdict.INVALID, "3 of 10 samples failed");

        RunReport report = RunReport.of(folder);

        assertThat(report.isValidButForRequirements()).isFalse();
        assertThat(report.reasonTexts())
                .containsExactly("3 of 10 samples failed", "required: samples>=100, but samples is 10.0000");
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
    void ownRequirementsReplaceThoseOfASet() {
        assertThat(RequirementSet.DATACENTER.of(Scenario.SERVER, List.of("samples>=10", "ttft.p99<1s")))
                .containsExactly(
                        "failure_rate<=1%",
                        "duration>=60s", "latency_scheduled.p99<=1000ms", "samples>=10", "ttft.p99<1s");
        assertThat(RequirementSet.DATACENTER.of(Scenario.OFFLINE, List.of()))
                .containsExactly("failure_rate<=1%", "samples>=100", "duration>=60s");
        assertThat(RequirementSet.MLPERF.of(Scenario.SERVER, List.of())).isEmpty();
    }

    @Test
    void theDatacenterBenchmarkHasItsOwnFiles() throws IOException {
        RunFolder folder = new RecordedRun(path.resolve("run")).of(10, 2);
        RecordedRun.end(folder, Verdict.INVALID, "2 of 10 samples failed");
        LocalDateTime time = LocalDateTime.of(2026, 3, 4, 5, 6, 7);

        new DatacenterResult("node/1", time, List.of(RunReport.of(folder))).write(path);

        JsonNode document = RunJson.MAPPER.readTree(
                path.resolve("mlperf_datacenter_node-1_20260304_050607.json").toFile());
        assertThat(document.at("/benchmark_info/model").asText()).isEqualTo("model");
        assertThat(document.at("/benchmark_info/timestamp").asText()).isEqualTo("2026-03-04T05:06:07");
        JsonNode server = document.at("/scenarios/Server");
        assertThat(server.get("valid").asBoolean()).isFalse();
        assertThat(server.at("/reasons/0").asText()).isEqualTo("2 of 10 samples failed");
        assertThat(server.get("success_rate").asDouble()).isEqualTo(0.8);
        assertThat(server.get("latency_p99").asDouble()).isEqualTo(0.031);
        assertThat(server.get("total_queries").asInt()).isEqualTo(10);
        assertThat(server.get("accuracy").isNull()).isTrue();
        assertThat(path.resolve("summary_node-1_20260304_050607.txt"))
                .content()
                .contains("Server: INVALID", "2 of 10 samples failed", "Request throughput");
    }
}
