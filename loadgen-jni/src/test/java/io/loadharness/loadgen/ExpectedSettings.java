// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Scenario;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings that a reader expects who knows the format of a configuration file but not the parser. A line is blank, a comment or
 * {@code model.scenario.key = value}, numbers are decimal or start with {@code 0x}, and the most specific line wins. Shares no code
 * with the checks.
 */
final class ExpectedSettings {

    private static final Pattern LINE =
            Pattern.compile("\\s*([^\\s=#]+)\\.([^.\\s=#]+)\\.([^.\\s=#]+)\\s*=\\s*([^\\s#]+).*");
    private static final Map<String, String> FIELDS = fields();

    private record Line(String model, String scenario, String key, String value) {

        boolean isRivalOf(Line other) {
            return model.equals(other.model) && scenario.equals(other.scenario) && key.equals(other.key);
        }
    }

    private final List<Line> lines = new ArrayList<>();

    ExpectedSettings(String text) {
        for (String line : text.split("\n", -1)) {
            if (!line.isBlank() && !line.strip().startsWith("#")) {
                Matcher matcher = LINE.matcher(line.stripTrailing());
                if (!matcher.matches() || !isKnown(matcher.group(2), matcher.group(3))) {
                    throw new IllegalArgumentException("ambiguous line " + line);
                }
                Line read = new Line(matcher.group(1), matcher.group(2), matcher.group(3), matcher.group(4));
                if (lines.stream().anyMatch(read::isRivalOf)) {
                    throw new IllegalArgumentException("a line of equal rank contradicts " + line);
                }
                lines.add(read);
            }
        }
    }

    /** Returns the fields that the file sets for a run, under LoadGen's names and in its units. */
    Map<String, Number> fieldsFor(String model, Scenario scenario) {
        Map<String, Number> fields = new HashMap<>();
        Map<String, Integer> ranks = new HashMap<>();
        for (Line line : lines) {
            boolean ofModel = line.model.equals(model) || line.model.equals("*");
            boolean ofScenario = line.scenario.equals(scenario.loadGenName()) || line.scenario.equals("*");
            String field = FIELDS.getOrDefault(scenario.loadGenName() + "." + line.key, FIELDS.get("*." + line.key));
            if (!ofModel || !ofScenario || field == null) {
                continue;
            }
            int rank = (line.model.equals("*") ? 0 : 2) + (line.scenario.equals("*") ? 0 : 1);
            if (rank >= ranks.getOrDefault(field, 0)) {
                ranks.put(field, rank);
                fields.put(field, value(field, line.value));
            }
        }
        return fields;
    }

    private static boolean isKnown(String scenario, String key) {
        return FIELDS.keySet().stream()
                .anyMatch(name -> name.endsWith("." + key)
                        && (scenario.equals("*") || name.startsWith("*") || name.startsWith(scenario)));
    }

    private static Number value(String field, String text) {
        if (field.endsWith("_percentile")) {
            return Double.parseDouble(text) * 0.01;
        }
        if (field.endsWith("_expected_latency_ns")) {
            return Double.parseDouble(text) * 1e6;
        }
        if (field.endsWith("_qps")) {
            return Double.parseDouble(text);
        }
        String digits = text.replace("+", "");
        long whole = digits.startsWith("0x") || digits.startsWith("0X")
                ? Long.parseUnsignedLong(digits.substring(2), 16)
                : Long.parseUnsignedLong(digits, 10);
        return field.startsWith("server_t") ? whole * 1_000_000 : whole;
    }

    private static Map<String, String> fields() {
        Map<String, String> fields = new HashMap<>();
        for (String same : List.of(
                "mode",
                "min_query_count",
                "max_query_count",
                "performance_sample_count_override",
                "accuracy_sample_count_override",
                "sample_concatenate_permutation",
                "performance_issue_unique",
                "performance_issue_same",
                "performance_issue_same_index",
                "print_timestamps",
                "accuracy_log_rng_seed",
                "accuracy_log_sampling_target",
                "use_token_latencies",
                "infer_token_latencies",
                "token_latency_scaling_factor")) {
            fields.put("*." + same, same);
        }
        fields.put("*.min_duration", "min_duration_ms");
        fields.put("*.max_duration", "max_duration_ms");
        fields.put("SingleStream.target_latency", "single_stream_expected_latency_ns");
        fields.put("MultiStream.target_latency", "multi_stream_expected_latency_ns");
        fields.put("SingleStream.target_latency_percentile", "single_stream_target_latency_percentile");
        fields.put("MultiStream.target_latency_percentile", "multi_stream_target_latency_percentile");
        fields.put("MultiStream.samples_per_query", "multi_stream_samples_per_query");
        fields.put("Offline.target_qps", "offline_expected_qps");
        fields.put("Server.target_qps", "server_target_qps");
        fields.put("Server.target_latency", "server_target_latency_ns");
        fields.put("Server.target_latency_percentile", "server_target_latency_percentile");
        fields.put("Server.ttft_latency", "server_ttft_latency");
        fields.put("Server.tpot_latency", "server_tpot_latency");
        fields.put("Server.coalesce_queries", "server_coalesce_queries");
        fields.put("Server.max_async_queries", "server_max_async_queries");
        return fields;
    }
}
