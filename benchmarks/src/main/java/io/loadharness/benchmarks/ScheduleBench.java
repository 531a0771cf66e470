// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.TestResult;
import io.loadharness.TestSettings;
import io.loadharness.report.Quantity;
import io.loadharness.schedule.Arrivals;
import io.loadharness.schedule.LoadPattern;
import io.loadharness.schedule.Pacer;
import io.loadharness.schedule.Schedule;
import io.loadharness.schedule.ScheduledLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Measures the figures of {@code bench schedule}. */
final class ScheduleBench {

    private static final double RATE = 5000;
    private static final Duration LENGTH = Duration.ofSeconds(20);
    private static final Duration QUICK_LENGTH = Duration.ofSeconds(2);
    private static final Duration WARM_UP = Duration.ofSeconds(2);
    private static final int SCHEDULED_COLUMN = 2;
    private static final double NANOS_PER_MICRO = 1e3;

    /**
     * The result of one run.
     *
     * @param variation the coefficient of variation of the gaps between samples
     * @param delayMicros the 99th percentile of the issue delay
     * @param cpuMicros the CPU time of the issuing thread per sample
     * @param offsets the scheduled starts
     */
    private record Run(double variation, double delayMicros, double cpuMicros, List<Long> offsets) {}

    private final BenchFolder benchFolder;
    private final int runs;
    private final Duration length;
    private final boolean busy;
    private final Pacer pacer;
    private final Progress progress;

    ScheduleBench(BenchFolder benchFolder, int runs, boolean quick, boolean busy, Progress progress) {
        this.benchFolder = benchFolder;
        this.runs = runs;
        this.length = quick ? QUICK_LENGTH : LENGTH;
        this.busy = busy;
        this.pacer = busy ? Pacer.busy() : Pacer.sleeping();
        this.progress = progress;
    }

    /**
     * Measures all figures. The CPU time of a request is measured only with the sleeping pacer, because the busy pacer uses a whole CPU.
     */
    List<FigureSpread> measure() throws IOException {
        run(Arrivals.poisson(RATE), WARM_UP);
        List<Run> poisson = new ArrayList<>();
        List<Run> constant = new ArrayList<>();
        List<Double> costs = new ArrayList<>();
        List<Double> bareVariations = new ArrayList<>();
        for (int i = 1; i <= runs; i++) {
            progress.measuring("Poisson and constant at 5,000/s, " + i + " of " + runs);
            poisson.add(run(Arrivals.poisson(RATE), length));
            constant.add(run(Arrivals.constant(RATE), length));
            if (!busy) {
                costs.add(poisson.get(i - 1).cpuMicros()
                        - bare(poisson.get(i - 1)).cpuMicros());
            }
            bareVariations.add(bare(constant.get(i - 1)).variation());
        }
        List<FigureSpread> spreads = new ArrayList<>(List.of(
                FigureSpread.of(
                        ScheduleFigures.POISSON_CV_ERROR,
                        poisson.stream()
                                .map(run -> Math.abs(run.variation() - 1))
                                .toList(),
                        "CV " + Quantity.number(median(poisson.stream().map(Run::variation)))),
                FigureSpread.of(
                        ScheduleFigures.POISSON_LATE_US_P99,
                        poisson.stream().map(Run::delayMicros).toList()),
                FigureSpread.of(
                        ScheduleFigures.CONSTANT_CV,
                        constant.stream().map(Run::variation).toList(),
                        "waits only: " + Quantity.number(FigureSpread.median(bareVariations))),
                FigureSpread.of(
                        ScheduleFigures.CONSTANT_LATE_US_P99,
                        constant.stream().map(Run::delayMicros).toList())));
        if (!busy) {
            String all = String.format(
                    Locale.ROOT, "with waits %.1f µs", median(poisson.stream().map(Run::cpuMicros)));
            spreads.add(FigureSpread.of(ScheduleFigures.CPU_US_PER_REQUEST, costs, all));
        }
        if (System.getProperty("os.name").equals("Linux")) {
            spreads.addAll(received());
        }
        return spreads;
    }

    /** Measures the gaps between requests at the server, alternately for LoadHarness and for a C++ client. */
    private List<FigureSpread> received() throws IOException {
        progress.measuring("received requests, Poisson at 500/s, " + runs + " pairs");
        try (ReceivedArrivals arrivals = new ReceivedArrivals(benchFolder, pacer)) {
            arrivals.ours(WARM_UP);
            List<Pair<PoissonFit>> pairs = Pair.run(runs, () -> arrivals.ours(length), () -> arrivals.ofC(length));
            return List.of(
                    FigureSpread.of(
                            ScheduleFigures.RECEIVED_SHORT_GAPS,
                            Pair.values(
                                    pairs,
                                    pair -> pair.ours().shortGaps()
                                            / pair.other().shortGaps()),
                            "relative to the ideal: "
                                    + Quantity.number(Pair.median(
                                            pairs, pair -> pair.ours().shortGaps())) + " / "
                                    + Quantity.number(Pair.median(
                                            pairs, pair -> pair.other().shortGaps()))),
                    FigureSpread.of(
                            ScheduleFigures.RECEIVED_KS,
                            Pair.values(
                                    pairs,
                                    pair -> pair.ours().ksDistance()
                                            - pair.other().ksDistance()),
                            Quantity.number(Pair.median(
                                            pairs, pair -> pair.ours().ksDistance())) + " - "
                                    + Quantity.number(Pair.median(
                                            pairs, pair -> pair.other().ksDistance()))));
        }
    }

    private static double median(Stream<Double> values) {
        return FigureSpread.median(values.toList());
    }

    /** Measures the cost of the waits alone: waits for each scheduled start of a run, but issues no samples. */
    private PacerBaseline bare(Run run) {
        return PacerBaseline.until(
                run.offsets().stream().mapToLong(Long::longValue).toArray(), pacer);
    }

    private Run run(LoadPattern traffic, Duration time) throws IOException {
        Schedule schedule = traffic.during(time);
        IssueProbe probe = new IssueProbe((int) (2 * RATE * time.toSeconds()));
        Path logs = benchFolder.newLogs();
        try (ScheduledLoad load = new ScheduledLoad(schedule, pacer)) {
            TestResult result = load.run(
                    probe,
                    QuerySampleLibrary.ofSize("any", 1024),
                    TestSettings.builder(schedule.scenario()).build(),
                    LogSettings.in(logs));
            Duration delay = result.performance()
                    .orElseThrow()
                    .issueDelay()
                    .orElseThrow()
                    .percentile(99);
            return new Run(
                    probe.variation(),
                    delay.toNanos() / NANOS_PER_MICRO,
                    probe.cpuMicros(),
                    offsets(result.logs().detail()));
        } finally {
            benchFolder.remove(logs);
        }
    }

    private static List<Long> offsets(Path detail) throws IOException {
        try (Stream<String> lines = Files.lines(detail)) {
            return lines.skip(1)
                    .map(line -> Long.valueOf(line.split("\t", -1)[SCHEDULED_COLUMN]))
                    .toList();
        }
    }
}
