// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import io.loadharness.servermetrics.ScrapeLog;
import io.loadharness.servermetrics.Series;
import io.loadharness.servermetrics.SeriesKind;
import io.loadharness.servermetrics.Source;
import io.loadharness.servermetrics.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * A series that the user asked for by its name, within the window of the run. Only the figures of its kind are present, and only if they
 * are known.
 *
 * @param source whose it is: an endpoint as the records have it, or the address of a page
 * @param name what the source calls it
 * @param labels what tells it from others of this name
 * @param level of a gauge
 * @param count of a counter; of a histogram, how many values came
 * @param mean of a histogram, of the values that came
 */
public record ExtraSeries(
        String source,
        String name,
        Map<String, String> labels,
        Optional<GaugeSummary> level,
        Optional<CounterSummary> count,
        OptionalDouble mean) {

    /** The name with its labels, as a page for Prometheus has it. */
    public String title() {
        return labels.isEmpty()
                ? name
                : labels.entrySet().stream()
                        .map(each -> each.getKey() + "=\"" + each.getValue() + "\"")
                        .collect(Collectors.joining(",", name + "{", "}"));
    }

    /** What was asked for and is there, in the order of asking. */
    static List<ExtraSeries> of(ScrapeLog log, Window window) {
        List<ExtraSeries> all = new ArrayList<>();
        for (String name : log.names().further()) {
            for (Source source : log.sources()) {
                long[] scrapes = ReadServers.scrapes(source);
                log.series(source, name).stream()
                        .map(ReadServers::inOrder)
                        .filter(series -> !series.points().isEmpty())
                        .forEach(series -> all.add(of(source, series, scrapes, window)));
            }
        }
        return all;
    }

    private static ExtraSeries of(Source source, Series series, long[] scrapes, Window window) {
        String whose = source.endpoint().isEmpty() ? source.name() : source.endpoint();
        if (series.kind() == SeriesKind.GAUGE) {
            return new ExtraSeries(
                    whose,
                    series.name(),
                    series.labels(),
                    GaugeSeries.of(series).within(window),
                    Optional.empty(),
                    OptionalDouble.empty());
        }
        Optional<CounterDelta> delta = CounterSeries.of(series, scrapes).within(window);
        return new ExtraSeries(
                whose,
                series.name(),
                series.labels(),
                Optional.empty(),
                delta.map(CounterDelta::count),
                series.kind() == SeriesKind.HISTOGRAM
                        ? delta.map(CounterDelta::mean).orElse(OptionalDouble.empty())
                        : OptionalDouble.empty());
    }
}
