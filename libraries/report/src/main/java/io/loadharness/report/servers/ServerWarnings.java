// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import io.loadharness.internal.Suggestions;
import io.loadharness.metrics.EndpointMetrics;
import io.loadharness.metrics.RunMetrics;
import io.loadharness.servermetrics.ScrapeLog;
import io.loadharness.servermetrics.Series;
import io.loadharness.servermetrics.ServerMetric;
import io.loadharness.servermetrics.Source;
import io.loadharness.servermetrics.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Warnings about the reliability of server metrics. */
final class ServerWarnings {

    private static final int MAX_REASONS = 3;

    private ServerWarnings() {}

    static List<String> on(
            ScrapeLog log,
            List<ServerSamples> samples,
            Window window,
            RunMetrics metrics,
            List<CounterComparison> agreement,
            ClientSide client) {
        List<String> warnings = new ArrayList<>();
        if (!log.complete()) {
            warnings.add("The file of server metrics is incomplete; the server metrics cover only the recorded part.");
        }
        log.sources().forEach(each -> onSource(log, each, warnings));
        onExtraNames(log, warnings);
        samples.forEach(each -> onRestarts(each, window, warnings));
        withoutMetrics(log, metrics)
                .forEach(each -> warnings.add("No metrics of " + each
                        + " were scraped; the combined server metrics do not include this server."));
        agreement.stream()
                .filter(CounterComparison::isMismatch)
                .map(each -> onMismatch(each, client))
                .forEach(warnings::add);
        return warnings;
    }

    private static void onSource(ScrapeLog log, Source source, List<String> warnings) {
        if (source.failed() > 0) {
            warnings.add(count(source.failed()) + " of " + count(source.scrapes()) + " scrapes of " + source.name()
                    + " failed: " + reasons(source) + ".");
        }
        boolean hasNoMetrics = Stream.of(ServerMetric.values())
                        .allMatch(each -> log.series(source, each).isEmpty())
                && log.names().additional().stream()
                        .allMatch(each -> log.series(source, each).isEmpty());
        if (hasNoMetrics && source.scrapes() > source.failed()) {
            warnings.add(source.name() + " exposes no known metrics.");
        }
    }

    private static void onExtraNames(ScrapeLog log, List<String> warnings) {
        Set<String> available = log.sources().stream()
                .flatMap(each -> each.series().stream())
                .map(Series::name)
                .collect(Collectors.toSet());
        log.names().additional().stream()
                .filter(name -> !available.isEmpty()
                        && log.sources().stream()
                                .allMatch(each -> log.series(each, name).isEmpty()))
                .forEach(name -> warnings.add("No server exposes the requested metric " + name
                        + Suggestions.similar(name, available)
                                .map(known -> "; the most similar recorded metric is " + known)
                                .orElse("")
                        + "."));
    }

    private static String reasons(Source source) {
        Stream<String> most = source.failures().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_REASONS)
                .map(each -> each.getKey() + (source.failures().size() > 1 ? " (" + count(each.getValue()) + ")" : ""));
        int more = source.failures().size() - MAX_REASONS;
        return Stream.concat(
                        most,
                        more > 0 ? Stream.of(more + (more == 1 ? " other reason" : " other reasons")) : Stream.empty())
                .collect(Collectors.joining("; "));
    }

    private static void onRestarts(ServerSamples samples, Window window, List<String> warnings) {
        int restarts = Stream.of(ServerMetric.values())
                .flatMap(each -> samples.delta(each, window).stream())
                .mapToInt(CounterDelta::restarts)
                .max()
                .orElse(0);
        if (restarts > 0) {
            warnings.add(samples.name() + " restarted within the window"
                    + (restarts > 1 ? " " + count(restarts) + " times" : "")
                    + ": its counters were reset, and their increase between the last scrape and the restart is lost.");
        }
    }

    /** Returns the endpoints that received requests but whose metrics were not scraped. */
    private static List<String> withoutMetrics(ScrapeLog log, RunMetrics metrics) {
        Set<String> scraped = log.sources().stream().map(Source::endpoint).collect(Collectors.toSet());
        boolean hasUnassignedPage =
                log.sources().stream().anyMatch(each -> each.endpoint().isEmpty());
        return metrics.endpoints().stream()
                .map(EndpointMetrics::endpoint)
                .filter(each -> !each.isEmpty() && !hasUnassignedPage && !scraped.contains(each))
                .toList();
    }

    private static String onMismatch(CounterComparison each, ClientSide client) {
        String name = Objects.requireNonNull(NAMES.get(each.metric()));
        String counted = "The servers counted " + count(each.servers()) + " " + name + ", the client "
                + count(each.client()) + ": ";
        if (each.servers() < each.client()) {
            return counted
                    + (each.metric() == ServerMetric.PROMPT_TOKENS
                            ? "some servers do not count cached prompt tokens, or the missing tokens were counted"
                            : "the missing " + name + " were counted")
                    + " outside the window, or by a server that was not scraped.";
        }
        return counted
                + (client.failed() > 0 ? "the servers also counted requests that failed on the client, " : "")
                + "other clients sent requests, or requests from before the run were still in flight.";
    }

    private static final Map<ServerMetric, String> NAMES = Map.of(
            ServerMetric.REQUESTS, "requests",
            ServerMetric.PROMPT_TOKENS, "prompt tokens",
            ServerMetric.GENERATION_TOKENS, "generation tokens");

    private static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
