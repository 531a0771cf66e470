// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;
import java.time.Duration;
import java.util.Optional;

/**
 * The limits with which LoadGen compares the results of a performance run.
 *
 * @param percentage the percentile of the latencies that has a bound, for example 99
 * @param latency the bound of the latency of a sample; only in Server, and only if tokens are not timed
 * @param firstToken the bound of the time to first token; only in Server, and only if tokens are timed
 * @param timePerOutputToken the bound of the time per output token; only in Server, and only if tokens are timed
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
