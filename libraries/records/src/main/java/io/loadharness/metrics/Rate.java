// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.List;
import java.util.Locale;

/** Metrics of a whole run. The window starts at the scheduled start of the first sample and ends when the last sample has ended. */
@SuppressWarnings("ImmutableEnumChecker") // the list is copied
public enum Rate {
    /** Completed requests per second. */
    REQUESTS_PER_SECOND(
            "Request throughput",
            "requests/s",
            "completed / window",
            "inference-perf requests_per_sec",
            "vllm request_throughput"),
    /** Output tokens of completed requests per second. */
    OUTPUT_TOKENS_PER_SECOND(
            "Output token throughput",
            "tokens/s",
            "tokens of completed requests / window",
            "inference-perf output_tokens_per_sec",
            "vllm output_throughput",
            "LoadGen result_completed_tokens_per_second"),
    /** Input tokens of completed requests per second. */
    INPUT_TOKENS_PER_SECOND(
            "Input token throughput",
            "tokens/s",
            "prompt tokens of completed requests / window",
            "inference-perf input_tokens_per_sec"),
    /** Input and output tokens of completed requests per second. */
    TOTAL_TOKENS_PER_SECOND(
            "Total token throughput",
            "tokens/s",
            "output_tokens_per_second + input_tokens_per_second",
            "inference-perf total_tokens_per_sec",
            "vllm total_token_throughput"),
    /** Failed requests as a share of all requests. */
    FAILURE_RATE("Failure rate", "ratio", "failed / (completed + failed)"),
    /** Length of the window. */
    DURATION(
            "Duration",
            "s",
            "end of the last sample - scheduled start of the first",
            "inference-perf benchmark_time_seconds"),
    /** Mean number of requests in flight. */
    CONCURRENCY("Requests in flight (mean)", "requests", "sum of (done - sent) / window", "inference-perf concurrency");

    private final String title;
    private final String unit;
    private final String formula;
    private final List<String> aliases;

    Rate(String title, String unit, String formula, String... aliases) {
        this.title = title;
        this.unit = unit;
        this.formula = formula;
        this.aliases = List.of(aliases);
    }

    /** Returns the name in files and options. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the title in reports. */
    public String title() {
        return title;
    }

    /** Returns the unit. */
    public String unit() {
        return unit;
    }

    /** Returns the formula. */
    public String formula() {
        return formula;
    }

    /** Returns the names of this metric in other tools. Each name starts with the name of the tool. */
    public List<String> aliases() {
        return aliases;
    }
}
