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

/** Runs one after the other, each with a folder of its own, and their results together. For one thread. */
final class StageRunner {

    /** The title of stages that differ by their samples per second. */
    static final String RATE = "Rate";

    private final String loadTitle;
    private final Function<Schedule, LoadGenerator> generators;
    private final PreparedLoad prepared;
    private final Path folder;
    private final List<Stage> stages = new ArrayList<>();
    private final List<NotRun> notRun = new ArrayList<>();

    /**
     * Prepares stages.
     *
     * @param loadTitle what distinguishes the stages, such as their rate
     * @param prepared the servers; its own load is not put on them
     */
    StageRunner(String loadTitle, Function<Schedule, LoadGenerator> generators, PreparedLoad prepared, Path folder) {
        this.loadTitle = loadTitle;
        this.generators = generators;
        this.prepared = prepared;
        this.folder = folder;
    }

    /** Runs a stage, unless the benchmark was stopped or a server is lost; then it counts as not run. */
    void stage(double load, Schedule schedule, QuerySampleLibrary library, TestSettings settings) throws IOException {
        Optional<String> lost = prepared.measured().lost();
        Optional<Reason> stopped = prepared.interruption().reason().or(this::reasonOfAbort);
        if (stopped.isPresent()) {
            skip(schedule, Verdict.ABORTED, stopped.get(), "Not run: " + schedule);
        } else if (lost.isPresent()) {
            skip(
                    schedule,
                    Verdict.INVALID,
                    new Reason(Reason.Code.SERVER_LOST, lost.get()),
                    "Not run: " + schedule + ": " + lost.get());
        } else {
            RunFolder to = SweepReport.stage(folder, stages.size() + 1);
            Optional<Double> rate = loadTitle.equals(RATE) && load > 0 ? Optional.of(load) : Optional.empty();
            stages.add(new Stage(load, run(schedule, rate, library, settings, to)));
        }
    }

    /** Returns why a stage was aborted; empty if none was. */
    private Optional<Reason> reasonOfAbort() {
        return stages.stream()
                .map(Stage::run)
                .filter(run -> run.verdict() == Verdict.ABORTED)
                .findFirst()
                .flatMap(RunResult::reason);
    }

    private void skip(Schedule schedule, Verdict verdict, Reason reason, String message) {
        prepared.listener().message(message);
        notRun.add(new NotRun(schedule.scenario(), schedule.toString(), verdict, reason));
    }

    /** Runs what is not a stage. */
    RunResult run(String name, Schedule schedule, QuerySampleLibrary library, TestSettings settings)
            throws IOException {
        return run(schedule, Optional.empty(), library, settings, new RunFolder(folder.resolve(name)));
    }

    private RunResult run(
            Schedule schedule, Optional<Double> rate, QuerySampleLibrary library, TestSettings settings, RunFolder to)
            throws IOException {
        prepared.listener().message(to.path().getFileName() + ": " + schedule);
        try (LoadGenerator generator = generators.apply(schedule)) {
            return new RecordedRuns(
                            new WatchedRuns(generator, prepared.listener(), prepared.interruption()),
                            prepared.measured())
                    .run(library, settings, prepared.description().of(schedule.toString(), rate), to);
        }
    }

    /** Writes the page of all stages if there are several, and returns the results. */
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
        return new BenchmarkResult(folder, stages.stream().map(Stage::run).toList(), notRun, true);
    }
}
