// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.LoadGenerator;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import io.loadharness.benchmark.StageResults.Stage;
import io.loadharness.report.RunFolder;
import io.loadharness.report.SweepReport;
import io.loadharness.schedule.Schedule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Executes the stages of a load and collects their results. Each stage is a run with its own folder. Not thread-safe. */
final class StageRunner {

    /** The {@code loadTitle} of stages that differ in their samples per second. */
    static final String RATE = "Rate";

    private final String loadTitle;
    private final Function<Schedule, LoadGenerator> generators;
    private final PreparedLoad prepared;
    private final Path folder;
    private final List<Stage> stages = new ArrayList<>();
    private final List<SkippedRun> skippedRuns = new ArrayList<>();

    /**
     * Creates a runner. Does not start a stage.
     *
     * @param loadTitle the title of the value that differs between stages, such as {@code Rate}
     * @param prepared the system to measure; its load is not used
     */
    StageRunner(String loadTitle, Function<Schedule, LoadGenerator> generators, PreparedLoad prepared, Path folder) {
        this.loadTitle = loadTitle;
        this.generators = generators;
        this.prepared = prepared;
        this.folder = folder;
    }

    /** Runs a stage. Skips the stage if the benchmark was aborted or a server is lost. */
    void stage(double load, Schedule schedule, QuerySampleLibrary library, TestSettings settings) throws IOException {
        Optional<Reason> lost = prepared.measured().losses().lost();
        Optional<Reason> stopped = prepared.abortController().reason().or(this::reasonOfAbort);
        if (stopped.isPresent()) {
            skip(schedule, Verdict.ABORTED, stopped.get(), "Not run: " + schedule);
        } else if (lost.isPresent()) {
            skip(schedule, Verdict.INVALID, lost.get(), "Not run: " + schedule + ": " + lost.get());
        } else {
            RunFolder to = SweepReport.stage(folder, stages.size() + 1);
            Optional<Double> rate = loadTitle.equals(RATE) && load > 0 ? Optional.of(load) : Optional.empty();
            stages.add(new Stage(load, run(schedule, rate, library, settings, to)));
        }
    }

    /** Returns the reason why a stage was aborted; empty if no stage was aborted. */
    private Optional<Reason> reasonOfAbort() {
        return stages.stream()
                .map(Stage::run)
                .filter(run -> run.verdict() == Verdict.ABORTED)
                .findFirst()
                .flatMap(RunResult::reason);
    }

    private void skip(Schedule schedule, Verdict verdict, Reason reason, String message) {
        prepared.listener().message(message);
        skippedRuns.add(new SkippedRun(schedule.scenario(), schedule.toString(), verdict, reason));
    }

    /** Executes an additional run that is not a stage, such as the probe of a sweep. */
    RunResult run(String name, Schedule schedule, QuerySampleLibrary library, TestSettings settings)
            throws IOException {
        return run(schedule, Optional.empty(), library, settings, new RunFolder(folder.resolve(name)));
    }

    private RunResult run(
            Schedule schedule, Optional<Double> rate, QuerySampleLibrary library, TestSettings settings, RunFolder to)
            throws IOException {
        prepared.listener().message(to.path().getFileName() + ": " + schedule);
        try (LoadGenerator generator = generators.apply(schedule)) {
            return prepared.record(
                    generator, library, settings, prepared.description().of(schedule.toString(), rate), to);
        }
    }

    /** Returns the results of all stages. If several stages ran, also writes a report that compares them. */
    BenchmarkResult finish() throws IOException {
        Optional<Path> page = Optional.empty();
        if (stages.size() > 1) {
            SweepReport report = new SweepReport(
                    folder,
                    stages.stream()
                            .flatMap(stage -> stage.run().report().stream())
                            .toList());
            report.write();
            page = Optional.of(report.file());
        }
        prepared.listener().staged(new StageResults(loadTitle, stages, page));
        return new BenchmarkResult(folder, stages.stream().map(Stage::run).toList(), skippedRuns);
    }
}
