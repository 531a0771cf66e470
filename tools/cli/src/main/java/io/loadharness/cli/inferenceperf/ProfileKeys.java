// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The keys of inference-perf that have no counterpart here: those of which is told what happens instead, and those that are refused. A star
 * is every entry of a list.
 */
final class ProfileKeys {

    private static final String WORKERS = "there are no workers here: one process sends all requests";
    private static final String LIFECYCLE =
            "each stage has its summary and a line for each request in its folder, whatever is chosen here";
    private static final String METRICS =
            "what servers say of themselves is read from their own pages, if --enable-metrics asks for it";
    private static final String FILES = "files here have names of their own";
    private static final String GOODPUT = "goodput is not computed here";
    private static final String MULTIMODAL = "images, videos and sounds are not made up here";
    private static final String SESSIONS = "sessions are not run from profiles";
    private static final String ELSEWHERE = "results stay on this machine, in storage.local_storage.path";

    /** With what happens instead. */
    static final Map<String, String> REMARKED = table(
            entry(WORKERS, "load.num_workers"),
            entry("no number of requests at a time is kept: whatever is due is sent", "load.worker_max_concurrency"),
            entry("there is no limit to connections but --max-connections", "load.worker_max_tcp_connections"),
            entry("the probe of a sweep ends when all of its requests have", "load.sweep.timeout"),
            entry("no code of a model is run here", "tokenizer.trust_remote_code"),
            entry(
                    LIFECYCLE,
                    "report.request_lifecycle.summary",
                    "report.request_lifecycle.per_stage",
                    "report.request_lifecycle.per_request",
                    "report.request_lifecycle.per_request_fields.request",
                    "report.request_lifecycle.per_request_fields.response",
                    "report.request_lifecycle.per_request_fields.response_chunks",
                    "report.request_lifecycle.per_request_fields.info",
                    "report.request_lifecycle.per_request_fields.computed_metrics",
                    "report.request_lifecycle.per_adapter",
                    "report.request_lifecycle.per_adapter_stage",
                    "report.request_lifecycle.percentiles",
                    "report.request_lifecycle.max_error_messages"),
            entry(
                    "tokens are those that the server counts, where it does",
                    "report.request_lifecycle.use_server_output_tokens"),
            entry(
                    "there are no sessions, so there is no report of them",
                    "report.session_lifecycle.summary",
                    "report.session_lifecycle.per_stage",
                    "report.session_lifecycle.per_session"),
            entry(
                    METRICS,
                    "metrics.type",
                    "metrics.prometheus.scrape_interval",
                    "metrics.prometheus.url",
                    "metrics.prometheus.google_managed",
                    "metrics.prometheus.filters",
                    "report.prometheus.summary",
                    "report.prometheus.per_stage"),
            entry(FILES, "storage.local_storage.report_file_prefix"));

    /** With the reason. */
    static final Map<String, String> REFUSED = table(
            entry("the form of answers cannot be chosen here", "api.response_format"),
            entry(GOODPUT, "api.slo_unit", "api.slo_tpot_header", "api.slo_ttft_header", "report.goodput"),
            entry(SESSIONS, "api.session_id_header_key", "api.session_token_header_key"),
            entry("synthetic prompts are made of words that are built in", "data.corpus_file_path"),
            entry("random prompts are sent without a template: take api.type chat", "data.use_chat_template"),
            entry(
                    "turns that wait for the answer before are not run from profiles",
                    "data.shared_prefix.enable_multi_turn_chat"),
            entry(MULTIMODAL, "data.multimodal", "data.shared_prefix.multimodal", "data.visionarena"),
            entry(
                    SESSIONS,
                    "data.otel_trace_replay",
                    "data.weka_trace_replay",
                    "data.conversation_replay",
                    "load.stages.*.concurrent_sessions",
                    "load.stages.*.session_rate",
                    "load.stages.*.num_sessions",
                    "load.stages.*.timeout"),
            entry(
                    "no run is broken off for its failures: one that has any is not valid",
                    "circuit_breakers",
                    "load.circuit_breakers"),
            entry("adapters have no shares here: run once for each, with server.model_name", "load.lora_traffic_split"),
            entry("a token for the hub is the environment variable HF_TOKEN", "tokenizer.token"),
            entry(ELSEWHERE, "storage.google_cloud_storage", "storage.simple_storage_service"));

