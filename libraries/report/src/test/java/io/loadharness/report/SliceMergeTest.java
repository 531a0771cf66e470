// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.loadharness.Reason;
import io.loadharness.Verdict;
import io.loadharness.report.RunDescription.Setting;
import io.loadharness.report.SliceMerge.Coordination;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slices that a coordinator ran. */
class SliceMergeTest {

    private static final Reason LOST = new Reason(Reason.Code.WORKER_LOST, "worker-1 was lost");
    private static final Reason STOPPED = new Reason(Reason.Code.ABORTED, "stopped by Ctrl-C or a signal");

    @TempDir
    Path folder;

    @BeforeEach
    void recordSlices() throws IOException {
        for (int rank = 0; rank < 2; rank++) {
            record(rank, new RecordedRun(slice(rank)), false, Verdict.VALID);
        }
    }

    private void record(int rank, RecordedRun recorded, boolean numbersAll, Verdict verdict) throws IOException {
        Files.deleteIfExists(new RunFolder(slice(rank)).records());
        RunFolder run = recorded.of(10, 0);
        RecordedRun.end(run, verdict);
        edit(
                run.description(),
                "\"slice\" : null",
                "\"slice\" : {\"rank\" : " + rank + ", \"count\" : 2, \"node\" : \"n" + rank
                        + "\", \"start_at\" : \"2026-01-02T03:04:05Z\", \"numbers_all\" : " + numbersAll
                        + ", \"clock\" : {\"offset_nanos\" : " + (rank == 0 ? 7_000_000_000L : -14_000_000_000L)
                        + ", \"bound_nanos\" : 1000}}");
        edit(run.description(), "\"--target-qps\"", "\"--dataset-path-" + rank + "\"");
    }

    private Path slice(int rank) {
        return folder.resolve("slice-" + rank);
    }

    private static void edit(Path file, String text, String by) throws IOException {
        String content = Files.readString(file);
        assertThat(content).contains(text);
        Files.writeString(file, content.replace(text, by));
    }

    private RunReport merged(Reason... reasons) throws IOException {
        Coordination coordination = new Coordination(
                List.of(new Setting("--slices", "true", "flag")), List.of(reasons), List.of("a warning"));
        return SliceMerge.of(List.of(slice(0), slice(1)), coordination).writeTo(folder.resolve("joined"));
    }

    @Test
    void theOffsetsOfTheClocksShiftTheRecordings() throws IOException {
        List<Instant> recorded = IntStream.range(0, 2)
                .mapToObj(rank -> new RunFolder(slice(rank)))
                .map(SliceMergeTest::started)
                .toList();

        RunReport report = merged();

        assertThat(report.outcome().orElseThrow().slices())
                .map(SliceOutcome::recorded)
                .containsExactly(
                        recorded.get(0).minusSeconds(7), recorded.get(1).plusSeconds(14));
        assertThat(report.recorded()).isEqualTo(recorded.get(0).minusSeconds(7));
        assertThat(Duration.between(recorded.get(0), recorded.get(1))).isLessThan(Duration.ofDays(1));
        assertThat(report.outcome().orElseThrow().warnings())
                .contains("a warning")
                .noneMatch(each -> each.contains("used the clocks of 2 machines"));
    }

