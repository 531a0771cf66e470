// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Reason;
import io.loadharness.Verdict;
import io.loadharness.metrics.Requirement;
import io.loadharness.metrics.RunMetrics;
import io.loadharness.record.RecordReader;
import io.loadharness.report.servers.ServerReport;
import io.loadharness.servermetrics.ScrapeException;
import io.loadharness.servermetrics.ScrapeLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * All that is known of a run that is over.
 *
 * @param folder where it lies
 * @param description what was to be run
 * @param outcome how it ended; empty if the process that ran it was killed
 * @param recorded when the recording began, from which all times of the metrics count
 * @param verdict what it is worth
 * @param reasons why it is not valid, the most severe first
 * @param requirements what its figures had to be, and are; one that is not met makes a valid run invalid
 * @param metrics what was measured
 * @param servers what the servers said of themselves; empty if nobody asked them
 */
public record RunReport(
        RunFolder folder,
        RunDescription description,
        Optional<RunOutcome> outcome,
        Instant recorded,
        Verdict verdict,
        List<Reason> reasons,
        List<Requirement.Check> requirements,
        RunMetrics metrics,
        Optional<ServerReport> servers) {

    public RunReport {
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(recorded, "recorded");
        Objects.requireNonNull(verdict, "verdict");
        reasons = List.copyOf(reasons);
        requirements = List.copyOf(requirements);
        Objects.requireNonNull(metrics, "metrics");
        Objects.requireNonNull(servers, "servers");
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
        try (RecordReader records = folder.openRecords()) {
            return of(folder, description, outcome, records.header().started(), RunMetrics.of(records));
        }
    }

    private static RunReport of(
            RunFolder folder,
            RunDescription description,
            Optional<RunOutcome> outcome,
            Instant recorded,
            RunMetrics metrics) {
        List<Requirement.Check> checks = description.requirements().stream()
                .map(text -> Requirement.parse(text).check(metrics))
                .toList();
        List<Reason> reasons = new ArrayList<>(outcome.map(RunOutcome::codedReasons)
                .orElseGet(() -> List.of(processEnded(metrics.counts().total()))));
        checks.stream()
                .filter(each -> !each.isMet())
                .forEach(each -> reasons.add(new Reason(Reason.Code.REQUIREMENT_MISSED, each.sentence())));
        Verdict verdict = outcome.map(RunOutcome::verdict).orElse(Verdict.FAILED);
        return new RunReport(
                folder,
                description,
                outcome,
                recorded,
                verdict == Verdict.VALID && !reasons.isEmpty() ? Verdict.INVALID : verdict,
                reasons,
                checks,
                metrics,
                servers(folder, metrics));
    }

    private static Reason processEnded(long samples) {
        return new Reason(
                        Reason.Code.PROCESS_ENDED,
                        "the process that ran it ended before the run did: what follows is of the " + samples
                                + " samples that had ended by then")
                .with("samples", samples);
    }

    /** Returns the texts of the reasons. */
    public List<String> reasonTexts() {
        return reasons.stream().map(Reason::text).toList();
    }

    /** A file that cannot be understood does not cost the rest of the report. */
    private static Optional<ServerReport> servers(RunFolder folder, RunMetrics metrics) {
        if (!Files.exists(folder.serverMetrics())) {
            return Optional.empty();
        }
        try {
            return Optional.of(ServerReport.of(ScrapeLog.read(folder.serverMetrics()), metrics));
        } catch (ScrapeException e) {
            return Optional.of(ServerReport.unreadable(String.valueOf(e.getMessage()), metrics));
        } catch (IOException e) {
            return Optional.of(ServerReport.unreadable(folder.serverMetrics() + " cannot be read: " + e, metrics));
        }
    }

    /**
     * Writes it in a format, into the folder of the run and over what is there.
     *
     * @throws ReportException if the run has not measured what the format cannot do without; then the file is not there
     */
    public void write(ReportFormat format) throws IOException {
        Path file = folder.path().resolve(format.fileName());
        Files.createDirectories(file.getParent());
        try {
            WholeFile.write(file, out -> format.write(this, out));
        } catch (ReportException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** Whether nothing is wrong with the run but that a requirement is not met. */
    public boolean isValidButForRequirements() {
        return verdict == Verdict.INVALID
                && outcome.filter(ended -> ended.verdict() == Verdict.VALID).isPresent();
    }
}
