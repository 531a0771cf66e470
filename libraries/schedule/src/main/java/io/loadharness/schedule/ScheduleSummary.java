// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.LatencyStatistics;
import io.loadharness.Performance;
import io.loadharness.Reason;
import io.loadharness.TestRun.Progress;
import io.loadharness.TokenPerformance;
import io.loadharness.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Formats the summary file of a run. Not thread-safe. */
final class ScheduleSummary {

    private static final String NOT_LOADGEN =
            "This is not MLPerf LoadGen: LoadHarness issued the samples according to its own schedule.";
    private static final double NANOS_PER_MILLI = 1e6;

    private final PreparedSchedule prepared;
    private final Progress progress;
    private final StringBuilder text = new StringBuilder(NOT_LOADGEN).append("\n\n");

    ScheduleSummary(PreparedSchedule prepared, Progress progress) {
        this.prepared = prepared;
        this.progress = progress;
    }

    String text(Verdict verdict, List<Reason> reasons, Optional<Performance> performance) {
        line("System", prepared.sut().name());
        line("Library", prepared.samples().name());
        line(
                "Samples loaded",
                prepared.samples().count() + " of " + prepared.samples().total());
        line("Schedule", prepared.schedule().toString());
        prepared.load().slice().ifPresent(slice -> line("Slice", slice.toString()));
        prepared.load().start().ifPresent(start -> line("Start delay, in ms", start.delay()));
        line("Result", verdict.name());
        reasons.forEach(reason -> line("Reason", reason.text()));
        text.append('\n');
        line("Issued", "" + progress.issued());
        line("Completed", "" + progress.completed());
        line("Failed", "" + progress.failed());
        line(
                "Seconds",
                String.format(Locale.ROOT, "%.3f", progress.elapsed().toNanos() / ScheduleBounds.NANOS_PER_SECOND));
        performance.ifPresent(this::add);
        text.append('\n');
        prepared.settings().values().forEach(this::line);
        line("stall_limit_ms", "" + prepared.stallLimit().toMillis());
        return text.toString();
    }

    private void add(Performance performance) {
        line("Samples per second", rate(performance.throughput().completedSamples()));
        performance.throughput().scheduledSamples().ifPresent(rate -> line("Scheduled samples per second", rate(rate)));
        performance.tokens().ifPresent(tokens -> line("Tokens per second", rate(tokens.tokensPerSecond())));
        String origin = prepared.schedule().isTimed() ? " (scheduled)" : " (issued)";
        add("Latency" + origin, Optional.of(performance.latency()));
        add("First token" + origin, performance.tokens().flatMap(TokenPerformance::firstToken));
        add("Time per output token", performance.tokens().flatMap(TokenPerformance::timePerOutputToken));
        add("Issue delay", performance.issueDelay());
    }

    private void add(String what, Optional<LatencyStatistics> latency) {
        latency.ifPresent(statistics -> {
            text.append('\n').append(what).append(", in ms\n");
            line("mean", millis(statistics.mean()));
            line("min", millis(statistics.min()));
            statistics
                    .percentiles()
                    .forEach((percentage, value) -> line("p" + ScheduleBounds.text(percentage), millis(value)));
            line("max", millis(statistics.max()));
        });
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, "%.3f", perSecond);
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.6f", duration.toNanos() / NANOS_PER_MILLI);
    }

    private void line(String name, String value) {
        text.append(String.format(Locale.ROOT, "%-34s: %s%n", name, value.replaceAll("\\p{Cntrl}+", " ")));
    }
}
