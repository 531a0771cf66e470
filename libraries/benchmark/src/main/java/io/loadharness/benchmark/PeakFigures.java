// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import io.loadharness.Reason.Code;
import io.loadharness.Scenario;
import io.loadharness.Verdict;
import io.loadharness.metrics.Metric;
import io.loadharness.metrics.Rate;
import io.loadharness.metrics.Requirement;
import io.loadharness.metrics.RunMetrics;
import io.loadharness.record.RecordReader;
import io.loadharness.record.SampleRecord;
import io.loadharness.report.Quantity;
import io.loadharness.report.RunReport;
import io.loadharness.schedule.Backlog;
import io.loadharness.schedule.PeakSearch.RunKind;
import io.loadharness.schedule.PeakSearch.Step;
import io.loadharness.schedule.PeakTrial;
import io.loadharness.schedule.PeakTrial.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** The metrics of one run of a search for the peak, and its outcome. */
final class PeakFigures {

    private static final double NANOS = 1e9;
    private static final double PERCENTILE = 99;

    /** The share that stands for a limit that was exceeded by so little that the percentile itself does not show it. */
    private static final double JUST_EXCEEDED = 1.001;

    /** Reasons for which a lower load can be valid. */
    private static final Set<Code> LIMITS = EnumSet.of(
            Code.SAMPLES_FAILED,
            Code.EMPTY_RESPONSES,
            Code.NO_FIRST_TOKEN,
            Code.TOO_FEW_TOKENS,
            Code.LATENCY_BOUND,
            Code.MIN_DURATION,
            Code.MIN_QUERY_COUNT,
            Code.EARLY_STOPPING,
            Code.LOADGEN_ADVICE,
            Code.LOADGEN_INVALID,
            Code.REQUIREMENT_MISSED);

    /** Reasons that concern the size of a run. A short run may have them. */
    private static final Set<Code> SIZES =
            EnumSet.of(Code.MIN_DURATION, Code.MIN_QUERY_COUNT, Code.EARLY_STOPPING, Code.LOADGEN_ADVICE);

    /** Statistics that describe the size of a run, not the speed of the servers. */
    private static final Set<String> SIZE_STATISTICS = Set.of("duration", "samples", "completed", "failed");

    private static final Map<String, Metric> OF_LOADGEN = Map.of(
            Metric.TTFT.id(), Metric.TTFT_SCHEDULED,
            Metric.TPOT.id(), Metric.TPOT_SCHEDULED,
            Metric.LATENCY.id(), Metric.LATENCY_SCHEDULED);

    private final Step step;
    private final RunResult run;
    private final RunReport report;
    private final Map<Metric, Duration> bounds;

    private PeakFigures(Step step, RunResult run, RunReport report) {
        this.step = step;
        this.run = run;
        this.report = report;
        this.bounds = new LinkedHashMap<>();
        report.description().bounds().forEach((id, bound) -> {
            Metric metric = OF_LOADGEN.get(id);
            if (metric != null) {
                bounds.put(metric, bound);
            }
        });
    }

    static PeakFigures of(Step step, RunResult run) {
        return new PeakFigures(step, run, run.report().orElseThrow());
    }

    /** Returns the reason why the outcome of a run says nothing about the load; empty if the outcome can be used. */
    static Optional<Reason> unusable(RunResult run) {
        if (run.verdict() == Verdict.ABORTED || run.verdict() == Verdict.FAILED) {
            return Optional.of(run.reason().orElseGet(() -> new Reason(Code.OTHER, "the run is " + run.verdict())));
        }
        if (run.report().isEmpty()) {
            return Optional.of(new Reason(Code.RECORDS_UNUSABLE, "the records of the run cannot be read"));
        }
        return run.reasons().stream()
                .filter(each -> !LIMITS.contains(each.code()) && !each.code().isClientLimited())
                .findFirst();
    }

    /** Returns the limits in seconds of the metrics whose limit is a latency. */
    Map<String, Double> limits() {
        Map<String, Double> limits = new LinkedHashMap<>();
        bounds.forEach((metric, bound) -> limits.put(metric.id(), bound.toNanos() / NANOS));
        required().forEach((metric, limit) -> limits.put(scheduled(metric).id(), limit / NANOS));
        return limits;
    }

    private static Metric scheduled(Metric metric) {
        return OF_LOADGEN.getOrDefault(metric.id(), metric);
    }

    /** Returns the requirements on latencies, in nanoseconds. */
    private Map<Metric, Long> required() {
        Map<Metric, Long> limits = new HashMap<>();
        for (Requirement.Check each : report.requirements()) {
            Requirement requirement = each.requirement();
            if (requirement.statistic().isTime() && !requirement.comparison().isMinimum()) {
                requirement
                        .statistic()
                        .metric()
                        .ifPresent(metric -> limits.merge(metric, (long) (requirement.limit() * NANOS), Math::min));
            }
        }
        return limits;
    }

    /** Returns the good requests per second; empty if no latency has a limit. */
    Optional<Double> goodPerSecond() {
        Map<Metric, Long> limits = new HashMap<>(required());
        bounds.forEach((metric, bound) -> limits.merge(metric, bound.toNanos(), Math::min));
        limits.remove(Metric.ITL);
        return limits.isEmpty()
                ? Optional.empty()
                : Optional.of(report.metrics().goodput().under(limits).perSecond());
    }

