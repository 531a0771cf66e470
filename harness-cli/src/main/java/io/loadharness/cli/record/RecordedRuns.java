package io.loadharness.cli.record;

import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.run.Notes;
import io.loadharness.cli.run.Outcome;
import io.loadharness.cli.run.WatchedRuns;
import io.loadharness.cli.server.ServerUnderTest;
import io.loadharness.inference.RequestObserver;
import io.loadharness.record.SampleRecorder;
import io.loadharness.report.RunDescription;
import io.loadharness.report.RunFolder;
import io.loadharness.report.RunOutcome;
import io.loadharness.report.RunReport;
import io.loadharness.report.Summary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs that leave behind a folder from which every report can be made again. For one thread. */
public final class RecordedRuns {

    /**
     * What is left of a run.
     *
     * @param outcome what became of it
     * @param report what was measured; empty if the records cannot be read, which the outcome says
     */
    public record Recorded(Outcome outcome, Optional<RunReport> report) {

        /** With which code a process ends that had this run only. */
        public int exitCode() {
            return report.isPresent() ? Reports.exitCode(report.get()) : ExitCode.of(List.of(outcome.verdict()));
        }

        /** Prints the summary of the run, and where everything else is. */
        public void print(PrintWriter out) {
            report.ifPresent(known -> Summary.print(out, known));
            if (report.isEmpty()) {
                out.println("**" + outcome.verdict() + "**: "
                        + outcome.reason().map(Reason::text).orElse("its records cannot be read"));
            }
            out.println("Reports and logs: " + outcome.logs());
        }
    }

    private static final Reason UNDER_PROFILER =
            new Reason(Reason.Code.PROFILED, "ran under a profiler: no such run counts for MLPerf");

    private final WatchedRuns runs;
    private final ServerUnderTest server;

    /** Records what the servers do, and has their companion go along. */
    public RecordedRuns(WatchedRuns runs, ServerUnderTest server) {
        this.runs = runs;
        this.server = server;
    }

    /**
     * Runs to the end on the calling thread, and writes the reports.
     *
     * @throws IllegalArgumentException if the folder has a run already, or the settings cannot be run
     * @throws IOException if the folder cannot be written before the run
     */
    public Recorded run(QuerySampleLibrary library, TestSettings settings, RunDescription description, RunFolder folder)
            throws IOException {
        SampleRecorder recorder = begin(description, folder);
        RequestObserver beside = server.companion().begin(folder, recorder.clock());
        Outcome outcome;
        try {
            server.watchedBy(recorder, runs.watchNext(), beside);
            outcome = runs.run(
                    server.system(),
                    library,
                    settings,
                    folder.path(),
                    () -> recorder.trouble().map(IOException::getMessage),
                    server::lost);
            if (outcome.verdict() == Verdict.ABORTED
                    || outcome.verdict() == Verdict.FAILED
                    || server.lost().isPresent()) {
                server.close(); // what is open ends now, and is recorded
            }
        } catch (RuntimeException | Error e) {
            recorder.abandon();
            server.companion().end(Optional.empty());
            throw e;
        }
        Notes notes = server.companion().end(Optional.of(outcome));
        Recorded recorded = conclude(outcome, recorder, notes, folder);
        runs.tell(recorded.outcome());
        return recorded;
    }

    /**
     * Looks whether a folder can take a run.
     *
     * @throws IllegalArgumentException if it has a run already
     */
    public static void requireUnused(RunFolder folder) {
        if (Files.exists(folder.records())) {
            throw new IllegalArgumentException(
                    "--output-dir: " + folder.path() + " has the records of an earlier run; name another folder");
        }
    }

    private static SampleRecorder begin(RunDescription description, RunFolder folder) throws IOException {
        requireUnused(folder);
        folder.write(description);
        return SampleRecorder.open(folder.records());
    }

    private Recorded conclude(Outcome run, SampleRecorder recorder, Notes notes, RunFolder folder) {
        Outcome outcome = judged(closed(run, recorder), notes);
        try {
            folder.write(ended(outcome, recorder, notes, folder));
            RunReport report = Reports.write(folder);
            return new Recorded(
                    report.isValidButForRequirements()
                            ? outcome.invalid(report.reasons().get(0))
                            : outcome,
                    Optional.of(report));
        } catch (IOException e) {
            return new Recorded(
                    outcome.verdict() == Verdict.FAILED ? outcome : outcome.broken(unusable(e)), Optional.empty());
        }
    }

    private static Outcome closed(Outcome run, SampleRecorder recorder) {
        try {
            recorder.close();
            return run;
        } catch (IOException e) {
            return run.broken(unusable(e));
        }
    }

    private static Reason unusable(IOException e) {
        return new Reason(Reason.Code.RECORDS_UNUSABLE, String.valueOf(e.getMessage()));
    }

    private static Outcome judged(Outcome outcome, Notes notes) {
        return outcome.verdict() == Verdict.VALID && isSpoilt(outcome, notes)
                ? outcome.invalid(UNDER_PROFILER)
                : outcome;
    }

    /** Only LoadGen judges by the rules of MLPerf. */
    private static boolean isSpoilt(Outcome outcome, Notes notes) {
        return notes.profiler().isPresent()
                && outcome.result()
                        .flatMap(result -> result.log().loadGenVersion())
                        .isPresent();
    }

    private static List<Reason> reasons(Outcome outcome, Notes notes) {
        List<Reason> reasons = new ArrayList<>(outcome.reason().stream().toList());
        if (outcome.verdict() == Verdict.INVALID) {
            outcome.result().ifPresent(result -> reasons.addAll(result.reasons()));
            if (isSpoilt(outcome, notes)) {
                reasons.add(UNDER_PROFILER);
            }
        }
        return reasons.stream().distinct().toList();
    }

    private RunOutcome ended(Outcome outcome, SampleRecorder recorder, Notes notes, RunFolder folder) {
        Optional<TestResult> result = outcome.result();
        List<String> remarks = new ArrayList<>(TransportRemarks.of(server.transportCounts()));
        if (recorder.heldBack().toMillis() > 0) {
            remarks.add("The disk was slower than the records: the threads that bring answers waited "
                    + recorder.heldBack().toMillis() + " ms for it.");
        }
        remarks.addAll(notes.remarks());
        List<Reason> reasons = reasons(outcome, notes);
        return new RunOutcome(
                Instant.now(),
                outcome.verdict(),
                reasons.stream().map(Reason::text).toList(),
                reasons.stream().map(reason -> reason.code().name()).toList(),
                result.map(TestResult::clientLimited).orElse(false),
                outcome.progress().issued(),
                outcome.progress().completed(),
                outcome.progress().failed(),
                result.map(TestResult::mode),
                result.flatMap(TestResult::performance),
                result.flatMap(measured -> measured.log().loadGenVersion()),
                server.system().clientHealth(),
                Optional.of(server.limits()),
                remarks,
                folder.relative(notes.files()),
                notes.profiler());
    }
}
