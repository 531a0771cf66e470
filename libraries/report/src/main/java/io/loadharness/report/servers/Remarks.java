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

/** What a reader has to know before relying on what servers said. */
final class Remarks {

    private static final int MOST_REASONS = 3;

    private Remarks() {}

    static List<String> on(
            ScrapeLog log,
            List<ServerSamples> read,
            Window window,
            RunMetrics metrics,
            List<Agreement> agreement,
            ClientSide client) {
        List<String> remarks = new ArrayList<>();
        if (!log.complete()) {
            remarks.add(
                    "The recording of the servers' metrics was cut: what is shown of them is of what was written by then.");
        }
        log.sources().forEach(each -> onSource(log, each, remarks));
        onFurther(log, remarks);
        read.forEach(each -> onRestarts(each, window, remarks));
        unread(log, metrics)
                .forEach(each -> remarks.add(
                        "Of " + each + " no metrics are known: what is shown of all servers is without it."));
        agreement.stream()
                .filter(Agreement::isDoubtful)
                .map(each -> onDoubt(each, client))
                .forEach(remarks::add);
        return remarks;
    }

    private static void onSource(ScrapeLog log, Source source, List<String> remarks) {
        if (source.failed() > 0) {
            remarks.add(count(source.failed()) + " of " + count(source.scrapes()) + " scrapes of " + source.name()
                    + " failed: " + reasons(source) + ".");
        }
        boolean silent = Stream.of(ServerMetric.values())
                        .allMatch(each -> log.series(source, each).isEmpty())
                && log.names().further().stream()
                        .allMatch(each -> log.series(source, each).isEmpty());
        if (silent && source.scrapes() > source.failed()) {
            remarks.add(source.name() + " says nothing that has a place here.");
        }
    }

    private static void onFurther(ScrapeLog log, List<String> remarks) {
        Set<String> said = log.sources().stream()
                .flatMap(each -> each.series().stream())
                .map(Series::name)
                .collect(Collectors.toSet());
        log.names().further().stream()
                .filter(name -> !said.isEmpty()
                        && log.sources().stream()
                                .allMatch(each -> log.series(each, name).isEmpty()))
                .forEach(name -> remarks.add(
                        "Nobody says anything of " + name + ", which was asked for; the nearest that was kept is "
                                + Suggestions.nearest(name, said) + "."));
    }

    private static String reasons(Source source) {
        Stream<String> most = source.failures().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_REASONS)
                .map(each -> each.getKey() + (source.failures().size() > 1 ? " (" + count(each.getValue()) + ")" : ""));
        int more = source.failures().size() - MOST_REASONS;
        return Stream.concat(
                        most,
                        more > 0
                                ? Stream.of(more + (more == 1 ? " further reason" : " further reasons"))
                                : Stream.empty())
                .collect(Collectors.joining("; "));
    }

    private static void onRestarts(ServerSamples read, Window window, List<String> remarks) {
        int restarts = Stream.of(ServerMetric.values())
                .flatMap(each -> read.delta(each, window).stream())
                .mapToInt(CounterDelta::restarts)
                .max()
                .orElse(0);
        if (restarts > 0) {
            remarks.add(read.name() + " counted from zero anew within the window: it was started anew"
                    + (restarts > 1 ? ", " + count(restarts) + " times" : "")
                    + ", and what it counted between the last scrape before that and its end is lost.");
        }
    }

    /** Endpoints that got requests, and of which no source tells. */
    private static List<String> unread(ScrapeLog log, RunMetrics metrics) {
        Set<String> read = log.sources().stream().map(Source::endpoint).collect(Collectors.toSet());
        boolean anybodys =
                log.sources().stream().anyMatch(each -> each.endpoint().isEmpty());
        return metrics.endpoints().stream()
                .map(EndpointMetrics::endpoint)
                .filter(each -> !each.isEmpty() && !anybodys && !read.contains(each))
                .toList();
    }

    private static String onDoubt(Agreement each, ClientSide client) {
        String what = Objects.requireNonNull(WHAT.get(each.metric()));
        String counted = "The servers counted " + count(each.servers()) + " " + what + ", the client "
                + count(each.client()) + ": ";
        if (each.servers() < each.client()) {
            return counted
                    + (each.metric() == ServerMetric.PROMPT_TOKENS
                            ? "some were found in a cache, and not every server counts those, or were counted"
                            : "some were counted")
                    + " before or after the window, or by a server that is not read here.";
        }
        return counted
                + (client.failed() > 0 ? "the requests that failed for the client, " : "")
                + "somebody else used them, or they still worked on what came before the run.";
    }

    private static final Map<ServerMetric, String> WHAT = Map.of(
            ServerMetric.REQUESTS, "requests",
            ServerMetric.PROMPT_TOKENS, "tokens of prompts",
            ServerMetric.GENERATION_TOKENS, "tokens of answers");

    private static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
