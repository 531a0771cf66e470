// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import io.loadharness.benchmark.RunCompanion.Notes;
import io.loadharness.inference.RequestObserver;
import io.loadharness.record.SampleRecorder;
import io.loadharness.report.ReportWriter;
import io.loadharness.report.RunDescription;
import io.loadharness.report.RunFolder;
import io.loadharness.report.RunOutcome;
import io.loadharness.report.RunReport;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs that leave a folder from which every report can be made again. For one thread. */
final class RecordedRuns {

    private static final Reason UNDER_PROFILER =
            new Reason(Reason.Code.PROFILED, "ran under a profiler: no such run counts for MLPerf");

    private final WatchedRuns runs;
    private final MeasuredSystem measured;

    RecordedRuns(WatchedRuns runs, MeasuredSystem measured) {
        this.runs = runs;
        this.measured = measured;
    }

    /**
     * Runs to the end on the calling thread, and writes the reports.
     *
     * @throws IllegalArgumentException if the folder already holds a run, or the settings cannot be run
     * @throws IOException if the folder cannot be written before the run
     */
    RunResult run(QuerySampleLibrary library, TestSettings settings, RunDescription description, RunFolder folder)
            throws IOException {
        SampleRecorder recorder = begin(description, folder);
        RunResult run;
        boolean accompanied = false;
        try {
            RequestObserver companion = measured.companion().begin(folder, recorder.clock());
            accompanied = true;
            measured.observedBy(recorder, runs.listener().observe(settings.scenario()), companion);
            run = runs.run(
                    measured.system(),
                    library,
                    settings,
                    folder.path(),
                    () -> recorder.trouble().map(IOException::getMessage),
                    measured::lost);
            if (run.verdict() == Verdict.ABORTED
                    || run.verdict() == Verdict.FAILED
                    || measured.lost().isPresent()) {
                measured.close(); // requests in flight end now, and are recorded
            }
        } catch (RuntimeException | Error e) {
            measured.observedBy();
            recorder.abandon();
            if (accompanied) {
                measured.companion().end(Optional.empty());
            }
            throw e;
        }
        measured.observedBy(); // what is answered later belongs to no run
        Notes notes = measured.companion().end(Optional.of(run));
        RunResult result = conclude(run, recorder, notes, folder);
        runs.listener().ended(result);
        return result;
    }

    /**
     * Checks that a folder can take a run.
     *
     * @throws IllegalArgumentException if it already holds one
     */
    static void requireUnused(RunFolder folder) {
        if (Files.exists(folder.records())) {
            throw new IllegalArgumentException(
                    folder.path() + " has the records of an earlier run; name another folder");
        }
    }

    private static SampleRecorder begin(RunDescription description, RunFolder folder) throws IOException {
        requireUnused(folder);
        folder.write(description);
        return SampleRecorder.open(folder.records());
    }

    private RunResult conclude(RunResult run, SampleRecorder recorder, Notes notes, RunFolder folder) {
        RunResult result = judged(closed(run, recorder), notes);
        try {
            folder.write(outcome(result, recorder, notes, folder));
            RunReport report = ReportWriter.write(folder);
            RunResult reported = result.with(report);
            return report.isValidButForRequirements()
                    ? reported.invalid(report.reasons().get(0))
                    : reported;
        } catch (IOException e) {
            return result.verdict() == Verdict.FAILED ? result : result.broken(unusable(e));
        }
    }

    private static Reason unusable(IOException e) {
        return new Reason(Reason.Code.RECORDS_UNUSABLE, String.valueOf(e.getMessage()));
    }

    private static RunResult closed(RunResult run, SampleRecorder recorder) {
        try {
            recorder.close();
            return run;
        } catch (IOException e) {
            return run.broken(unusable(e));
        }
    }

    private static RunResult judged(RunResult run, Notes notes) {
        return run.verdict() == Verdict.VALID && isSpoilt(run, notes) ? run.invalid(UNDER_PROFILER) : run;
    }

    /** Only LoadGen judges by the rules of MLPerf. */
    private static boolean isSpoilt(RunResult run, Notes notes) {
        return notes.profiler().isPresent()
                && run.testResult()
                        .flatMap(result -> result.log().loadGenVersion())
                        .isPresent();
    }

    private static List<Reason> reasons(RunResult run, Notes notes) {
        List<Reason> reasons = new ArrayList<>(run.reason().stream().toList());
        if (run.verdict() == Verdict.INVALID) {
            run.testResult().ifPresent(result -> reasons.addAll(result.reasons()));
            if (isSpoilt(run, notes)) {
                reasons.add(UNDER_PROFILER);
            }
        }
        return reasons.stream().distinct().toList();
    }

    private RunOutcome outcome(RunResult run, SampleRecorder recorder, Notes notes, RunFolder folder) {
        Optional<TestResult> result = run.testResult();
        List<Reason> reasons = reasons(run, notes);
        List<String> warnings = new ArrayList<>(
                measured.transportCounts().map(Sentences::connections).orElse(List.of()));
        if (recorder.heldBack().toMillis() > 0) {
            warnings.add("The disk was slower than the records: the threads that bring answers waited "
                    + recorder.heldBack().toMillis() + " ms for it.");
        }
        warnings.addAll(notes.warnings());
        return new RunOutcome(
                Instant.now(),
                run.verdict(),
                reasons.stream().map(Reason::text).toList(),
                reasons.stream().map(reason -> reason.code().name()).toList(),
                result.map(TestResult::clientLimited).orElse(false),
                run.progress().issued(),
                run.progress().completed(),
                run.progress().failed(),
                result.map(TestResult::mode),
                result.flatMap(TestResult::performance),
                result.flatMap(measured -> measured.log().loadGenVersion()),
                measured.clientHealth(),
                Optional.of(measured.limits()),
                warnings,
                folder.relative(notes.files()),
                notes.profiler());
    }
}
