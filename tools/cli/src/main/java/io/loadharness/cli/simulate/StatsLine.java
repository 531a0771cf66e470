// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.simulate;

import io.loadharness.simulator.SimulatorStats;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The statistics of a simulated server, in one line. */
final class StatsLine {

    private StatsLine() {}

    static String of(SimulatorStats stats) {
        String faults = stats.faults().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(fault -> fault.getKey().label() + " " + fault.getValue())
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "%d requests: %d succeeded, %d faulted, %d rejected, %d cancelled; %d prompt tokens%s, %d generated tokens in %d"
                        + " chunks%s; CPU %.2f s, %.0f %% of one CPU%s",
                stats.requests(),
                stats.succeeded(),
                stats.faulted(),
                stats.rejected(),
                stats.cancelled(),
                stats.promptTokens(),
                stats.images() == 0 ? "" : " with " + stats.images() + " images",
                stats.generationTokens(),
                stats.events(),
                stats.events() == 0
                        ? ""
                        : "; first token p50 " + millis(stats.firstTokenP50()) + " ms, p99 "
                                + millis(stats.firstTokenP99()) + " ms",
                stats.cpu().toNanos() / 1e9,
                100 * stats.cpuShare(),
                faults.isEmpty() ? "" : "; " + faults);
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.3f", duration.toNanos() / 1e6);
    }
}