    private static Instant started(RunFolder run) {
        try (var records = run.openRecords()) {
            return records.header().started();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theReasonsOfTheCoordinatorComeFirst() throws IOException {
        RunReport report = merged(LOST);

        assertThat(report.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(report.reasons()).first().isEqualTo(LOST);
    }

    @Test
    void theResultsWithoutALostSliceAreMarkedAsPartial() throws IOException {
        Coordination coordination = new Coordination(List.of(), List.of(LOST), List.of());
        String sentence =
                "Partial results: slice-1 is missing or not complete, with 0 completed samples; the other slice delivered 10"
                        + " completed samples.";

        RunReport report = SliceMerge.of(List.of(slice(0)), coordination).writeTo(folder.resolve("joined"));

        assertThat(report.warnings()).startsWith(sentence);
        assertThat(FixedRun.written("markdown", report)).contains("- " + sentence);
        assertThat(FixedRun.written("html", report)).contains(sentence);
        String result = FixedRun.written("json", report);
        assertThat(JsonSchemas.resultErrors(result)).isEmpty();
        JsonNode partial = RunJson.MAPPER.readTree(result).get("partial");
        assertThat(partial.get("sentence").asText()).isEqualTo(sentence);
        assertThat(partial.get("workers"))
                .map(JsonNode::toString)
                .containsExactly(
                        "{\"worker\":\"slice-0\",\"lost\":false,\"completed\":10,\"failed\":0}",
                        "{\"worker\":\"slice-1\",\"lost\":true,\"completed\":0,\"failed\":0}");
    }

    @Test
    void theRecordsOfASliceThatWasKilledArePartial() throws IOException {
        Files.delete(new RunFolder(slice(1)).outcome());

        RunReport report = merged(LOST);

        assertThat(report.warnings())
                .startsWith(
                        "Partial results: slice-1 is missing or not complete, with 10 completed samples; the other slice delivered 10"
                                + " completed samples.");
    }

    @Test
    void theResultsOfAllSlicesAreNotPartial() throws IOException {
        RunReport report = merged(LOST);

        assertThat(report.warnings()).isEmpty();
        assertThat(RunJson.MAPPER.readTree(FixedRun.written("json", report)).has("partial"))
                .isFalse();
    }

    @Test
    void theSentenceNamesAtMostFiveLostWorkers() throws IOException {
        RunReport report = merged();
        PartialResults many = new PartialResults(PartialResults.WORKER, 9, List.of(0, 1, 2, 3, 4, 6, 8));
        PartialResults all = new PartialResults(PartialResults.SLICE, 2, List.of(0, 1));

        assertThat(many.sentence(report.metrics()))
                .isEqualTo(
                        "Partial results: worker-0, worker-1, worker-2, worker-3, worker-4 and 2 more were lost, with 0"
                                + " completed samples; the other 2 workers delivered 0 completed samples.");
        assertThat(all.sentence(report.metrics()))
                .isEqualTo("Partial results: slice-0, slice-1 are missing or not complete, with 20 completed samples.");
    }

    /** Records 20 of 21 samples: sample 1, the second turn of a conversation, is missing. */
    private void recordWithoutSecondTurn(Verdict verdict) throws IOException {
        record(0, new RecordedRun(slice(0)).numbered(i -> i == 0 ? 0 : i + 1), true, verdict);
        record(1, new RecordedRun(slice(1)).numbered(i -> i + 11), true, Verdict.VALID);
    }

    @Test
    void aTurnThatWasNotIssuedAfterAFailedTurnIsNotMissing() throws IOException {
        recordWithoutSecondTurn(Verdict.VALID);
        edit(new RunFolder(slice(0)).outcome(), "\"failed\" : 0", "\"failed\" : 1");

        RunReport report = merged();

        assertThat(report.reasons()).isEmpty();
    }

    @Test
    void aSampleThatASliceDidNotIssueBeforeItsAbortIsNotMissing() throws IOException {
        recordWithoutSecondTurn(Verdict.ABORTED);

        RunReport report = merged();

        assertThat(report.reasons()).map(Reason::code).containsExactly(Reason.Code.OTHER);
    }

    @Test
    void aSampleWithoutRecordIsMissing() throws IOException {
        recordWithoutSecondTurn(Verdict.VALID);

        assertThat(merged().reasons())
                .containsExactly(new Reason(
                        Reason.Code.SLICES_INCOMPLETE, "1 of 21 samples have no record; the first is sample 1"));

        edit(new RunFolder(slice(0)).outcome(), "\"failed\" : 0", "\"failed\" : 1");
        edit(new RunFolder(slice(0)).outcome(), "\"issued\" : 10", "\"issued\" : 11");
        Coordination coordination = new Coordination(List.of(), List.of(), List.of());
        RunReport again =
                SliceMerge.of(List.of(slice(0), slice(1)), coordination).writeTo(folder.resolve("again"));

        assertThat(again.reasonTexts())
                .containsExactly(
                        "slice 0/2 on n0 issued 11 samples, but recorded 10",
                        "1 of 21 samples have no record; the first is sample 1");
    }

    @Test
    void anAbortOfTheCoordinatorAbortsTheJoinedRun() throws IOException {
        RunReport report = merged(STOPPED);

        assertThat(report.verdict()).isEqualTo(Verdict.ABORTED);
        assertThat(report.reasons()).containsExactly(STOPPED);
    }

    @Test
    void theSettingsAreThoseOfTheCoordinator() throws IOException {
        RunReport report = merged();

        assertThat(report.description().settings()).map(Setting::name).containsExactly("--slices");
        assertThatThrownBy(() -> SliceMerge.of(List.of(slice(0), slice(1))))
                .hasMessageContaining("the --dataset-path-0 of");
    }
}
