// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.LatencyStatistics;
import io.loadharness.Performance;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.TestResult;
import io.loadharness.TokenPerformance;
import io.loadharness.Verdict;
import io.loadharness.benchmark.BenchmarkListener;
import io.loadharness.benchmark.RunResult;
import io.loadharness.benchmark.SkippedRun;
import io.loadharness.benchmark.StageResults;
import io.loadharness.benchmark.StageResults.Stage;
import io.loadharness.cli.calibrate.CalibrationCheck;
import io.loadharness.cli.signal.ShutdownGuard;
import io.loadharness.inference.RequestObserver;
import io.loadharness.micrometer.PrometheusEndpoint;
import io.loadharness.report.Quantity;
import io.loadharness.report.RunReport;
import io.loadharness.report.Summary;
import io.loadharness.report.Table;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/** Shows a benchmark on the console: messages, the live display, summaries and tables. */
public final class ConsoleListener implements BenchmarkListener {

    private static final String NONE = "-";

    private final DisplayOptions displays;
    private final PrintWriter out;
    private final Optional<PrometheusEndpoint> metrics;
    private final ShutdownGuard guard;
    private BenchmarkListener display = BenchmarkListener.NONE;
    private Optional<CalibrationCheck> calibration = Optional.empty();

    /**
     * Creates a listener for one benchmark.
     *
     * @param out the writer for everything except the live display
     * @param metrics the Prometheus endpoint, which also observes each request; empty if metrics are not exposed
     * @param guard activated before the first run; until then, it prints the step in which a signal stops the benchmark
     */
    public ConsoleListener(
            DisplayOptions displays, PrintWriter out, Optional<PrometheusEndpoint> metrics, ShutdownGuard guard) {
        this.displays = displays;
        this.out = out;
        this.metrics = metrics;
        this.guard = guard;
    }

    @Override
    public void message(String sentence) {
        if (guard.isStoppedEarly()) {
            return;
        }
        out.println(sentence);
        out.flush();
    }

    @Override
    public void preparing(String step) {
        guard.preparing(step);
    }

    @Override
    public void planned(PlannedLoad load) {
        guard.activate();
        if (guard.isStoppedEarly()) {
            return;
        }
        display = displays.display(load.name(), load.ratePerSecond(), load.limits());
        calibration = load.plan().map(plan -> CalibrationCheck.of(load.transport()));
        if (load.ratePerSecond().isPresent()) {
            calibration.ifPresent(
                    each -> each.planned(load.ratePerSecond().getAsDouble()).forEach(out::println));
        }
        load.plan().flatMap(PlanSentence::of).ifPresent(out::println);
        load.warnings().forEach(each -> out.println("Warning: " + each));
        out.flush();
    }

    @Override
    public RequestObserver observe(Scenario scenario) {
        RequestObserver shown = display.observe(scenario);
        return metrics.map(each -> RequestObserver.of(shown, each.observer(scenario)))
                .orElse(shown);
    }

    @Override
    public void started(Scenario scenario) {
        display.started(scenario);
    }

    @Override
    public void progress(RunProgress now) {
        display.progress(now);
    }

    @Override
    public void ended(RunResult run) {
        display.ended(run);
    }

    @Override
    public void measured(RunResult run, long completed, long events) {
        out.println();
        printDetails(out, run);
        Optional<CalibrationCheck> check = calibration;
        run.report()
                .flatMap(RunReport::outcome)
                .flatMap(outcome -> outcome.health())
                .ifPresent(health -> check.ifPresent(
                        each -> each.measured(health, completed, events).forEach(out::println)));
    }

    /** Prints the metrics of a run, and the folder with reports and logs. */
    public static void printDetails(PrintWriter out, RunResult run) {
        run.report().ifPresent(known -> Summary.printDetails(out, known));
        out.println("Reports and logs: " + run.folder());
    }

    private static void printVerdict(PrintWriter out, RunResult run) {
        run.report().ifPresent(known -> Summary.printVerdict(out, known));
        if (run.report().isEmpty()) {
            out.println("**" + run.verdict() + "**: "
                    + run.reason().map(Reason::text).orElse("the records of the run cannot be read"));
        }
    }

    @Override
    public void staged(StageResults stages) {
        out.println();
        Table table = new Table(
                "rrrrrrrl",
                stages.loadTitle(),
                "samples/s",
                "Latency p50",
                "p99",
                "TTFT p50",
                "p99",
                "Issue delay p99",
                "Verdict");
        for (Stage stage : stages.stages()) {
            Optional<Performance> performance = stage.run().testResult().flatMap(TestResult::performance);
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
                    percentile(performance.flatMap(Performance::issueDelay), 99),
                    stage.run().verdict().name());
        }
        table.print(out);
        for (int i = 0; i < stages.stages().size(); i++) {
            RunResult run = stages.stages().get(i).run();
            String prefix = "Stage " + (i + 1) + " is " + run.verdict() + ": ";
            run.reason().ifPresent(reason -> out.println(prefix + reason));
        }
        stages.page().ifPresent(page -> out.println("Curves: " + page));
        Remedies.print(out, stages.stages().stream().map(Stage::run).toList());
        out.flush();
    }

    private static String percentile(Optional<LatencyStatistics> measured, double percentage) {
        return measured.map(statistics -> Quantity.duration(statistics.percentile(percentage)))
                .orElse(NONE);
    }

    @Override
    public void finished(List<RunResult> runs, List<SkippedRun> notRun) {
        if (guard.isStoppedEarly()) {
            return;
        }
        if (notRun.isEmpty() && runs.size() == 1) {
            out.println();
            printVerdict(out, runs.get(0));
            Remedies.print(out, runs);
        } else if (runs.size() + notRun.size() > 1) {
            out.println();
            VerdictTable.print(
                    out, runs, notRun.stream().map(SkippedRun::scenario).toList());
        }
        boolean isLastAborted = !runs.isEmpty() && runs.get(runs.size() - 1).verdict() == Verdict.ABORTED;
        notRun.stream()
                .filter(each -> each.verdict() == Verdict.INVALID || !isLastAborted)
                .findFirst()
                .ifPresent(each ->
                        out.println((runs.isEmpty() ? "No run was started: " : "The other scenarios were not run: ")
                                + each.reason()));
    }
}