    /** With the reason. */
    static final Map<String, String> REFUSED_VALUES = table(
            entry("the API of Anthropic is not spoken here", "api.type: anthropic_messages"),
            entry("nothing would be measured", "data.type: mock", "server.type: mock"),
            entry(
                    "this data set is not downloaded from the hub here: run a file of it by --dataset-path, without a profile",
                    "data.type: cnn_dailymail",
                    "data.type: infinity_instruct",
                    "data.type: billsum_conversations"),
            entry(MULTIMODAL, "data.type: visionarena"),
            entry(
                    SESSIONS,
                    "data.type: otel_trace_replay",
                    "data.type: weka_trace_replay",
                    "data.type: conversation_replay",
                    "load.type: trace_session_replay"));

    private ProfileKeys() {}

    /** What is to be told of the keys of a profile that have another meaning here, or none. A refused one is an error. */
    static List<String> remarks(YamlMap profile) {
        REFUSED.forEach((path, reason) -> each(profile, parts(path), value -> {
            if (!isOff(value)) {
                throw value.wrong("is not supported: " + reason);
            }
        }));
        Map<String, String> found = new LinkedHashMap<>();
        REMARKED.forEach((path, reason) -> each(profile, parts(path), value -> {
            take(value);
            found.merge(reason, value.path(), (before, more) -> before + ", " + more);
        }));
        return found.entrySet().stream()
                .map(each -> each.getValue() + ": " + each.getKey())
                .toList();
    }

    /**
     * The text of a key that is one of some, or refused.
     *
     * @param supported those that are not
     */
    static String choice(YamlValue value, String... supported) {
        String found = value.text();
        Optional<String> refused = Optional.ofNullable(REFUSED_VALUES.get(value.path() + ": " + found));
        refused.ifPresent(reason -> {
            throw value.wrong("'" + found + "' is not supported: " + reason);
        });
        return value.oneOf(List.of(supported));
    }

    private static void each(YamlMap map, List<String> path, Consumer<YamlValue> action) {
        map.find(path.get(0)).ifPresent(value -> each(value, path.subList(1, path.size()), action));
    }

    private static void each(YamlValue value, List<String> path, Consumer<YamlValue> action) {
        if (path.isEmpty()) {
            action.accept(value);
        } else if (value.isMap()) {
            each(value.map(), path, action);
        } else if (value.isList() && path.get(0).equals("*")) {
            value.list().forEach(each -> each(each, path.subList(1, path.size()), action));
        }
    }

    /** Switched off, so that nothing is lost. */
    private static boolean isOff(YamlValue value) {
        if (value.isList()) {
            return value.list().isEmpty();
        }
        return value.isFlag() && !value.flag();
    }

    private static void take(YamlValue value) {
        if (value.isList()) {
            value.list().forEach(ProfileKeys::take);
        }
    }

    private static List<String> parts(String path) {
        return List.of(path.split("\\.", -1));
    }

    private static Map<String, String> entry(String reason, String... keys) {
        return List.of(keys).stream()
                .collect(Collectors.toMap(key -> key, key -> reason, (a, b) -> a, LinkedHashMap::new));
    }

    @SafeVarargs
    private static Map<String, String> table(Map<String, String>... entries) {
        Map<String, String> table = new LinkedHashMap<>();
        for (Map<String, String> each : entries) {
            table.putAll(each);
        }
        return Collections.unmodifiableMap(table);
    }
}
