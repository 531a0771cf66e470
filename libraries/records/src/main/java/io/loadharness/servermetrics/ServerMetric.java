// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Metrics of servers, each with its names in different servers: the Prometheus names of vLLM, SGLang, TGI, TensorRT-LLM, llama.cpp and the
 * DCGM exporter. LoadHarness's own names are used for {@code nvidia-smi} and for values of the operating system. A name that ends with
 * {@code _sum} or {@code _count} may be part of a histogram. If a source has several names of a metric, the first of these names in the
 * list is used.
 */
public enum ServerMetric {
    /** Running requests. */
    RUNNING(
            SeriesKind.GAUGE,
            "requests",
            "vllm:num_requests_running",
            "sglang:num_running_reqs",
            "tgi_batch_current_size",
            "trtllm_num_requests_running",
            "llamacpp:requests_processing"),
    /** Waiting requests. */
    WAITING(
            SeriesKind.GAUGE,
            "requests",
            "vllm:num_requests_waiting",
            "sglang:num_queue_reqs",
            "tgi_queue_size",
            "trtllm_num_requests_waiting",
            "llamacpp:requests_deferred"),
    /** Share of the KV cache in use. */
    KV_CACHE_USE(
            SeriesKind.GAUGE,
            "share",
            "vllm:kv_cache_usage_perc",
            "vllm:gpu_cache_usage_perc",
            "sglang:token_usage",
            "trtllm_kv_cache_utilization",
            "llamacpp:kv_cache_usage_ratio"),
    /** Preempted requests. */
    PREEMPTIONS(SeriesKind.COUNTER, "requests", "vllm:num_preemptions_total", "sglang:num_retracted_requests_total"),
    /** Prompt tokens. */
    PROMPT_TOKENS(
            SeriesKind.COUNTER,
            "tokens",
            "vllm:prompt_tokens_total",
            "sglang:prompt_tokens_total",
            "tgi_request_input_length_sum",
            "trtllm_prompt_tokens_total",
            "llamacpp:prompt_tokens_total"),
    /** Generated tokens. */
    GENERATION_TOKENS(
            SeriesKind.COUNTER,
            "tokens",
            "vllm:generation_tokens_total",
            "sglang:generation_tokens_total",
            "tgi_request_generated_tokens_sum",
            "trtllm_generation_tokens_total",
            "llamacpp:tokens_predicted_total"),
    /** Completed requests. */
    REQUESTS(
            SeriesKind.COUNTER,
            "requests",
            "vllm:request_success_total",
            "sglang:e2e_request_latency_seconds_count",
            "sglang:num_requests_total",
            "tgi_request_success",
            "trtllm_request_success_total"),
    /** Time from the arrival of a request to its first token. */
    TTFT(
            SeriesKind.HISTOGRAM,
            "s",
            "vllm:time_to_first_token_seconds",
            "sglang:time_to_first_token_seconds",
            "trtllm_time_to_first_token_seconds"),
    /** Mean time per output token after the first, per request. */
    TPOT(
            SeriesKind.HISTOGRAM,
            "s",
            "vllm:request_time_per_output_token_seconds",
            "sglang:time_per_output_token_seconds",
            "tgi_request_mean_time_per_token_duration",
            "trtllm_time_per_output_token_seconds"),
    /** Time from one token to the next. Earlier versions of vLLM called this metric {@code time_per_output_token}. */
    ITL(
            SeriesKind.HISTOGRAM,
            "s",
            "vllm:inter_token_latency_seconds",
            "vllm:time_per_output_token_seconds",
            "sglang:inter_token_latency_seconds"),
    /** Time for which requests waited in the queue. */
    QUEUE_TIME(
            SeriesKind.HISTOGRAM,
            "s",
            "vllm:request_queue_time_seconds",
            "sglang:queue_time_seconds",
            "tgi_request_queue_duration",
            "trtllm_request_queue_time_seconds"),
    /** Time from the arrival of a request to the end of its response. */
    LATENCY(
            SeriesKind.HISTOGRAM,
            "s",
            "vllm:e2e_request_latency_seconds",
            "sglang:e2e_request_latency_seconds",
            "tgi_request_duration",
            "trtllm_e2e_request_latency_seconds"),
    /** Tokens found in the prefix cache. TensorRT-LLM counts blocks of tokens. */
    PREFIX_HITS(
            SeriesKind.COUNTER,
            "tokens",
            "vllm:prefix_cache_hits_total",
            "vllm:gpu_prefix_cache_hits_total",
            "trtllm_kv_cache_reused_blocks_total"),
    /** Tokens looked up in the prefix cache. */
    PREFIX_QUERIES(
            SeriesKind.COUNTER, "tokens", "vllm:prefix_cache_queries_total", "vllm:gpu_prefix_cache_queries_total"),
    /** Blocks not found in the prefix cache. */
    PREFIX_MISSES(SeriesKind.COUNTER, "blocks", "trtllm_kv_cache_missed_blocks_total"),
    /** Hit rate of the prefix cache as computed by the server. */
    PREFIX_HIT_RATE(SeriesKind.GAUGE, "share", "sglang:cache_hit_rate", "trtllm_kv_cache_hit_rate"),
    /** Prompt tokens that were taken from a cache. */
    CACHED_PROMPT_TOKENS(
            SeriesKind.COUNTER,
            "tokens",
            "vllm:prompt_tokens_cached_total",
            "sglang:cached_tokens_total",
            "trtllm_prompt_cached_tokens_total"),
    /** Utilization of GPUs. */
    GPU_USE(SeriesKind.GAUGE, "%", "nvidia_smi_utilization_gpu", "DCGM_FI_DEV_GPU_UTIL"),
    /** Used memory of GPUs. */
    GPU_MEMORY(SeriesKind.GAUGE, "MiB", "nvidia_smi_memory_used", "DCGM_FI_DEV_FB_USED"),
    /** Power draw of GPUs. */
    GPU_POWER(SeriesKind.GAUGE, "W", "nvidia_smi_power_draw", "DCGM_FI_DEV_POWER_USAGE"),
    /** CPU time of the server. */
    PROCESS_CPU(SeriesKind.COUNTER, "s", "process_cpu_seconds_total"),
    /** Resident memory of the server. */
    PROCESS_MEMORY(SeriesKind.GAUGE, "B", "process_resident_memory_bytes");

    private final SeriesKind kind;
    private final String unit;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
    private final List<String> names;

    ServerMetric(SeriesKind kind, String unit, String... names) {
        this.kind = kind;
        this.unit = unit;
        this.names = List.of(names);
    }

    /** Returns the name in files, such as {@code kv_cache_use}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the metric with an {@link #id}; empty if no metric has this id. */
    public static Optional<ServerMetric> of(String id) {
        return Stream.of(values()).filter(each -> each.id().equals(id)).findFirst();
    }

    /** Returns the kind of the values. */
    public SeriesKind kind() {
        return kind;
    }

    /** Returns the unit of the values; for a histogram, the unit of its sum. */
    public String unit() {
        return unit;
    }

    /** Returns the names that servers use, the preferred name first. */
    public List<String> names() {
        return names;
    }
}
