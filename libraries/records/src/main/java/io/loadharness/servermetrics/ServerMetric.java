// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What servers say of themselves, whatever they call it. The names are those that vLLM, SGLang, TGI, TensorRT-LLM and llama.cpp show to
 * Prometheus, the exporter of DCGM for devices, and our own for what the operating system says. One with {@code _sum} or {@code _count}
 * at its end may be a part of a histogram. Of several names that a source has, the first counts.
 */
public enum ServerMetric {
    /** Requests that are worked on. */
    RUNNING(
            SeriesKind.GAUGE,
            "requests",
            "vllm:num_requests_running",
            "sglang:num_running_reqs",
            "tgi_batch_current_size",
            "trtllm_num_requests_running",
            "llamacpp:requests_processing"),
    /** Requests that wait for room. */
    WAITING(
            SeriesKind.GAUGE,
            "requests",
            "vllm:num_requests_waiting",
            "sglang:num_queue_reqs",
            "tgi_queue_size",
            "trtllm_num_requests_waiting",
            "llamacpp:requests_deferred"),
    /** How much of the KV cache is in use. */
    KV_CACHE_USE(
            SeriesKind.GAUGE,
            "share",
            "vllm:kv_cache_usage_perc",
            "vllm:gpu_cache_usage_perc",
            "sglang:token_usage",
            "trtllm_kv_cache_utilization",
            "llamacpp:kv_cache_usage_ratio"),
    /** Requests that had to give back their place. */
    PREEMPTIONS(SeriesKind.COUNTER, "requests", "vllm:num_preemptions_total", "sglang:num_retracted_requests_total"),
    /** Tokens of prompts. */
    PROMPT_TOKENS(
            SeriesKind.COUNTER,
            "tokens",
            "vllm:prompt_tokens_total",
            "sglang:prompt_tokens_total",
            "tgi_request_input_length_sum",
            "trtllm_prompt_tokens_total",
            "llamacpp:prompt_tokens_total"),
    /** Tokens of answers. */
    GENERATION_TOKENS(
            SeriesKind.COUNTER,
            "tokens",
            "vllm:generation_tokens_total",
            "sglang:generation_tokens_total",
            "tgi_request_generated_tokens_sum",
            "trtllm_generation_tokens_total",
            "llamacpp:tokens_predicted_total"),
    /** Requests that were answered. */
    REQUESTS(
            SeriesKind.COUNTER,
            "requests",
            "vllm:request_success_total",
            "sglang:e2e_request_latency_seconds_count",
            "sglang:num_requests_total",
            "tgi_request_success",
            "trtllm_request_success_total"),
    /** From a request's arrival to its first token. */
    TTFT(
            SeriesKind.HISTOGRAM,
            "s",
            "vllm:time_to_first_token_seconds",
            "sglang:time_to_first_token_seconds",
            "trtllm_time_to_first_token_seconds"),
    /** Of a request, the mean time to each token but the first. */
    TPOT(
            SeriesKind.HISTOGRAM,
            "s",
            "vllm:request_time_per_output_token_seconds",
            "sglang:time_per_output_token_seconds",
            "tgi_request_mean_time_per_token_duration",
            "trtllm_time_per_output_token_seconds"),
    /** From a token to the next. Before vLLM had its name for this, it called it {@code time_per_output_token}. */
    ITL(
            SeriesKind.HISTOGRAM,
            "s",
            "vllm:inter_token_latency_seconds",
            "vllm:time_per_output_token_seconds",
            "sglang:inter_token_latency_seconds"),
    /** How long requests waited for room. */
    QUEUE_TIME(
            SeriesKind.HISTOGRAM,
            "s",
            "vllm:request_queue_time_seconds",
            "sglang:queue_time_seconds",
            "tgi_request_queue_duration",
            "trtllm_request_queue_time_seconds"),
    /** From a request's arrival to the end of its answer. */
    LATENCY(
            SeriesKind.HISTOGRAM,
            "s",
            "vllm:e2e_request_latency_seconds",
            "sglang:e2e_request_latency_seconds",
            "tgi_request_duration",
            "trtllm_e2e_request_latency_seconds"),
    /** Tokens, or with TensorRT-LLM blocks of them, that were looked up in the prefix cache and found. */
    PREFIX_HITS(
            SeriesKind.COUNTER,
            "tokens",
            "vllm:prefix_cache_hits_total",
            "vllm:gpu_prefix_cache_hits_total",
            "trtllm_kv_cache_reused_blocks_total"),
    /** Tokens that were looked up in the prefix cache. */
    PREFIX_QUERIES(
            SeriesKind.COUNTER, "tokens", "vllm:prefix_cache_queries_total", "vllm:gpu_prefix_cache_queries_total"),
    /** Blocks that were looked up in the prefix cache and not found. */
    PREFIX_MISSES(SeriesKind.COUNTER, "blocks", "trtllm_kv_cache_missed_blocks_total"),
    /** The share of the prefix cache's answers that were right, as the server has it. */
    PREFIX_HIT_RATE(SeriesKind.GAUGE, "share", "sglang:cache_hit_rate", "trtllm_kv_cache_hit_rate"),
    /** Tokens of prompts that were not worked out anew. */
    CACHED_PROMPT_TOKENS(
            SeriesKind.COUNTER,
            "tokens",
            "vllm:prompt_tokens_cached_total",
            "sglang:cached_tokens_total",
            "trtllm_prompt_cached_tokens_total"),
    /** How long devices worked. */
    GPU_USE(SeriesKind.GAUGE, "%", "nvidia_smi_utilization_gpu", "DCGM_FI_DEV_GPU_UTIL"),
    /** Memory of devices that is taken. */
    GPU_MEMORY(SeriesKind.GAUGE, "MiB", "nvidia_smi_memory_used", "DCGM_FI_DEV_FB_USED"),
    /** What devices draw. */
    GPU_POWER(SeriesKind.GAUGE, "W", "nvidia_smi_power_draw", "DCGM_FI_DEV_POWER_USAGE"),
    /** The time of processors that the server took. */
    PROCESS_CPU(SeriesKind.COUNTER, "s", "process_cpu_seconds_total"),
    /** Memory of the server. */
    PROCESS_MEMORY(SeriesKind.GAUGE, "B", "process_resident_memory_bytes");

    private final SeriesKind kind;
    private final String unit;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is
    private final List<String> names;

    ServerMetric(SeriesKind kind, String unit, String... names) {
        this.kind = kind;
        this.unit = unit;
        this.names = List.of(names);
    }

    /** What it is called in files, as in {@code kv_cache_use}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one of an {@link #id}; empty if there is none. */
    public static Optional<ServerMetric> of(String id) {
        return Stream.of(values()).filter(each -> each.id().equals(id)).findFirst();
    }

    /** What its numbers are. */
    public SeriesKind kind() {
        return kind;
    }

    /** What its numbers, or the sum of its histogram, are in. */
    public String unit() {
        return unit;
    }

    /** What servers call it, the first to be preferred. */
    public List<String> names() {
        return names;
    }
}
