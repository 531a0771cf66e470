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
 * The keys of inference-perf that are not supported: keys that are ignored with a warning, and keys that are rejected. A star matches every
 * entry of a list.
 */
final class ProfileKeys {

    private static final String WORKERS =
            "one process sends all requests: --on local --workers N sends them from N processes";
    private static final String LIFECYCLE = "the files of report.request_lifecycle always have the same content";
    private static final String METRICS =
            "with --enable-metrics, LoadHarness scrapes the servers; it does not query a Prometheus server";
    private static final String FILES = "the names of result files cannot be chosen";
    private static final String GOODPUT = "goodput limits cannot be set by a profile";
    private static final String MULTIMODAL = "the prompts of a profile cannot contain images, videos or audio";
    private static final String SESSIONS = "sessions cannot be run from profiles";
    private static final String ELSEWHERE = "results are stored only on this machine, in storage.local_storage.path";

    /** The ignored keys, with the text of the warning. */
    static final Map<String, String> IGNORED = table(
            entry(WORKERS, "load.num_workers"),
            entry(
                    "the number of requests in flight has no limit: each request is sent at its scheduled start",
                    "load.worker_max_concurrency"),
            entry("only --max-connections limits the number of connections", "load.worker_max_tcp_connections"),
            entry(
                    "the saturation probe of a sweep has no time limit: it ends when all its requests are completed",
                    "load.sweep.timeout"),
            entry("LoadHarness never runs code from a model", "tokenizer.trust_remote_code"),
            entry(
                    LIFECYCLE,
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
                    "the token counts of the server are used, if it returns them",
                    "report.request_lifecycle.use_server_output_tokens"),
            entry(
                    "sessions cannot be run from profiles, so there is no report about them",
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

    /** The rejected keys, with the reason. */
    static final Map<String, String> REJECTED = table(
            entry("the response format cannot be chosen", "api.response_format"),
            entry(GOODPUT, "api.slo_unit", "api.slo_tpot_header", "api.slo_ttft_header", "report.goodput"),
            entry(SESSIONS, "api.session_id_header_key", "api.session_token_header_key"),
            entry("synthetic prompts use built-in words", "data.corpus_file_path"),
            entry("random prompts are sent without a template: use 'api.type: chat'", "data.use_chat_template"),
            entry(
                    "conversations cannot be run from profiles: use --workload=conversations without a profile",
                    "data.shared_prefix.enable_multi_turn_chat"),
            entry(MULTIMODAL, "data.multimodal", "data.shared_prefix.multimodal", "data.visionarena"),
            entry(
                    SESSIONS,
                    "data.otel_trace_replay",
                    "data.weka_trace_replay",
                    "data.conversation_replay",
                    "load.stages.*.concurrent_sessions",
                    "load.stages.*.session_rate",
                    "load.stages.*.num_sessions"),
            entry("only stages with sessions have a timeout, and sessions cannot be run", "load.stages.*.timeout"),
            entry(
                    "failed requests never abort a run, but a run with failed requests is not valid",
                    "circuit_breakers",
                    "load.circuit_breakers"),
            entry(
                    "the load cannot be split over adapters: do one run for each adapter, with its name in"
                            + " server.model_name",
                    "load.lora_traffic_split"),
            entry("set the token of the hub in the environment variable HF_TOKEN", "tokenizer.token"),
            entry(ELSEWHERE, "storage.google_cloud_storage", "storage.simple_storage_service"));

    /** The rejected values, with the reason. */
    static final Map<String, String> REJECTED_VALUES = table(
            entry("the API of Anthropic is not supported", "api.type: anthropic_messages"),
            entry("a run against a mock would measure nothing", "data.type: mock", "server.type: mock"),
            entry(
                    "this data set is not downloaded from the hub: give its file with --dataset-path, without a profile",
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

    /** Returns the warnings about ignored keys of a profile. Throws {@code YamlException} if the profile has a rejected key. */
    static List<String> warnings(YamlMap profile) {
        REJECTED.forEach((path, reason) -> each(profile, parts(path), value -> {
            if (!isOff(value)) {
                throw value.error("is not supported: " + reason);
            }
        }));
        Map<String, String> found = new LinkedHashMap<>();
        IGNORED.forEach((path, reason) -> each(profile, parts(path), value -> {
            typeOf(path).check(value);
            found.merge(reason, value.path(), (before, more) -> before + ", " + more);
        }));
        return found.entrySet().stream()
                .map(each -> each.getValue() + ": " + each.getKey())
                .toList();
    }

    /**
     * Returns the text of a value that must be one of several names.
     *
     * @param supported the supported names
     */
    static String choice(YamlValue value, String... supported) {
        String found = value.text();
        Optional<String> rejected = Optional.ofNullable(REJECTED_VALUES.get(value.path() + ": " + found));
        rejected.ifPresent(reason -> {
            throw value.error("'" + found + "' is not supported: " + reason);
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
        } else if (!path.get(0).equals("*")) {
            value.map(); // throws, because the value must be a map
        }
    }

    /** Returns true if the value switches a feature off, so that the value can be ignored. */
    private static boolean isOff(YamlValue value) {
        if (value.isList()) {
            return value.list().isEmpty();
        }
        return value.isFlag() && !value.flag();
    }

    private static ValueType typeOf(String path) {
        return ValueType.of(path.substring(path.lastIndexOf('.') + 1));
    }

    /** The type of an ignored value. A value of another type is rejected, because it is probably a mistake. */
    private enum ValueType {
        TEXT {
            @Override
            void check(YamlValue value) {
                value.plainText();
            }
        },
        NUMBER {
            @Override
            void check(YamlValue value) {
                value.real();
            }
        },
        NUMBERS {
            @Override
            void check(YamlValue value) {
                (value.isList() ? value.list() : List.of(value)).forEach(YamlValue::real);
            }
        },
        TEXTS {
            @Override
            void check(YamlValue value) {
                (value.isList() ? value.list() : List.of(value)).forEach(YamlValue::plainText);
            }
        },
        FLAG {
            @Override
            void check(YamlValue value) {
                value.flag();
            }
        };

        abstract void check(YamlValue value);

        /** Returns the type of the values of a key. */
        static ValueType of(String key) {
            return switch (key) {
                case "type", "url", "report_file_prefix" -> TEXT;
                case "num_workers",
                        "worker_max_concurrency",
                        "worker_max_tcp_connections",
                        "timeout",
                        "scrape_interval",
                        "max_error_messages" -> NUMBER;
                case "percentiles" -> NUMBERS;
                case "filters" -> TEXTS;
                default -> FLAG;
            };
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
