// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Reason;
import io.loadharness.Verdict;
import io.loadharness.accuracy.AccuracyResult;
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
 * The data of a finished run, from which all report formats are written.
 *
 * <pre>{@code
 * RunReport report = RunReport.of(new RunFolder(Path.of("results/latest")));
 * System.out.println(report.verdict() + " " + report.reasonTexts());
 * report.write(ReportFormats.named("html"));
 * }</pre>
 *
 * @param folder the folder of the run
 * @param description the settings of the run
 * @param outcome the outcome of the run; empty if the process of the run was killed
 * @param recorded the start of the recording; the metrics contain times relative to this start
 * @param verdict the verdict, with the requirements and the rule set applied
 * @param reasons the reasons why the run is not valid, the most severe first
 * @param requirements the checked requirements; if a requirement is not met, a valid run becomes invalid
 * @param metrics the measured values
 * @param servers the server metrics; empty if no server metrics were scraped
 * @param accuracy the accuracy; empty if no accuracy was computed. If the accuracy does not pass, a valid run becomes invalid
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
        Optional<ServerReport> servers,
        Optional<AccuracyResult> accuracy) {

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
        Objects.requireNonNull(accuracy, "accuracy");
    }

    /**
     * Reads the folder of a run.
     *
     * @throws ReportException if the folder does not contain a run
     * @throws io.loadharness.record.RecordException if the records are damaged
     */
    public static RunReport of(RunFolder folder) throws IOException {
        RunDescription description = folder.readDescription();
        Optional<RunOutcome> outcome = Files.exists(folder.outcome())
                ? Optional.of(RunJson.read(folder.outcome(), RunOutcome.class))
                : Optional.empty();
        return of(folder, description, outcome);
    }

    /**
     * Creates the report of a run from its records and the given settings and outcome. Does not read the files of the settings and the
     * outcome, because another process may have replaced these files.
     *
     * @throws ReportException if the folder has no records
     * @throws io.loadharness.record.RecordException if the records are damaged
     */
    public static RunReport of(RunFolder folder, RunDescription description, RunOutcome outcome) throws IOException {
        return of(
                folder,
                RunJson.readBack(description, RunDescription.class),
                Optional.of(RunJson.readBack(outcome, RunOutcome.class)));
    }

    private static RunReport of(RunFolder folder, RunDescription description, Optional<RunOutcome> outcome)
            throws IOException {
        try (RecordReader records = folder.openRecords()) {
            return of(folder, description, outcome, records.header().started(), RunMetrics.of(records));
        }
    }

    /** Creates the report of a run from its metrics. */
    static RunReport of(
            RunFolder folder,
            RunDescription description,
            Optional<RunOutcome> outcome,
            Instant recorded,
            RunMetrics metrics)
            throws IOException {
        List<Requirement.Check> checks = description.requirements().stream()
                .map(text -> Requirement.parse(text).check(metrics))
                .toList();
        Optional<RuleSet> rules = description.rules().map(AppliedRules::set);
        List<Reason> reasons = new ArrayList<>(outcome.map(RunOutcome::codedReasons)
                .orElseGet(() -> List.of(processEnded(metrics.counts().total()))));
        reasons.removeIf(each -> rules.filter(set -> set.replaces(each.code())).isPresent());
        Optional<Reason> missing = missingRecords(outcome, metrics.counts().total());
        missing.ifPresent(reasons::add);
        if (rules.isPresent()
                && missing.isEmpty()
                && ClientDelayCheck.confirms(checks, description.scenario(), outcome, metrics)) {
            reasons.removeIf(each -> ClientDelayCheck.isDelay(each, description.scenario()));
        }
        if (outcome.flatMap(RunOutcome::loadGenVersion)
                .isPresent()) { // only runs of LoadGen follow the rules of MLPerf
            ContradictoryCounts.reason(metrics.counts()).ifPresent(reasons::add);
        }
        checks.stream()
                .filter(each -> !each.isMet())
                .forEach(each -> reasons.add(new Reason(Reason.Code.REQUIREMENT_MISSED, each.sentence())));
        Optional<AccuracyResult> accuracy = Files.exists(folder.accuracy())
                ? Optional.of(RunJson.read(folder.accuracy(), AccuracyResult.class))
                : Optional.empty();
        accuracy.ifPresent(each -> reasons.addAll(each.reasons()));
        Verdict ended = outcome.map(RunOutcome::verdict).orElse(Verdict.FAILED);
        boolean complete = ended == Verdict.VALID || (rules.isPresent() && ended == Verdict.INVALID);
        return new RunReport(
                folder,
                description,
                outcome,
                recorded,
                complete ? (reasons.isEmpty() ? Verdict.VALID : Verdict.INVALID) : ended,
                reasons,
                checks,
                metrics,
                servers(folder, metrics),
                accuracy);
    }

    /**
     * Returns a reason if samples of a complete run have no record, because the metrics do not include these samples, which may be the
     * slowest ones. The records of slices are checked when they are joined.
     */
    private static Optional<Reason> missingRecords(Optional<RunOutcome> outcome, long recorded) {
        return outcome.filter(each -> each.slices().isEmpty())
                .filter(each -> each.verdict() == Verdict.VALID || each.verdict() == Verdict.INVALID)
                .map(each -> each.completed() + each.failed())
                .filter(ended -> ended > recorded)
                .map(ended -> new Reason(
                                Reason.Code.RECORDS_MISSING,
                                Quantity.count(ended - recorded) + " of " + Quantity.count(ended)
                                        + " samples have no record, and the metrics do not include them")
                        .with("samples", ended - recorded)
                        .with("ended", ended));
    }

    private static Reason processEnded(long samples) {
        return new Reason(
                        Reason.Code.PROCESS_ENDED,
                        "the process of the run ended before the run was complete; the metrics cover the " + samples
                                + " samples that had completed or failed by then")
                .with("samples", samples);
    }

    /** Returns the sentences of the reasons. */
    public List<String> reasonTexts() {
        return reasons.stream().map(Reason::text).toList();
    }

    /** Returns the warnings that belong next to the verdict, one sentence each. These warnings do not change the verdict. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        outcome.flatMap(RunOutcome::partial)
                .map(partial -> partial.sentence(metrics))
                .ifPresent(warnings::add);
        outcome.map(RunOutcome::verdictWarnings).ifPresent(warnings::addAll);
        if (reasons.stream().noneMatch(each -> each.code() == Reason.Code.CONTRADICTORY_COUNTS)) {
            ContradictoryCounts.warning(metrics.counts()).ifPresent(warnings::add);
        }
        CoordinationCost.of(metrics).flatMap(CoordinationCost::warning).ifPresent(warnings::add);
        description.rules().ifPresent(rules -> outcome.map(RunOutcome::codedReasons).orElse(List.of()).stream()
                .filter(each -> ClientDelayCheck.isDelay(each, description.scenario()) && !reasons.contains(each))
                .map(each -> each.text() + ". This cannot have changed the verdict of the rules '"
                        + rules.set().id() + "'")
                .forEach(warnings::add));
        return warnings;
    }

    /** Reads the server metrics. A damaged file does not affect the other parts of the report. */
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
     * Writes a report to the folder of the run. Replaces an existing file.
     *
     * @throws ReportException if the run lacks a value that the format requires; in this case, an existing file is deleted
     */
    public void write(ReportFormat format) throws IOException {
        Path file = folder.path().resolve(format.fileName());
        Files.createDirectories(file.getParent());
        try {
            AtomicFileWriter.write(file, out -> format.write(this, out));
        } catch (ReportException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** Returns the verdicts of the rule set and of the load generator; empty if no rule set decides the verdict. */
    public Optional<RuleVerdict> ruleVerdict() {
        return description
                .rules()
                .map(rules -> new RuleVerdict(
                        rules,
                        verdict,
                        reasons,
                        description.generator(),
                        outcome.map(RunOutcome::verdict).orElse(Verdict.FAILED),
                        outcome.map(RunOutcome::codedReasons).orElse(List.of())));
    }

    /** Returns true if the run is invalid only because a requirement is not met, or because the accuracy is below its bound. */
    public boolean isValidButForRequirements() {
        return verdict == Verdict.INVALID
                && outcome.isPresent()
                && reasons.stream()
                        .map(Reason::code)
                        .allMatch(each ->
                                each == Reason.Code.REQUIREMENT_MISSED || each == Reason.Code.ACCURACY_BELOW_BOUND);
    }
}
