// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import io.loadharness.inference.InferenceBackend;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The report of a worker about its engine: the body of a REPORTED frame.
 *
 * @param detail the description of the engine; empty if the worker sends none
 * @param warnings the warnings about the responses of the run, one sentence each
 * @param statistics the statistics of the run; the worker defines the names
 */
record EngineReport(String detail, List<String> warnings, Map<String, @Nullable Object> statistics) {

    static final EngineReport NONE = new EngineReport("", List.of(), Map.of());

    private static final int MAX_STATISTICS = 200;

    /**
     * Returns the report of an engine in this process, as the content of a frame.
     *
     * @param repeatedResults the number of results that the engine reported for requests that already had a result
     */
    static Map<String, ?> contentOf(InferenceBackend engine, long repeatedResults) {
        try {
            return Map.of(
                    "detail", engine.health().detail(),
                    "warnings", warnings(engine, repeatedResults),
                    "statistics", engine.engineStatistics());
        } catch (RuntimeException e) { // an error in the report must not end the run
            e.printStackTrace();
            return Map.of("warnings", List.of(engine.name() + " did not report its statistics: " + e));
        }
    }

    private static List<String> warnings(InferenceBackend engine, long repeatedResults) {
        if (repeatedResults == 0) {
            return engine.warnings();
        }
        String repeated = engine.name() + " reported a second result for requests that already had one: "
                + repeatedResults + (repeatedResults == 1 ? " time" : " times")
                + ". Only the first result of a request counts.";
        return Stream.concat(engine.warnings().stream(), Stream.of(repeated)).toList();
    }

    /**
     * Parses the content of a frame.
     *
     * @throws ProtocolException if the content has other types
     */
    static EngineReport of(Map<String, @Nullable Object> content) {
        Object warnings = content.getOrDefault("warnings", List.of());
        Object statistics = content.getOrDefault("statistics", Map.of());
        if (!(warnings instanceof List<?> sentences) || !(statistics instanceof Map<?, ?> values)) {
            throw new ProtocolException(
                    "sent a REPORTED frame in which 'warnings' is not a list or 'statistics' is not an object");
        }
        Map<String, @Nullable Object> byName = new LinkedHashMap<>();
        values.forEach((name, value) -> byName.put(String.valueOf(name), value));
        return new EngineReport(
                FrameJson.text(content, "detail"),
                sentences.stream().map(String::valueOf).toList(),
                byName);
    }

    /** Returns this report with other statistics. */
    EngineReport with(Map<String, @Nullable Object> other) {
        return new EngineReport(detail, warnings, other);
    }

    /** Returns the last known report with a warning that a newer one is missing. */
    EngineReport without(String warning) {
        return new EngineReport(
                detail,
                Stream.concat(warnings.stream(), Stream.of(warning)).distinct().toList(),
                statistics);
    }

    /** Returns statistics as text. The names of nested values are joined by dots. */
    static Map<String, String> asText(Map<String, @Nullable Object> statistics) {
        Map<String, String> all = new LinkedHashMap<>();
        statistics.forEach((name, value) -> add(name, value, all));
        if (all.size() <= MAX_STATISTICS) {
            return all;
        }
        Map<String, String> first = new LinkedHashMap<>();
        all.entrySet().stream().limit(MAX_STATISTICS).forEach(each -> first.put(each.getKey(), each.getValue()));
        first.put("further statistics, not shown", String.valueOf(all.size() - MAX_STATISTICS));
        return first;
    }

    private static void add(String name, @Nullable Object value, Map<String, String> to) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> add(name + "." + key, each, to));
        } else if (value instanceof Collection<?> list) {
            int i = 0;
            for (Object each : list) {
                add(name + "." + i++, each, to);
            }
        } else {
            to.put(name, String.valueOf(value));
        }
    }
}
