package io.loadharness.cli.load;

import io.loadharness.LatencyStatistics;
import io.loadharness.LoadGenerator;
import io.loadharness.Performance;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.TokenPerformance;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.record.RecordedRuns;
import io.loadharness.cli.record.RecordedRuns.Recorded;
import io.loadharness.cli.run.Outcome;
import io.loadharness.cli.run.WatchedRuns;
import io.loadharness.report.Quantity;
import io.loadharness.report.RunFolder;
import io.loadharness.report.SweepReport;
import io.loadharness.report.Table;
import io.loadharness.schedule.Schedule;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Runs one after the other, each with a folder of its own, and the table of what they came to. For one thread. */
final class StageRuns {

    /** The heading of stages that differ by their samples per second. */
    static final String RATE = "Rate";

    private static final String NONE = "-";

    private record Stage(double load, Recorded recorded) {

        Outcome outcome() {
            return recorded.outcome();
        }
    }

    private final String heading;
    private final Function<Schedule, LoadGenerator> generators;
    private final PreparedLoad prepared;
    private final Path folder;
    private final PrintWriter out;
    private final List<Stage> stages = new ArrayList<>();
    private final List<Integer> notRun = new ArrayList<>();

    /**
     * Runs nothing yet.
     *
     * @param heading what distinguishes the stages, their rate for instance
     * @param prepared the servers; its own load is not put on them
     */
    StageRuns(
            String heading,
            Function<Schedule, LoadGenerator> generators,
            PreparedLoad prepared,
            Path folder,
            PrintWriter out) {
        this.heading = heading;
        this.generators = generators;
        this.prepared = prepared;
        this.folder = folder;
        this.out = out;
    }

    /** Runs a stage, unless it was asked to stop or a server is lost; then that is said, and is no success. */
    void stage(double load, Schedule schedule, QuerySampleLibrary library, TestSettings settings) throws IOException {
        Optional<String> lost = prepared.server().lost();
        if (prepared.interruption().requested()) {
            out.println("Not run: " + schedule);
            notRun.add(ExitCode.ABORTED);
        } else if (lost.isPresent()) {
            out.println("Not run: " + schedule + ": " + lost.get());
            notRun.add(ExitCode.INVALID);
        } else {
            RunFolder to = SweepReport.stage(folder, stages.size() + 1);
            Optional<Double> rate = heading.equals(RATE) && load > 0 ? Optional.of(load) : Optional.empty();
            stages.add(new Stage(load, run(schedule, rate, library, settings, to)));
        }
    }

    /** Runs what is no stage. */
    Recorded run(String name, Schedule schedule, QuerySampleLibrary library, TestSettings settings) throws IOException {
        return run(schedule, Optional.empty(), library, settings, new RunFolder(folder.resolve(name)));
    }

    private Recorded run(
            Schedule schedule, Optional<Double> rate, QuerySampleLibrary library, TestSettings settings, RunFolder to)
            throws IOException {
        out.println(to.path().getFileName() + ": " + schedule);
        try (LoadGenerator generator = generators.apply(schedule)) {
            return new RecordedRuns(
                            new WatchedRuns(generator, prepared.display(), prepared.interruption()), prepared.server())
                    .run(library, settings, prepared.description().of(schedule.toString(), rate), to);
        }
    }

    /** Writes the page of all stages, if there are several. */
    void write() throws IOException {
        if (stages.size() > 1) {
            SweepReport report = new SweepReport(
                    folder,
                    stages.stream()
                            .flatMap(stage -> stage.recorded().report().stream())
                            .toList());
            report.write();
            out.println("Curves: " + report.file());
            out.flush();
        }
    }

    /** With which code a process ends that had these stages: that of the gravest. */
    int exitCode() {
        return ExitCode.gravest(
                Stream.concat(stages.stream().map(stage -> stage.recorded().exitCode()), notRun.stream())
                        .toList());
    }

    /** Prints what the stages came to. */
    void print() {
        out.println();
        Table table = new Table(
                "rrrrrrrl",
                heading,
                "samples/s",
                "Latency p50",
                "p99",
                "TTFT p50",
                "p99",
                "Issued late p99",
                "Verdict");
        for (Stage stage : stages) {
            Optional<Performance> performance = stage.outcome().result().flatMap(TestResult::performance);
            Optional<LatencyStatistics> latency = performance.map(Performance::latency);
            Optional<LatencyStatistics> firstToken =
                    performance.flatMap(Performance::tokens).flatMap(TokenPerformance::firstToken);
            table.row(
                    stage.load() == 0 ? NONE : Quantity.number(stage.load()),
                    performance
                            .map(each -> Quantity.number(each.throughput().completedSamples()))
                            .orElse(NONE),
                    percentile(latency, 50),
                    percentile(latency, 99),
                    percentile(firstToken, 50),
                    percentile(firstToken, 99),
                    percentile(performance.flatMap(Performance::lateness), 99),
                    stage.outcome().verdict().name());
        }
        table.print(out);
        for (int i = 0; i < stages.size(); i++) {
            String which = "Stage " + (i + 1) + " is " + stages.get(i).outcome().verdict() + ": ";
            stages.get(i).outcome().reason().ifPresent(reason -> out.println(which + reason));
        }
        out.flush();
    }

    private static String percentile(Optional<LatencyStatistics> measured, double percentage) {
        return measured.map(statistics -> Quantity.duration(statistics.percentile(percentage)))
                .orElse(NONE);
    }
}
