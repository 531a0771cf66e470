// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.List;
import java.util.Locale;

/** What is measured of a run as a whole. The window is from the moment at which the first sample was due to the end of the last one. */
@SuppressWarnings("ImmutableEnumChecker") // its list is a copy
public enum Rate {
    /** Answers for each second. */
    REQUESTS_PER_SECOND(
            "Requests per second",
            "requests/s",
            "answered / window",
            "inference-perf requests_per_sec",
            "vllm request_throughput"),
    /** Tokens of answers for each second. */
    OUTPUT_TOKENS_PER_SECOND(
            "Output tokens per second",
            "tokens/s",
            "tokens of answered requests / window",
            "inference-perf output_tokens_per_sec",
            "vllm output_throughput",
            "LoadGen result_completed_tokens_per_second"),
    /** Tokens of prompts for each second, of requests that were answered. */
    INPUT_TOKENS_PER_SECOND(
            "Input tokens per second",
            "tokens/s",
            "prompt tokens of answered requests / window",
            "inference-perf input_tokens_per_sec"),
    /** Both. */
    TOTAL_TOKENS_PER_SECOND(
            "Tokens per second, in and out",
            "tokens/s",
            "output_tokens_per_second + input_tokens_per_second",
            "inference-perf total_tokens_per_sec",
            "vllm total_token_throughput"),
    /** The part of the samples that failed. */
    FAILURE_RATE("Failed", "ratio", "failed / (answered + failed)"),
    /** How long it all took. */
    DURATION("Window", "s", "end of the last sample - due time of the first", "inference-perf benchmark_time_seconds"),
    /** How many requests were open at a time, on average. */
    CONCURRENCY("Open requests, on average", "requests", "sum of (done - sent) / window", "inference-perf concurrency");

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

    /** As files and options spell it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** For people. */
    public String title() {
        return title;
    }

    /** What it is counted in. */
    public String unit() {
        return unit;
    }

    /** How it is computed. */
    public String formula() {
        return formula;
    }

    /** What other tools call the same: the tool, and its name. */
    public List<String> aliases() {
        return aliases;
    }
}
