// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadPlan;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.Verdict;
import io.loadharness.benchmark.AbortController.TimeLimit;
import io.loadharness.benchmark.BenchmarkListener.PlannedLoad;
import io.loadharness.benchmark.BenchmarkListener.RunProgress;
import io.loadharness.benchmark.RunSidecar.Notes;
import io.loadharness.client.ClientLimits;
import io.loadharness.client.RequestTotals;
import io.loadharness.cluster.RunningSlices;
import io.loadharness.cluster.SliceRequest;
import io.loadharness.cluster.Workers;
import io.loadharness.internal.EndpointNames;
import io.loadharness.metrics.JoinedRequests;
import io.loadharness.record.RunClock;
import io.loadharness.report.ReportException;
import io.loadharness.report.RunDescription.Setting;
import io.loadharness.report.RunFolder;
import io.loadharness.report.RunReport;
import io.loadharness.report.SliceMerge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A run in which each worker generates and sends its own slice of a schedule, for loads that one process cannot send. This process starts
 * the slices together, collects their results and joins them into one run. The workers run a {@link io.loadharness.cluster.SliceProgram},
 * which receives the arguments of the {@link io.loadharness.cluster.SliceRequest}.
 *
 * @param workers the workers; each sends one slice
 * @param request the arguments and files of the slices
 * @param load the name of the load
 * @param plan the planned size of the whole load
 * @param limits the thresholds above which a slice is client-limited
 * @param settings the settings of the run in reports
 * @param readyTimeout the maximum time in which the servers of a slice must be ready
 * @param maxTime the maximum time of the run; empty for no limit
 * @param output the folder for the results
 */
