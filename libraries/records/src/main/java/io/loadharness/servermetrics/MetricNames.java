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
 * Which numbers of a server are wanted, and which of them are what. A name counts with and without {@code _total} at its end, and with an
 * underscore for a colon, because servers and what stands before them do not agree on these. Immutable.
 */
public final class MetricNames {

    static final String TOTAL = "_total";
    static final String SUM = "_sum";
    static final String COUNT = "_count";

    /** What engines say beside the metrics of {@link ServerMetric} and people like to look up. */
    private static final List<String> OF_ENGINES = List.of("""
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

    /** Those of the engines that are known here. */
    public static final MetricNames KNOWN = new MetricNames(Map.of(), List.of());

    private final Map<ServerMetric, List<String>> byMetric = new EnumMap<>(ServerMetric.class);
    private final List<String> further;
    private final Set<String> wanted = new HashSet<>();

    private MetricNames(Map<ServerMetric, List<String>> added, Collection<String> further) {
        for (ServerMetric metric : ServerMetric.values()) {
            byMetric.put(
                    metric,
                    Stream.concat(added.getOrDefault(metric, List.of()).stream(), metric.names().stream())
                            .distinct()
                            .toList());
        }
        this.further = List.copyOf(further);
        byMetric.values().forEach(names -> names.forEach(this::want));
        OF_ENGINES.forEach(this::want);
        further.forEach(this::want);
    }

    /** These, and what a further kind of server calls its metrics, which is preferred. */
    public MetricNames with(Map<ServerMetric, List<String>> names) {
        Map<ServerMetric, List<String>> added = new EnumMap<>(byMetric);
        names.forEach((metric, each) ->
                added.merge(metric, each, (known, more) -> Stream.concat(more.stream(), known.stream())
                        .toList()));
        return new MetricNames(added, further);
    }

    /** These, and names that somebody wants, whatever they are. */
    public MetricNames alsoKeeping(Collection<String> names) {
        List<String> all = new ArrayList<>(further);
        all.addAll(names);
        return new MetricNames(byMetric, all);
    }

    /** What servers call it, the first to be preferred. */
    public List<String> of(ServerMetric metric) {
        return Objects.requireNonNull(byMetric.get(metric));
    }

    /** What somebody wants beside {@link ServerMetric} and what engines are known to say. */
    public List<String> further() {
        return further;
    }

    /** Whether somebody wants a number; of a histogram, the name without what its lines have at their ends. */
    public boolean wants(String name) {
        return wanted.contains(stem(name));
    }

    private void want(String name) {
        wanted.add(stem(name));
        for (String part : List.of(SUM, COUNT)) {
            if (name.endsWith(part)) {
                wanted.add(stem(name.substring(0, name.length() - part.length())));
            }
        }
    }

    /** The series that are a metric: those of the first name that is among them. */
    List<Series> choose(ServerMetric metric, Collection<Series> series) {
        return of(metric).stream()
                .map(name -> called(name, metric.kind(), series))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** The series of a name that somebody wants, whatever they are. */
    static List<Series> called(String name, Collection<Series> series) {
        return Stream.of(SeriesKind.values())
                .flatMap(kind -> called(name, kind, series).stream())
                .toList();
    }

    private static List<Series> called(String name, SeriesKind kind, Collection<Series> all) {
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
