// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import io.loadharness.servermetrics.Point;
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
 * A series that the user requested by name, within the window of the run. Metrics that do not apply to the kind of the series, or that are
 * unknown, are empty.
 *
 * @param source the name of the server in the records, or the URL of a metrics endpoint
 * @param name the name of the series in its source
 * @param labels the labels of the series
 * @param gauge the values of a gauge
 * @param counter the increase of a counter; for a histogram, the number of values that it counted within the window
 * @param mean the mean of the values that a histogram counted within the window
 */
public record ExtraSeries(
        String source,
        String name,
        Map<String, String> labels,
        Optional<GaugeSummary> gauge,
        Optional<CounterSummary> counter,
        OptionalDouble mean) {

    /** Returns the name with its labels, in the text format of Prometheus. */
    public String title() {
        return labels.isEmpty()
                ? name
                : labels.entrySet().stream()
                        .map(each -> each.getKey() + "=\"" + each.getValue() + "\"")
                        .collect(Collectors.joining(",", name + "{", "}"));
    }

    /** Returns the requested series that exist, in the order in which they were requested. */
    static List<ExtraSeries> of(ScrapeLog log, Window window) {
        List<ExtraSeries> all = new ArrayList<>();
        for (String name : log.names().additional()) {
            for (Source source : log.sources()) {
                List<Point> scrapes = ServerSampleReader.scrapes(source);
                log.series(source, name).stream()
                        .map(ServerSampleReader::sorted)
                        .filter(series -> !series.points().isEmpty())
                        .forEach(series -> all.add(of(source, series, scrapes, window)));
            }
        }
        return all;
    }

    private static ExtraSeries of(Source source, Series series, List<Point> scrapes, Window window) {
        String sourceName = source.endpoint().isEmpty() ? source.name() : source.endpoint();
        if (series.kind() == SeriesKind.GAUGE) {
            return new ExtraSeries(
                    sourceName,
                    series.name(),
                    series.labels(),
                    GaugeSeries.of(series).within(window),
                    Optional.empty(),
                    OptionalDouble.empty());
        }
        Optional<CounterDelta> delta = CounterSeries.of(series, scrapes).within(window);
        return new ExtraSeries(
                sourceName,
                series.name(),
                series.labels(),
                Optional.empty(),
                delta.map(CounterDelta::counter),
                series.kind() == SeriesKind.HISTOGRAM
                        ? delta.map(CounterDelta::mean).orElse(OptionalDouble.empty())
                        : OptionalDouble.empty());
    }
}
