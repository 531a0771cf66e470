// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;
import java.util.List;

/** Checks the ranges of the fields that LoadGen uses in calculations, and of the numbers of samples in the sample library. */
final class FieldRules {

    private static final double MAX_RATE = 1e9;
    private static final double MAX_NANOS = Limits.MAX_MILLIS * 1e6;
    private static final double MAX_ISSUE_THREADS = 256;
    private static final double MAX_SCALING_FACTOR = Integer.MAX_VALUE;

    private final EffectiveSettings settings;
    private final Scenario scenario;

    FieldRules(EffectiveSettings settings, Scenario scenario) {
        this.settings = settings;
        this.scenario = scenario;
    }

    /** Returns the fields that determine the number of queries of a scenario. */
    static List<String> sizing(Scenario scenario) {
        return switch (scenario) {
            case SINGLE_STREAM -> List.of("single_stream_expected_latency_ns", "min_duration_ms", "min_query_count");
            case MULTI_STREAM ->
                List.of(
                        "multi_stream_expected_latency_ns",
                        "multi_stream_samples_per_query",
                        "min_duration_ms",
                        "min_query_count");
            case SERVER -> List.of("server_target_qps", "min_duration_ms", "min_query_count");
            case OFFLINE -> List.of("offline_expected_qps", "min_duration_ms", "min_query_count");
        };
    }

    static void requireLibrary(int totalCount, int performanceCount) {
        requireWithin("totalSampleCount of the library", totalCount, "" + totalCount, 1, Integer.MAX_VALUE);
        requireWithin("performanceSampleCount of the library", performanceCount, "" + performanceCount, 1, totalCount);
    }

    void requireFields() {
        requireCount("min_duration_ms", 0, Limits.MAX_MILLIS);
        requireCount("max_duration_ms", 0, Limits.MAX_MILLIS);
        requireCount("server_num_issue_query_threads", 0, scenario == Scenario.SERVER ? MAX_ISSUE_THREADS : 0);
        if (settings.flag("infer_token_latencies")) {
            requireCount("token_latency_scaling_factor", 1, MAX_SCALING_FACTOR);
        }
        switch (scenario) {
            case SINGLE_STREAM -> requireStream("single_stream");
            case MULTI_STREAM -> {
                requireStream("multi_stream");
                requireCount("multi_stream_samples_per_query", 1, Integer.MAX_VALUE);
            }
            case SERVER -> requireServer();
            case OFFLINE -> requireReal("offline_expected_qps", Double.MIN_NORMAL, MAX_RATE);
        }
    }

    private void requireStream(String stream) {
        requireReal(stream + "_expected_latency_ns", 1, MAX_NANOS);
        requirePercentile(stream + "_target_latency_percentile");
    }

    private void requireServer() {
        requireReal("server_target_qps", Double.MIN_NORMAL, MAX_RATE);
        requirePercentile("server_target_latency_percentile");
        requireCount("server_target_latency_ns", 0, MAX_NANOS);
        requireCount("server_ttft_latency", 0, MAX_NANOS);
        requireCount("server_tpot_latency", 0, MAX_NANOS);
    }

    private void requirePercentile(String field) {
        double percentile = settings.real(field);
        if (!(percentile > 0 && percentile < 1)) {
            throw new IllegalArgumentException(field + " must be between 0 and 1, both excluded: got " + percentile);
        }
    }

    void requireCount(String field, double min, double max) {
        requireWithin(field, settings.count(field), settings.text(field), min, max);
    }

    void requireReal(String field, double min, double max) {
        double value = settings.real(field);
        requireWithin(field, value, ReadableNumber.exact(value), min, max);
    }

    private static void requireWithin(String what, double value, String text, double min, double max) {
        if (!(value >= min && value <= max)) {
            String lower =
                    min == Double.MIN_NORMAL ? "more than 0 and " : "at least " + ReadableNumber.exact(min) + " and ";
            String allowed = min == max
                    ? ReadableNumber.exact(min)
                    : (min == 0 ? "" : lower) + "at most " + ReadableNumber.exact(max);
            throw new IllegalArgumentException(what + " must be " + allowed + ": got " + text);
        }
    }
}
