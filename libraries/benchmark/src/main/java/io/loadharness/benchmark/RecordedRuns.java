// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import io.loadharness.benchmark.RunSidecar.Notes;
import io.loadharness.inference.RequestObserver;
import io.loadharness.internal.FileIdentities;
import io.loadharness.record.SampleRecorder;
import io.loadharness.report.ReportWriter;
import io.loadharness.report.RunDescription;
import io.loadharness.report.RunFolder;
import io.loadharness.report.RunOutcome;
import io.loadharness.report.RunReport;
import io.loadharness.schedule.ScheduledLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Executes runs and writes their records and reports. The reports can be recreated from the folder of a run. Not thread-safe. */
final class RecordedRuns {

    private static final Reason UNDER_PROFILER =
            new Reason(Reason.Code.PROFILED, "ran under a profiler: profiled runs do not count for MLPerf");

    private final WatchedRuns runs;
    private final MeasuredSystem measured;

    RecordedRuns(WatchedRuns runs, MeasuredSystem measured) {
        this.runs = runs;
        this.measured = measured;
    }

    /**
     * Executes a run on the calling thread and writes its reports.
     *
     * @throws IllegalArgumentException if the folder already contains a run, or a setting is invalid
     * @throws IOException if the folder cannot be written before the run
     */
    RunResult run(QuerySampleLibrary library, TestSettings settings, RunDescription description, RunFolder named)
            throws IOException {
        Files.createDirectories(named.path());
        RunFolder folder = named.resolveLinks();
        requireUnused(folder);
        try (FileIdentities files = new FileIdentities()) {
            return run(library, settings, description, folder, files);
        }
    }

    private RunResult run(
            QuerySampleLibrary library,
            TestSettings settings,
            RunDescription description,
            RunFolder folder,
            FileIdentities files)
            throws IOException {
        SampleRecorder recorder = open(description, folder, files);
        RunResult run;
        boolean sidecarStarted = false;
        Map<String, Long> repeatedBefore = measured.repeatedResults();
        try {
            RequestObserver sidecar = measured.sidecar().start(folder, recorder.clock());
            sidecarStarted = true;
            measured.observedBy(recorder, runs.listener().observe(settings.scenario()), sidecar);
            run = runs.run(
                    measured.system(),
                    library,
                    settings,
                    folder.path(),
                    () -> recorder.trouble().map(IOException::getMessage),
                    measured.losses());
            if (run.verdict() == Verdict.ABORTED
                    || run.verdict() == Verdict.FAILED
                    || measured.losses().lost().isPresent()) {
                measured.close(); // cancels requests in flight, so that their records are written
            } else {
                measured.awaitObserved();
            }
        } catch (RuntimeException | Error e) {
            measured.observedBy();
            recorder.abandon();
            if (sidecarStarted) {
                measured.sidecar().end(Optional.empty());
            }
            throw e;
        }
        measured.observedBy(); // responses that arrive later belong to no run
        Notes notes = measured.sidecar()
                .end(Optional.of(run))
                .with(Sentences.repeatedResults(repeatedBefore, measured.repeatedResults()));
        RunResult result = conclude(run, recorder, notes, description, folder, files);
        runs.listener().ended(result);
        return result;
    }

    /**
     * Checks that a folder contains no run.
     *
     * @throws IllegalArgumentException if the folder contains a run
     */
    static void requireUnused(RunFolder folder) {
        if (Files.exists(folder.records())) {
            throw new IllegalArgumentException(
                    folder.path() + " has the records of an earlier run; use another folder");
        }
    }

    private static SampleRecorder open(RunDescription description, RunFolder folder, FileIdentities files)
            throws IOException {
        SampleRecorder recorder = SampleRecorder.open(folder.records());
        try {
            files.add(folder.records());
            folder.write(description);
            files.add(folder.description());
            return recorder;
        } catch (IOException e) {
            recorder.abandon();
            throw e;
        }
    }

