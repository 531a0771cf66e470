// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;
import java.time.Duration;
import java.util.Optional;

/**
 * What LoadGen holds a performance run against.
 *
 * @param percentage of the latencies that are bounded, 99 for the 99th percentile
 * @param latency of a sample; only in Server, and only where tokens are not timed
 * @param firstToken time to first token; only in Server
 * @param timePerOutputToken only in Server
 */
record PerformanceBounds(
        Duration minDuration,
        long minQueries,
        long minSamples,
        double percentage,
        Optional<Duration> latency,
        Optional<Duration> firstToken,
        Optional<Duration> timePerOutputToken) {

    static PerformanceBounds of(DetailLog log, Scenario scenario, boolean tokensTimed) throws UnreadableLogException {
        boolean server = scenario == Scenario.SERVER;
        boolean serverTokens = server && tokensTimed;
        return new PerformanceBounds(
                Duration.ofMillis(log.count("effective_min_duration_ms")),
                log.count("effective_min_query_count"),
                log.count("effective_min_sample_count"),
                percentage(log.decimal("effective_target_latency_percentile")),
                bound(log, server && !tokensTimed, "effective_target_latency_ns"),
                bound(log, serverTokens, "requested_server_ttft_latency"),
                bound(log, serverTokens, "requested_server_tpot_latency"));
    }

    private static Optional<Duration> bound(DetailLog log, boolean applies, String key) throws UnreadableLogException {
        return applies ? Optional.of(log.nanos(key)) : Optional.empty();
    }

    private static double percentage(double fraction) {
        return Math.round(fraction * 1e6) / 1e4;
    }
}
