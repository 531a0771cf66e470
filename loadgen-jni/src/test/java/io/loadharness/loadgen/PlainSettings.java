// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Settings that are valid in every scenario: everything off, ten seconds, a hundred queries. */
final class PlainSettings {

    static final Map<String, Number> FIELDS = fields();

    private PlainSettings() {}

    private static Map<String, Number> fields() {
        Map<String, Number> fields = new HashMap<>();
        for (String off : List.of(
                "sample_concatenate_permutation",
                "max_duration_ms",
                "max_query_count",
                "test05",
                "performance_issue_unique",
                "performance_issue_same",
                "performance_issue_same_index",
                "performance_sample_count_override",
                "accuracy_sample_count_override",
                "infer_token_latencies",
                "token_latency_scaling_factor",
                "server_num_issue_query_threads")) {
            fields.put(off, 0L);
        }
        for (String bound : List.of("server_target_latency_ns", "server_ttft_latency", "server_tpot_latency")) {
            fields.put(bound, 100_000_000L);
        }
        for (String scenario : List.of("single_stream", "multi_stream", "server")) {
            fields.put(scenario + "_target_latency_percentile", 0.9);
        }
        fields.put("single_stream_expected_latency_ns", 1e6);
        fields.put("multi_stream_expected_latency_ns", 8e6);
        fields.put("multi_stream_samples_per_query", 8L);
        fields.put("server_target_qps", 1.0);
        fields.put("offline_expected_qps", 1.0);
        fields.put("server_find_peak_qps_decimals_of_precision", 1L);
        fields.put("server_find_peak_qps_boundary_step_size", 1.0);
        fields.put("min_duration_ms", 10_000L);
        fields.put("min_query_count", 100L);
        return Map.copyOf(fields);
    }
}
