// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.metrics.LatencyBreakdown;
import io.loadharness.report.RunDescription;
import io.loadharness.report.RunReport;
import io.loadharness.report.servers.LatencySummary;
import io.loadharness.report.servers.ServerReport;
import io.loadharness.servermetrics.ServerMetric;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The latencies of a recorded run, divided into phases, and the facts that are necessary to interpret a difference from another run.
 *
 * @param times the phases of the completed requests
 * @param target the kind of the measured system
 * @param model the name of the model, without folder and extension; empty if unknown
 * @param data the name of the data set and its number of samples
 * @param load the load as text
 * @param serverMeans the means that the servers themselves measured for the same requests, in nanoseconds
 */
public record RecordedPhases(
        LatencyBreakdown times,
        Target target,
        String model,
        String data,
        String load,
        Map<ServerMetric, Double> serverMeans) {

    /** Kinds of measured systems. */
    public enum Target {
        /** Servers over HTTP. */
        SERVERS,
        /** Engines without a server. */
        ENGINES,
        /** Servers and engines together. */
        BOTH
    }

    /** The maximum difference between the numbers of requests that client and servers count, as a share. */
    private static final double TOLERATED = 0.01;

    public RecordedPhases {
        Objects.requireNonNull(times, "times");
        Objects.requireNonNull(target, "target");
        serverMeans = Map.copyOf(serverMeans);
    }

    static RecordedPhases of(RunReport report, LatencyBreakdown times) {
        RunDescription run = report.description();
        Target target = target(run);
        return new RecordedPhases(
                times,
                target,
                modelName(run),
                run.dataset() + " (" + run.samples() + " samples)",
                run.load(),
                target == Target.SERVERS
                        ? report.servers()
                                .map(each -> means(each, times.count()))
                                .orElse(Map.of())
                        : Map.of());
    }

    private static Target target(RunDescription run) {
        if (run.dialect().isEmpty()) {
            return Target.ENGINES;
        }
        return run.endpoints().stream().allMatch(each -> each.startsWith("http")) ? Target.SERVERS : Target.BOTH;
    }

    /** Returns the name that the servers use or, for engines, the name in the options. */
    private static String modelName(RunDescription run) {
        String name = run.model().isEmpty() ? modelOf(run.settings()) : run.model();
        return name.substring(name.lastIndexOf('/') + 1)
                .replaceFirst("\\.(gguf|onnx)$", "")
                .toLowerCase(Locale.ROOT);
    }

    /** Returns the model of an engine, which can be an option of the engine or of the command of a worker; empty if there is none. */
    static String modelOf(List<RunDescription.Setting> settings) {
        return settings.stream()
                .flatMap(each -> switch (each.name()) {
                    case "--model" -> Stream.of(each.value());
                    case "--engine-option" -> valuesOf("model=", each.value().split(", ?"));
                    case "--engine-command" ->
                        valuesOf(
                                "--model=",
                                each.value()
                                        .replaceAll("--model\\s+", "--model=")
                                        .split("\\s+"));
                    default -> Stream.of();
                })
                .filter(each -> !each.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static Stream<String> valuesOf(String prefix, String... words) {
        return Stream.of(words).filter(each -> each.startsWith(prefix)).map(each -> each.substring(prefix.length()));
    }

    /** Returns the means of the servers that cover the same requests. Warm-up requests and failed requests may be the difference. */
    private static Map<ServerMetric, Double> means(ServerReport servers, long completed) {
        Map<ServerMetric, Double> means = new EnumMap<>(ServerMetric.class);
        for (ServerMetric each :
                new ServerMetric[] {ServerMetric.QUEUE_TIME, ServerMetric.TTFT, ServerMetric.LATENCY}) {
            Optional.ofNullable(servers.combined().latencies().get(each))
                    .filter(known -> Math.abs(known.count() - completed) <= Math.max(1, TOLERATED * completed))
                    .map(LatencySummary::mean)
                    .ifPresent(mean -> means.put(each, mean));
        }
        return means;
    }
}