    /** Returns the percentiles in seconds. */
    Map<String, Double> percentiles() {
        Map<String, Double> values = new LinkedHashMap<>();
        for (Metric metric : List.of(Metric.TTFT_SCHEDULED, Metric.TPOT_SCHEDULED, Metric.LATENCY_SCHEDULED)) {
            report.metrics().distribution(metric).ifPresent(all -> List.of(50, 90, 99)
                    .forEach(each -> values.put(metric.id() + ".p" + each, all.percentile(each) / NANOS)));
        }
        return values;
    }

    double completedPerSecond() {
        return report.metrics().rates().getOrDefault(Rate.REQUESTS_PER_SECOND, 0.0);
    }

    /** Returns the run as a trial of the search. */
    PeakTrial trial() throws IOException {
        Optional<Backlog> backlog = backlog();
        boolean isOpen = step.kind() == RunKind.SHORT || step.kind() == RunKind.FULL;
        boolean isGrowing = isOpen
                && run.scenario() == Scenario.SERVER
                && backlog.filter(Backlog::isGrowing).isPresent();
        OptionalDouble saturation = step.kind() == RunKind.PROBE || isGrowing
                ? backlog.map(each -> OptionalDouble.of(each.throughput())).orElse(OptionalDouble.empty())
                : OptionalDouble.empty();
        List<Reason> reasons = run.reasons();
        double share = limitShare();
        Optional<Reason> client =
                reasons.stream().filter(each -> each.code().isClientLimited()).findFirst();
        if (client.isPresent()) {
            return trial(Outcome.CLIENT_LIMITED, client.get().text(), share, saturation);
        }
        if (step.kind() == RunKind.PROBE) {
            return trial(Outcome.KEPT, "", share, saturation); // a probe overloads the servers on purpose
        }
        boolean isShort = step.kind() != RunKind.FULL;
        Optional<Reason> limit = reasons.stream()
                .filter(each -> !isShort || !SIZES.contains(each.code()))
                .findFirst();
        if (limit.isPresent()) {
            boolean isByLittle = SIZES.contains(limit.get().code());
            return trial(
                    Outcome.EXCEEDED,
                    limit.get().text(),
                    isByLittle ? Math.max(share, JUST_EXCEEDED) : share,
                    saturation);
        }
        if (isShort && share > 1) {
            return trial(Outcome.EXCEEDED, sentence(), share, saturation);
        }
        if (isShort && isGrowing) {
            return trial(
                    Outcome.EXCEEDED,
                    "the number of requests in flight keeps growing: the servers complete only "
                            + Quantity.number(saturation.getAsDouble()) + " requests/s",
                    share,
                    saturation);
        }
        return trial(Outcome.KEPT, "", share, saturation);
    }

    private PeakTrial trial(Outcome outcome, String reason, double share, OptionalDouble saturation) {
        RunMetrics metrics = report.metrics();
        double latency = metrics.distribution(Metric.LATENCY_SCHEDULED)
                .map(all -> all.mean() / NANOS)
                .orElse(0.0);
        return new PeakTrial(
                step.kind(),
                step.level(),
                outcome,
                reason,
                share,
                metrics.rates().getOrDefault(Rate.CONCURRENCY, 0.0),
                latency,
                saturation);
    }

    /** Returns the metric that is nearest to its limit, divided by the limit; 0 if no metric has a limit. */
    private double limitShare() {
        return DoubleStream.concat(
                        bounds.entrySet().stream().mapToDouble(each -> share(each.getKey(), each.getValue())),
                        report.requirements().stream().mapToDouble(PeakFigures::share))
                .max()
                .orElse(0);
    }

    private double share(Metric metric, Duration bound) {
        return report.metrics()
                .distribution(metric)
                .filter(all -> !bound.isZero())
                .map(all -> all.percentile(PERCENTILE) / (double) bound.toNanos())
                .orElse(0.0);
    }

    private static double share(Requirement.Check check) {
        Requirement requirement = check.requirement();
        if (check.seen().isEmpty()
                || SIZE_STATISTICS.contains(requirement.statistic().name())) {
            return 0;
        }
        double seen = check.seen().getAsDouble();
        double share = requirement.comparison().isMinimum() ? requirement.limit() / seen : seen / requirement.limit();
        return Double.isFinite(share) ? share : 0;
    }

    /** Returns the sentence about the bound that is exceeded most. */
    private String sentence() {
        return bounds.entrySet().stream()
                .filter(each -> share(each.getKey(), each.getValue()) > 1)
                .max(Comparator.comparingDouble(each -> share(each.getKey(), each.getValue())))
                .map(each -> "the 99th percentile of " + each.getKey().title() + " is "
                        + Quantity.duration(Duration.ofNanos((long) (double) report.metrics()
                                .distribution(each.getKey())
                                .orElseThrow()
                                .percentile(PERCENTILE)))
                        + ", and its limit is " + Quantity.duration(each.getValue()))
                .orElse("a requirement is not met");
    }

    /** Reads the times of all samples; empty if the run has no samples. */
    private Optional<Backlog> backlog() throws IOException {
        LongStream.Builder starts = LongStream.builder();
        LongStream.Builder ends = LongStream.builder();
        boolean isEmpty = true;
        try (RecordReader records = report.folder().openRecords()) {
            for (SampleRecord each = records.next(); each != null; each = records.next()) {
                if (step.kind() != RunKind.PROBE || each.isOk()) {
                    isEmpty = false;
                    starts.add(each.times().scheduled());
                    long ended = Math.max(each.times().done(), each.times().reported());
                    ends.add(Math.max(ended, each.times().scheduled()));
                }
            }
        }
        return isEmpty
                ? Optional.empty()
                : Optional.of(Backlog.of(starts.build().toArray(), ends.build().toArray()));
    }
}