public record SlicedRun(
        Workers workers,
        SliceRequest request,
        String load,
        LoadPlan plan,
        ClientLimits limits,
        List<Setting> settings,
        Duration readyTimeout,
        Optional<Duration> maxTime,
        Path output) {

    private static final long POLL_MILLIS = 100;

    public SlicedRun {
        settings = List.copyOf(settings);
    }

    /**
     * Runs the slices, and writes the reports of the joined run. If the JVM shuts down, the slices are stopped, and the shutdown waits
     * until the reports of the results so far are written.
     *
     * @throws IllegalArgumentException if a worker refuses the arguments, or the folder contains a run; in this case, nothing was measured
     * @throws IOException if a slice cannot start, or the results cannot be joined; in this case, the message names the folders with the
     *     results of the slices
     */
    public BenchmarkResult run(BenchmarkListener given) throws IOException, InterruptedException {
        try (FolderClaim claim = FolderClaim.of(output);
                AbortController abortController = new AbortController();
                StartedWorkers started = new StartedWorkers(Optional.of(workers))) {
            abortController.onExit(claim::close);
            RecordedRuns.requireUnused(new RunFolder(output));
            requireNoSlices();
            GuardedListener listener = new GuardedListener(given, abortController);
            abortController.interruptOnRequest(Thread.currentThread());
            Optional<TimeLimit> limit = maxTime.map(abortController::abortAfter);
            try {
                BenchmarkResult result = new Execution(abortController, started, listener).run();
                listener.rethrow();
                return result;
            } catch (RuntimeException | Error e) {
                listener.rethrow(); // a failing listener may have caused the exception
                throw e;
            } finally {
                limit.ifPresent(TimeLimit::close);
            }
        }
    }

    private void requireNoSlices() {
        for (int rank = 0; rank < workers.count(); rank++) {
            Path folder = output.resolve("slice-" + rank);
            if (Files.exists(folder)) {
                throw new IllegalArgumentException(folder + " exists already; use another folder for the results");
            }
        }
    }

    /** One execution with its workers. Not thread-safe. */
    private final class Execution {

        private final AbortController abortController;
        private final StartedWorkers started;
        private final GuardedListener listener;

        Execution(AbortController abortController, StartedWorkers started, GuardedListener listener) {
            this.abortController = abortController;
            this.started = started;
            this.listener = listener;
        }

        BenchmarkResult run() throws IOException, InterruptedException {
            RunningSlices slices;
            RunSidecar clocks;
            warnAboutDisk();
            try {
                listener.preparing("starting the workers and their slices");
                started.start(output, abortController::awaitEnd, listener::message);
                slices = started.run(request, output);
                slices.awaitReady(workers.startTimeout().plus(readyTimeout));
                abortController.delayExit();
                listener.planned(new PlannedLoad(
                        slices.scenario(),
                        load,
                        slices.ratePerSecond(),
                        limits,
                        slices.transport(),
                        Optional.empty(),
                        List.of()));
                Instant start = slices.start();
                listener.message("All workers are ready: their slices start together at "
                        + start.truncatedTo(ChronoUnit.MILLIS));
                clocks = started.sidecar().orElseThrow();
                clocks.start(new RunFolder(output), new RunClock(start, System.nanoTime()));
            } catch (IOException | InterruptedException e) {
                if (!abortController.isRequested()) {
                    throw e;
                }
                Thread.interrupted(); // clears the interrupt that the abort request caused
                return unstarted();
            }
            abortController.runStarted(slices::stop);
            Thread.interrupted(); // an abort request may have interrupted this thread before
            boolean interrupted = await(slices);
            Optional<Reason> abort = abortController.reason();
            RunResult run = joined(slices, abort, clocks.end(Optional.empty()));
            listener.ended(run);
            listener.measured(run, 0, 0);
            listener.finished(List.of(run), List.of());
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return new BenchmarkResult(output, List.of(run), List.of());
        }

        /** Prints a warning if the disk has too little space. The joined records are written before those of the slices are deleted. */
        private void warnAboutDisk() {
            new PlanWarnings(true)
                    .ofDisk(output, List.of(plan, plan))
                    .ifPresent(each -> listener.message("Warning: " + each));
        }

        private BenchmarkResult unstarted() {
            List<SkippedRun> skipped = List.of(new SkippedRun(
                    Scenario.SERVER,
                    load,
                    Verdict.ABORTED,
                    abortController.reason().orElseThrow()));
            listener.finished(List.of(), skipped);
            return new BenchmarkResult(output, List.of(), skipped);
        }

        /** Waits until all slices have ended. Returns true if this thread was interrupted, which aborts the run. */
        private boolean await(RunningSlices slices) {
            listener.started(slices.scenario());
            JoinedRequests requests = new JoinedRequests();
            boolean interrupted = false;
            while (!slices.haveEnded()) {
                if (slices.progress().issued() == 0) {
                    requests = new JoinedRequests(); // rates count from the common start
                }
                listener.progress(new RunProgress(
                        slices.scenario(),
                        slices.progress(),
                        abortController.isRequested(),
                        Optional.of(requests.view(byEndpoint(slices)))));
                try {
                    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                } catch (InterruptedException e) {
                    interrupted = true;
                    abortController.requestAbort("the thread that ran it was interrupted");
                }
            }
            return interrupted;
        }

        private Map<String, RequestTotals> byEndpoint(RunningSlices slices) {
            Map<String, RequestTotals> requests = new HashMap<>();
            slices.requests().forEach((slice, each) -> requests.put(EndpointNames.of("all servers", slice), each));
            return requests;
        }

        /** Joins the results that arrived. If no results arrived, the run has only a verdict. */
        private RunResult joined(RunningSlices slices, Optional<Reason> abort, Notes notes) throws IOException {
            Optional<Reason> failure = slices.failure()
                    .map(text -> new Reason(Reason.Code.SLICES_INCOMPLETE, "the run was stopped, because " + text));
            List<Reason> reasons = Stream.of(
                            started.explained().stream(), abort.stream(), failure.stream(), notes.reasons().stream())
                    .flatMap(each -> each)
                    .toList();
            List<String> warnings = new ArrayList<>(notes.warnings());
            slices.failures().forEach(each -> warnings.add("Failed: " + each));
            List<Path> folders = new ArrayList<>();
            for (Path each : slices.folders()) {
                if (SliceMerge.isSlice(each) && Files.exists(new RunFolder(each).records())) {
                    folders.add(each);
                }
            }
            Optional<RunReport> report = folders.isEmpty()
                    ? Optional.empty()
                    : Optional.of(merge(folders, new SliceMerge.Coordination(settings(), reasons, warnings)));
            Optional<Reason> reason = report.flatMap(
                            each -> each.reasons().stream().findFirst())
                    .or(() -> reasons.stream().findFirst())
                    .or(() -> report.isPresent()
                            ? Optional.empty()
                            : Optional.of(new Reason(
                                    Reason.Code.SLICES_INCOMPLETE, "no slice has results: " + slices.failures())));
            return new RunResult(
                    slices.scenario(),
                    report.map(RunReport::verdict).orElseGet(() -> withoutReport(reason)),
                    reason,
                    Optional.empty(),
                    progress(slices, report),
                    output,
                    report);
        }

        private Verdict withoutReport(Optional<Reason> reason) {
            return reason.filter(each -> each.code() == Reason.Code.ABORTED).isPresent()
                    ? Verdict.ABORTED
                    : Verdict.INVALID;
        }

        /** Returns the settings of the run and the workers. */
        private List<Setting> settings() {
            return Stream.concat(settings.stream(), started.settings().stream()).toList();
        }

        private RunReport merge(List<Path> folders, SliceMerge.Coordination coordination) throws IOException {
            listener.message("Joining the results of " + folders.size() + " slices");
            try {
                RunReport report = SliceMerge.of(folders, coordination).writeTo(output);
                for (Path each : folders) {
                    Files.delete(new RunFolder(each).records()); // the joined run contains all records
                }
                return report;
            } catch (IOException | IllegalArgumentException e) {
                throw new ReportException(
                        "the results of the slices cannot be joined: " + e.getMessage() + "; the folders "
                                + output.resolve("slice-*") + " keep them",
                        e);
            }
        }

        private Progress progress(RunningSlices slices, Optional<RunReport> report) {
            Progress last = slices.progress();
            return report.flatMap(RunReport::outcome)
                    .map(outcome -> new Progress(
                            outcome.issued(), outcome.completed(), outcome.failed(), last.elapsed(), last.expected()))
                    .orElse(last);
        }
    }
}
