package io.loadharness.cli.load;

import io.loadharness.LatencyStatistics;
import io.loadharness.LoadGenerator;
import io.loadharness.Performance;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.TokenPerformance;
import io.loadharness.Verdict;
import io.loadharness.cli.console.Displays;
import io.loadharness.cli.console.Quantity;
import io.loadharness.cli.console.Table;
import io.loadharness.cli.record.RecordedRuns;
import io.loadharness.cli.run.Interruption;
import io.loadharness.cli.run.Outcome;
import io.loadharness.cli.run.WatchedRuns;
import io.loadharness.cli.server.ServerUnderTest;
import io.loadharness.report.RunDescription;
import io.loadharness.report.RunFolder;
import io.loadharness.schedule.Schedule;
import io.loadharness.schedule.Sweep;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The probe of a sweep and its stages, each a run of its own with a folder of its own. */
final class SweepRuns {

    private static final String NONE = "-";

    private record Stage(double rate, Outcome outcome) {}

    private final Sweep sweep;
    private final Function<Schedule, LoadGenerator> generators;
    private final ServerUnderTest server;
    private final TestSettings settings;
    private final RunDescription description;
    private final Path folder;
    private final PrintWriter out;

    SweepRuns(
            Sweep sweep,
            Function<Schedule, LoadGenerator> generators,
            ServerUnderTest server,
            TestSettings settings,
            RunDescription description,
            Path folder,
            PrintWriter out) {
        this.sweep = sweep;
        this.generators = generators;
        this.server = server;
        this.settings = settings;
        this.description = description;
        this.folder = folder;
        this.out = out;
    }

    /**
     * Runs all, until one of them is stopped, and prints what they came to. That the probe is not valid does not matter: it is more than
     * the server can bear.
     *
     * @return the verdicts of the stages; of the probe, if there was none
     */
    List<Verdict> run() throws IOException {
        try (Interruption interruption = new Interruption()) {
            Outcome probe = run(sweep.probe(), "probe", interruption);
            if (probe.verdict() == Verdict.ABORTED || probe.verdict() == Verdict.FAILED) {
                probe.reason().ifPresent(reason -> out.println("The probe is " + probe.verdict() + ": " + reason));
                return List.of(probe.verdict());
            }
            double saturation = sweep.saturation(probe.result().orElseThrow());
            out.println("Saturation: " + Quantity.number(saturation) + " samples/s");
            if (sweep.keptUp(saturation)) {
                out.println("The probe was no more than the servers can bear, so their limit is higher: give it more"
                        + " --requests");
            }
            probe.reason().ifPresent(reason -> out.println("Of the probe: " + reason));
            out.flush();
            List<Stage> stages = stages(saturation, interruption);
            print(stages);
            return stages.stream().map(stage -> stage.outcome().verdict()).toList();
        }
    }

    private List<Stage> stages(double saturation, Interruption interruption) throws IOException {
        List<Stage> stages = new ArrayList<>();
        for (double rate : sweep.rates(saturation)) {
            if (!interruption.requested()) {
                String name = "stage-" + (stages.size() + 1);
                stages.add(new Stage(rate, run(sweep.stage(rate), name, interruption)));
            }
        }
        return stages;
    }

    private Outcome run(Schedule schedule, String name, Interruption interruption) throws IOException {
        out.println(name + ": " + schedule);
        try (LoadGenerator generator = generators.apply(schedule)) {
            return new RecordedRuns(new WatchedRuns(generator, Displays.on(out), interruption), server)
                    .run(settings, description.of(schedule.toString()), new RunFolder(folder.resolve(name)))
                    .outcome();
        }
    }

    private void print(List<Stage> stages) {
        out.println();
        Table table = new Table(
                "rrrrrrrl", "Rate", "samples/s", "Latency p50", "p99", "TTFT p50", "p99", "Issued late p99", "Verdict");
        for (Stage stage : stages) {
            Optional<Performance> performance = stage.outcome().result().flatMap(TestResult::performance);
            Optional<LatencyStatistics> latency = performance.map(Performance::latency);
            Optional<LatencyStatistics> firstToken =
                    performance.flatMap(Performance::tokens).flatMap(TokenPerformance::firstToken);
            table.row(
                    Quantity.number(stage.rate()),
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
