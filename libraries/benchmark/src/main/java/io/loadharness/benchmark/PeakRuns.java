// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadGenerator;
import io.loadharness.Reason;
import io.loadharness.Verdict;
import io.loadharness.report.PeakReport;
import io.loadharness.report.Quantity;
import io.loadharness.report.RunDescription;
import io.loadharness.report.RunFolder;
import io.loadharness.schedule.PeakSearch;
import io.loadharness.schedule.PeakSearch.RunKind;
import io.loadharness.schedule.PeakSearch.Step;
import io.loadharness.schedule.PeakTrial;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** Executes the runs of a search for the peak. Each run has its own folder. Not thread-safe. */
final class PeakRuns {

    private final PeakLoad load;
    private final PeakState state;
    private final Optional<Long> deadline;
    private Optional<PeakResult.Stop> stop = Optional.empty();

    /**
     * Creates the runs. Does not start one.
     *
     * @param deadline the value of {@link System#nanoTime} after which the search shall not run; empty for no limit
     */
    PeakRuns(PeakLoad load, PeakState state, Optional<Long> deadline) {
        this.load = load;
        this.state = state;
        this.deadline = deadline;
    }

    /** Runs the search until it is complete or stopped. The state is written before the first run and after each run. */
    BenchmarkResult run(PreparedLoad prepared, Path output) throws IOException {
        write(prepared, output);
        if (!state.trials().isEmpty()) {
            prepared.listener()
                    .message("The search continues after " + state.trials().size() + " runs");
        }
        for (Optional<Step> next = next(); next.isPresent(); next = next()) {
            Step step = next.get();
            stop = aborted(prepared).or(() -> lost(prepared)).or(() -> outOfTime(step.length()));
            if (stop.isEmpty()) {
                run(step, prepared, output);
            }
            if (stop.isPresent()) {
                break;
            }
            write(prepared, output);
        }
        return new BenchmarkResult(output, List.of(), List.of());
    }

    private Optional<Step> next() {
        return load.search().next(state.trials());
    }

    private void write(PreparedLoad prepared, Path output) throws IOException {
        RunDescription description = prepared.description();
        String model =
                description.model().isEmpty() ? prepared.measured().library().name() : description.model();
        state.write(description.version(), model + ", peak", output);
    }

    private Optional<PeakResult.Stop> outOfTime(Duration length) {
        return deadline.filter(end -> end - System.nanoTime() < length.toNanos())
                .map(end -> new PeakResult.Stop(
                        Verdict.ABORTED,
                        new Reason(
                                Reason.Code.ABORTED,
                                "the next run of " + Quantity.duration(length)
                                        + " would exceed the maximum time (--max-time)")));
    }

    private static Optional<PeakResult.Stop> aborted(PreparedLoad prepared) {
        return prepared.abortController().reason().map(reason -> new PeakResult.Stop(Verdict.ABORTED, reason));
    }

    private static Optional<PeakResult.Stop> lost(PreparedLoad prepared) {
        return prepared.measured().losses().lost().map(reason -> new PeakResult.Stop(Verdict.INVALID, reason));
    }

    /** Executes one run and adds it to the state. If its result says nothing about the load, the search stops. */
    private void run(Step step, PreparedLoad prepared, Path output) throws IOException {
        int number = state.trials().size();
        Load point = load.at(step, number);
        Path folder = state.nextFolder(output);
        prepared.listener().message(folder.getFileName() + ": " + text(step));
        RunResult result;
        try (LoadGenerator generator = point.generator()) {
            result = prepared.record(
                    generator,
                    prepared.measured().library(),
                    prepared.with(point).settings(0),
                    prepared.description()
                            .of(
                                    point.generatorName(),
                                    point.scenario(),
                                    point.description(),
                                    point.plannedRate().stream().boxed().findFirst()),
                    new RunFolder(folder));
        }
        stop = PeakFigures.unusable(result)
                .map(reason -> new PeakResult.Stop(
                        result.verdict() == Verdict.VALID ? Verdict.FAILED : result.verdict(), reason))
                .or(() -> unreachable(result, prepared));
        if (stop.isPresent()) {
            return;
        }
        PeakFigures figures = PeakFigures.of(step, result);
        PeakTrial trial = figures.trial();
        if (step.kind() == RunKind.PROBE && trial.saturation().isEmpty()) {
            stop = Optional.of(new PeakResult.Stop(
                    Verdict.INVALID,
                    new Reason(
                            Reason.Code.SAMPLES_FAILED,
                            "no request of the probe completed"
                                    + result.reason().map(each -> ": " + each).orElse(""))));
            return;
        }
        state.add(trial, figures, result.verdict(), folder);
        prepared.listener().message(folder.getFileName() + ": " + text(trial));
    }

    /**
     * Returns a reason to stop if samples failed and the servers fail a single request too. Then the failures say nothing about the load.
     */
    private static Optional<PeakResult.Stop> unreachable(RunResult result, PreparedLoad prepared) {
        if (result.reasons().stream().noneMatch(each -> each.code() == Reason.Code.SAMPLES_FAILED)) {
            return Optional.empty();
        }
        try {
            prepared.measured().warmUp(1, prepared.longestRequest().plusSeconds(1), message -> {});
            return Optional.empty();
        } catch (IOException | TimeoutException e) {
            return Optional.of(new PeakResult.Stop(
                    Verdict.INVALID,
                    new Reason(
                            Reason.Code.SERVER_LOST,
                            "a server fails even a single request after the run: " + e.getMessage())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return aborted(prepared)
                    .or(() -> Optional.of(new PeakResult.Stop(
                            Verdict.ABORTED,
                            new Reason(Reason.Code.ABORTED, "the thread that ran it was interrupted"))));
        }
    }

    private String text(Step step) {
        String length = Quantity.duration(step.length());
        return switch (step.kind()) {
            case PROBE -> "probe for " + length + ", to find the saturation";
            case SINGLE -> "one request at a time for " + length;
            case SHORT -> "short run at " + level(step.level()) + " for at least " + length;
            case FULL -> "full-length run at " + level(step.level()) + " for at least " + length;
        };
    }

    private String text(PeakTrial trial) {
        if (trial.kind() == RunKind.PROBE) {
            return "the servers are saturated at "
                    + Quantity.number(trial.saturation().orElseThrow()) + " requests/s";
        }
        return switch (trial.outcome()) {
            case KEPT -> "all limits met";
            case EXCEEDED -> "limit exceeded: " + trial.reason();
            case CLIENT_LIMITED -> "the load generator is the bottleneck: " + trial.reason();
        };
    }

    private String level(double level) {
        return load.search().hasWholeLevels()
                ? Quantity.count((long) level) + " in flight"
                : Quantity.number(level) + " requests/s";
    }

    /**
     * Returns the result.
     *
     * @param reason the reason for an abort of the benchmark; empty if it was not aborted
     */
    PeakResult result(Path output, Optional<Reason> reason) {
        PeakSearch search = load.search();
        boolean isComplete = next().isEmpty();
        return new PeakResult(
                output,
                search.peak(state.trials()),
                state.points(),
                isComplete && stop.isEmpty()
                        ? Optional.empty()
                        : stop.or(() -> reason.map(why -> new PeakResult.Stop(Verdict.ABORTED, why))),
                PeakReport.page(output),
                true,
                Optional.empty());
    }
}
