package io.loadharness.report;

import io.loadharness.Verdict;
import io.loadharness.metrics.RunMetrics;
import io.loadharness.record.RecordReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * All that is known of a run that is over.
 *
 * @param folder where it lies
 * @param description what was to be run
 * @param outcome how it ended; empty if the process that ran it was killed
 * @param verdict what it is worth
 * @param reasons why it is not valid, the gravest first
 * @param metrics what was measured
 */
public record RunReport(
        RunFolder folder,
        RunDescription description,
        Optional<RunOutcome> outcome,
        Verdict verdict,
        List<String> reasons,
        RunMetrics metrics) {

    public RunReport {
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(verdict, "verdict");
        reasons = List.copyOf(reasons);
        Objects.requireNonNull(metrics, "metrics");
    }

    /**
     * Makes the report of a run from what it left behind.
     *
     * @throws ReportException if the folder is not that of a run
     * @throws io.loadharness.record.RecordException if its records were changed
     */
    public static RunReport of(RunFolder folder) throws IOException {
        RunDescription description = RunJson.read(folder.description(), RunDescription.class);
        Optional<RunOutcome> outcome = Files.exists(folder.outcome())
                ? Optional.of(RunJson.read(folder.outcome(), RunOutcome.class))
                : Optional.empty();
        try (RecordReader records = RecordReader.open(folder.records())) {
            RunMetrics metrics = RunMetrics.of(records);
            return new RunReport(
                    folder,
                    description,
                    outcome,
                    outcome.map(RunOutcome::verdict).orElse(Verdict.FAILED),
                    outcome.map(RunOutcome::reasons)
                            .orElse(List.of("the process that ran it ended before the run did: what follows is of the "
                                    + metrics.counts().total() + " samples that had ended by then")),
                    metrics);
        } catch (NoSuchFileException e) {
            throw new ReportException(
                    folder.path() + " is not the folder of a run: it has no "
                            + folder.records().getFileName(),
                    e);
        }
    }
}
