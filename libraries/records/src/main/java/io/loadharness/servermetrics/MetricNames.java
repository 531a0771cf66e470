// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The names of the server metrics to keep, and their assignment to {@link ServerMetric}. Names match with and without the suffix
 * {@code _total}, and a colon matches an underscore. The reason is that servers and proxies write the same name in different ways.
 * Immutable.
 *
 * <pre>{@code
 * MetricNames names = MetricNames.KNOWN.withAdditional(List.of("vllm:num_requests_swapped"));
 * }</pre>
 */
public final class MetricNames {

    static final String TOTAL = "_total";
    static final String SUM = "_sum";
    static final String COUNT = "_count";

    /** Names of useful engine metrics that {@link ServerMetric} does not contain. */
    private static final List<String> EXTRA_NAMES_OF_ENGINES = List.of("""
        vllm:num_requests_swapped vllm:request_inference_time_seconds vllm:request_prefill_time_seconds
        vllm:request_decode_time_seconds vllm:request_prompt_tokens vllm:request_generation_tokens
        vllm:request_max_num_generation_tokens vllm:request_params_n vllm:request_params_max_tokens
        vllm:iteration_tokens_total vllm:external_prefix_cache_hits_total
        vllm:external_prefix_cache_queries_total vllm:mm_cache_hits_total vllm:mm_cache_queries_total
        vllm:corrupted_requests vllm:request_prefill_kv_computed_tokens vllm:kv_block_idle_before_evict_seconds
        vllm:kv_block_lifetime_seconds vllm:kv_block_reuse_gap_seconds vllm:spec_decode_num_draft_tokens_total
        vllm:spec_decode_num_accepted_tokens_total sglang:gen_throughput sglang:num_used_tokens
        sglang:num_retracted_reqs sglang:num_aborted_requests_total sglang:spec_accept_length tgi_request_count
        tgi_request_inference_duration tgi_request_validation_duration tgi_batch_current_max_tokens
        trtllm_request_prefill_time_seconds trtllm_request_decode_time_seconds
        trtllm_request_inference_time_seconds trtllm_request_error_total llamacpp:prompt_seconds_total
        llamacpp:tokens_predicted_seconds_total llamacpp:n_decode_total llamacpp:n_busy_slots_per_decode\
        """.split("\\s+", -1));

    /** The metric names of all known engines. */
    public static final MetricNames KNOWN = new MetricNames(Map.of(), List.of());

    private final Map<ServerMetric, List<String>> byMetric = new EnumMap<>(ServerMetric.class);
    private final List<String> additional;
    private final Set<String> kept = new HashSet<>();

    private MetricNames(Map<ServerMetric, List<String>> added, Collection<String> additional) {
        for (ServerMetric metric : ServerMetric.values()) {
            byMetric.put(
                    metric,
                    Stream.concat(added.getOrDefault(metric, List.of()).stream(), metric.names().stream())
                            .distinct()
                            .toList());
        }
        this.additional = List.copyOf(additional);
        byMetric.values().forEach(names -> names.forEach(this::keep));
        EXTRA_NAMES_OF_ENGINES.forEach(this::keep);
        additional.forEach(this::keep);
    }

    /** Returns these names plus the names of another kind of server. The added names take precedence. */
    public MetricNames with(Map<ServerMetric, List<String>> names) {
        Map<ServerMetric, List<String>> added = new EnumMap<>(byMetric);
        names.forEach((metric, each) ->
                added.merge(metric, each, (known, more) -> Stream.concat(more.stream(), known.stream())
                        .toList()));
        return new MetricNames(added, additional);
    }

    /** Returns these names plus the given names. The given names are also kept, but do not belong to a {@link ServerMetric}. */
    public MetricNames withAdditional(Collection<String> names) {
        List<String> all = new ArrayList<>(additional);
        all.addAll(names);
        return new MetricNames(byMetric, all);
    }

    /** Returns the names of a metric in order of preference. */
    public List<String> of(ServerMetric metric) {
        return Objects.requireNonNull(byMetric.get(metric));
    }

    /** Returns the names that were added by {@link #withAdditional}. */
    public List<String> additional() {
        return additional;
    }

    /** Returns true if a metric is kept. Pass the name of a histogram without the suffixes of its lines, such as {@code _bucket}. */
    public boolean isWanted(String name) {
        return kept.contains(stem(name));
    }

    private void keep(String name) {
        kept.add(stem(name));
        for (String part : List.of(SUM, COUNT)) {
            if (name.endsWith(part)) {
                kept.add(stem(name.substring(0, name.length() - part.length())));
            }
        }
    }

    /** Returns the series of a metric. Uses only the first of its names, in order of preference, for which series exist. */
    List<Series> choose(ServerMetric metric, Collection<Series> series) {
        return of(metric).stream()
                .map(name -> named(name, metric.kind(), series))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** Returns all series with the given name, of any kind. */
    static List<Series> named(String name, Collection<Series> series) {
        return Stream.of(SeriesKind.values())
                .flatMap(kind -> named(name, kind, series).stream())
                .toList();
    }

    private static List<Series> named(String name, SeriesKind kind, Collection<Series> all) {
        String stem = stem(name);
        List<Series> found = new ArrayList<>();
        for (Series each : all) {
            String own = stem(each.name());
            if (each.kind() == kind && own.equals(stem)) {
                found.add(each);
            } else if (each.kind() == SeriesKind.HISTOGRAM && kind == SeriesKind.COUNTER) {
                if (stem.equals(own + SUM)) {
                    found.add(each.sums());
                } else if (stem.equals(own + COUNT)) {
                    found.add(each.counts());
                }
            }
        }
        return found;
    }

    static String stem(String name) {
        String same = name.replace(':', '_');
        return same.endsWith(TOTAL) ? same.substring(0, same.length() - TOTAL.length()) : same;
    }
}
