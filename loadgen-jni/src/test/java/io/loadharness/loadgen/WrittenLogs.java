// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.LogFiles;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes logs in LoadGen's format without a run. */
final class WrittenLogs {

    private static final String[] PERCENTAGES = {"50.00", "90.00", "95.00", "97.00", "99.00", "99.90"};

    private final LogFiles files;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final List<String> more = new ArrayList<>();
    private int warnings;
    private int errors;

    WrittenLogs(Path directory, Scenario scenario, TestMode mode) {
        files = LogFiles.in(directory, "mlperf_log_", "");
        text("loadgen_version", "9.9 @ test");
        text("requested_scenario", scenario.loadGenName());
        text("requested_test_mode", mode.loadGenName());
        value("requested_schedule_rng_seed", "16159082839903944936");
        text("effective_scenario", scenario.loadGenName());
        text("effective_test_mode", mode.loadGenName());
        value("effective_samples_per_query", scenario == Scenario.MULTI_STREAM ? "8" : "1");
        value("effective_target_latency_ns", "2000000");
        value("effective_target_latency_percentile", "0.99");
        value("effective_min_duration_ms", "600000");
        value("effective_min_query_count", "100");
        value("effective_min_sample_count", "200");
        value("loaded_qsl_set", "[0,1,2]");
        text("power_begin", "01-02-2030 03:04:05.678");
        text("power_end", "01-02-2030 03:04:06.678");
        boolean refused = mode == TestMode.FIND_PEAK_PERFORMANCE && scenario != Scenario.SERVER;
        if (mode != TestMode.ACCURACY_ONLY && !refused) {
            results(scenario);
        }
    }

    private void results(Scenario scenario) {
        text("result_validity", "VALID");
        if (scenario == Scenario.SERVER) {
            value("result_perf_constraints_met", "true");
            value("result_overlatency_query_count", "3");
            value("result_scheduled_samples_per_sec", "1000.5");
            value("result_completed_samples_per_sec", "999.6");
        }
        value("result_min_duration_met", "true");
        value("result_min_queries_met", "true");
        value("early_stopping_met", "true");
        text("early_stopping_result", " * Run successful.");
        value("result_query_count", "5000");
        if (scenario == Scenario.SINGLE_STREAM) {
            value("result_qps_with_loadgen_overhead", "475.2");
            value("result_qps_without_loadgen_overhead", "476.1");
        }
        if (scenario == Scenario.OFFLINE) {
            value("result_samples_per_second", "3.68858e+06");
        }
        if (scenario == Scenario.MULTI_STREAM) {
            statistics("result_*_query_latency_ns", "result_*_percentile_per_query_latency_ns", 4_000_000);
        }
        statistics("result_*_latency_ns", "result_*_percentile_latency_ns", 1_000_000);
        value("num_errors", "0");
    }

    /** Adds the values of a run with {@code use_token_latencies}. */
    WrittenLogs withTokens() {
        value("requested_use_token_latencies", "true");
        value("requested_server_ttft_latency", "5000000");
        value("requested_server_tpot_latency", "6000000");
        without("early_stopping_result");
        text("early_stopping_ttft_result", " * Early stopping 90.0th percentile estimate: 651");
        text("early_stopping_tpot_result", " * Early stopping 90.0th percentile estimate: 705");
        statistics("result_first_token_*_latency_ns", "result_first_token_*_percentile_latency_ns", 3_000_000);
        statistics("result_time_to_output_token_*", "result_time_per_output_token_*_percentile_ns", 7_000_000);
        value("result_token_throughput_with_loadgen_overhead", "1914.07");
        value("result_token_throughput", "1.90462e-06");
        value("result_completed_tokens_per_second", "1900.75");
        return value("result_tokens_per_second", "728522");
    }

    private void statistics(String key, String percentileKey, long nanos) {
        value(key.replace("*", "min"), Long.toString(nanos));
        value(key.replace("*", "max"), Long.toString(nanos + 9));
        value(key.replace("*", "mean"), Long.toString(nanos + 3));
        for (int i = 0; i < PERCENTAGES.length; i++) {
            value(percentileKey.replace("*", PERCENTAGES[i]), Long.toString(nanos + i));
        }
    }

    /** Sets or replaces a value that is written to the log unchanged. */
    WrittenLogs value(String key, String value) {
        values.put(key, value);
        return this;
    }

    /** Sets or replaces a text. */
    WrittenLogs text(String key, String text) {
        return value(key, '"' + text + '"');
    }

    WrittenLogs without(String key) {
        values.remove(key);
        return this;
    }

    /** Adds a line at the end, even if its key exists. */
    WrittenLogs line(String key, String value) {
        more.add(line(key, value, false, false));
        return this;
    }

    WrittenLogs error(String key, String text) {
        errors++;
        more.add(line(key, '"' + text + '"', true, false));
        return this;
    }

    WrittenLogs warning(String text) {
        warnings++;
        more.add(line("warning_generic_message", '"' + text + '"', false, true));
        return this;
    }

    LogFiles write() {
        StringBuilder detail = new StringBuilder();
        values.forEach((key, value) -> detail.append(line(key, value, false, false)));
        more.forEach(detail::append);
        try {
            Files.writeString(files.detail(), detail);
            Files.writeString(
                    files.summary(), "Result is : VALID\n" + counted(warnings, "warnings") + counted(errors, "ERRORS"));
            Files.writeString(files.accuracy(), "[\n]\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    static String line(String key, String value, boolean isError, boolean isWarning) {
        return ":::MLLOG {\"key\": \"" + key + "\", \"value\": " + value
                + ", \"time_ms\": 12.000345, \"namespace\": \"test\", \"event_type\": \"POINT_IN_TIME\", "
                + "\"metadata\": {\"is_error\": " + isError + ", \"is_warning\": " + isWarning
                + ", \"file\": \"test.cc\", \"line_no\": 7, \"pid\": 8, \"tid\": 9}}\n";
    }

    private static String counted(int count, String what) {
        return "\n" + (count == 0 ? "No " : count + " ") + what + " encountered.\n";
    }
}