    /**
     * Writes the outcome and the reports. The reports contain only metrics of this run. If files of the run were replaced or overwritten,
     * the run fails, and no reports are written.
     */
    private RunResult conclude(
            RunResult run,
            SampleRecorder recorder,
            Notes notes,
            RunDescription description,
            RunFolder folder,
            FileIdentities files) {
        RunResult result = judged(closed(run, recorder), notes);
        try {
            files.requireSame();
            RunOutcome outcome = outcome(result, recorder, notes, folder);
            folder.write(outcome);
            files.add(folder.outcome());
            RunReport report = RunReport.of(folder, description, outcome);
            if (!report.recorded().equals(recorder.clock().started())) {
                throw new IOException(folder.records() + " has the records of another run: its content was replaced"
                        + " while the run wrote it; use a separate directory for each run");
            }
            files.requireSame();
            ReportWriter.write(report);
            RunResult reported = result.with(report);
            return reported.asReported();
        } catch (IOException e) {
            return result.verdict() == Verdict.FAILED ? result : result.asFailed(unusable(e));
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
            return run.asFailed(unusable(e));
        }
    }

    private static RunResult judged(RunResult run, Notes notes) {
        if (run.verdict() == Verdict.VALID && !notes.reasons().isEmpty()) {
            return run.asInvalid(notes.reasons().get(0));
        }
        return run.verdict() == Verdict.VALID && isInvalidatedByProfiler(run, notes)
                ? run.asInvalid(UNDER_PROFILER)
                : run;
    }

    /** Returns true if a profiler makes a run invalid. This applies to LoadGen runs only, because only they follow the rules of MLPerf. */
    private static boolean isInvalidatedByProfiler(RunResult run, Notes notes) {
        return notes.profiler().isPresent()
                && run.testResult()
                        .flatMap(result -> result.log().loadGenVersion())
                        .isPresent();
    }

    private static List<Reason> reasons(RunResult run, Notes notes) {
        List<Reason> reasons = new ArrayList<>(run.reason().stream().toList());
        if (run.verdict() == Verdict.INVALID) {
            // The abort after a lost worker or engine has the same reason, but without the explanation of a launcher.
            boolean isLost = run.reason()
                    .filter(each -> each.code() == Reason.Code.WORKER_LOST || each.code() == Reason.Code.ENGINE_LOST)
                    .isPresent();
            run.testResult().stream()
                    .flatMap(result -> result.reasons().stream())
                    .filter(each -> !isLost || each.code() != Reason.Code.ABORTED)
                    .forEach(reasons::add);
            reasons.addAll(notes.reasons());
            if (isInvalidatedByProfiler(run, notes)) {
                reasons.add(UNDER_PROFILER);
            }
        }
        return reasons.stream().distinct().toList();
    }

    /** Returns a warning if the run started more than a millisecond after its common start. */
    private static Optional<String> startDelay(TestResult result) {
        return Optional.ofNullable(result.log().effectiveSettings().get(ScheduledLoad.START_DELAY))
                .filter(millis -> Double.parseDouble(millis) >= 1)
                .map(millis -> "The run started " + millis + " ms after its common start.");
    }

    private RunOutcome outcome(RunResult run, SampleRecorder recorder, Notes notes, RunFolder folder) {
        Optional<TestResult> result = run.testResult();
        List<Reason> reasons = reasons(run, notes);
        List<String> warnings = new ArrayList<>(measured.transportCounts()
                .map(counts -> Sentences.connections(counts, reasons))
                .orElse(List.of()));
        if (recorder.heldBack().toMillis() > 0) {
            warnings.add("The disk was too slow for the records: the threads that receive responses waited "
                    + recorder.heldBack().toMillis() + " ms for it.");
        }
        result.flatMap(RecordedRuns::startDelay).ifPresent(warnings::add);
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
                notes.profiler(),
                List.of(),
                notes.engines(),
                notes.partial());
    }
}
