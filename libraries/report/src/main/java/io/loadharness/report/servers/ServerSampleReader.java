// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.servers;

import io.loadharness.servermetrics.Point;
import io.loadharness.servermetrics.ScrapeLog;
import io.loadharness.servermetrics.Series;
import io.loadharness.servermetrics.ServerMetric;
import io.loadharness.servermetrics.Source;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Groups the sources of a log by server. A server can have two sources: a metrics endpoint, and the process metrics of the operating
 * system.
 */
final class ServerSampleReader {

    /** Metrics of devices. A device does not belong to a single server, and two sources can report the same device. */
    private static final Set<ServerMetric> OF_DEVICES =
            EnumSet.of(ServerMetric.GPU_USE, ServerMetric.GPU_MEMORY, ServerMetric.GPU_POWER);

    private static final Set<ServerMetric> OF_PROCESSES =
            EnumSet.of(ServerMetric.PROCESS_CPU, ServerMetric.PROCESS_MEMORY);

    /** The label that identifies a device in nvidia-smi and the DCGM exporter. */
    private static final String DEVICE = "gpu";

    private final ScrapeLog log;
    private final Map<String, ServerSamples> byName = new LinkedHashMap<>();

    private ServerSampleReader(ScrapeLog log) {
        this.log = log;
    }

    /** Returns the samples of each server, followed by the samples of devices and of metrics endpoints without a known server. */
    static List<ServerSamples> of(ScrapeLog log) {
        ServerSampleReader reader = new ServerSampleReader(log);
        log.sources().stream()
                .sorted(Comparator.comparing(ServerSampleReader::isPage))
                .forEach(reader::add);
        return reader.byName.values().stream()
                .sorted(Comparator.comparing(each -> each.endpoint().isEmpty()))
                .toList();
    }

    /** Returns the device metrics that sources report under different names. Such metrics may be counted twice for the same device. */
    static Set<ServerMetric> duplicates(ScrapeLog log) {
        return OF_DEVICES.stream()
                .filter(metric -> log.sources().stream()
                                .flatMap(source -> log.series(source, metric).stream())
                                .map(Series::name)
                                .distinct()
                                .count()
                        > 1)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ServerMetric.class)));
    }

    /**
     * Returns true for a metrics endpoint. Other sources take precedence: the operating system covers all processes of a server, a metrics
     * endpoint covers only one.
     */
    private static boolean isPage(Source source) {
        return source.name().startsWith("http");
    }

    private void add(Source source) {
        List<Point> scrapes = scrapes(source);
        boolean isExporter = source.endpoint().isEmpty()
                && OF_DEVICES.stream()
                        .anyMatch(each -> !log.series(source, each).isEmpty());
        for (ServerMetric metric : ServerMetric.values()) {
            List<Series> found = log.series(source, metric).stream()
                    .map(ServerSampleReader::sorted)
                    .filter(each -> !each.points().isEmpty())
                    .toList();
            boolean isOwn = isExporter && OF_PROCESSES.contains(metric);
            if (found.isEmpty() || isOwn) {
                continue;
            }
            if (OF_DEVICES.contains(metric)) {
                byDevice(source, found)
                        .forEach((device, series) -> of(device, "").add(metric, series, scrapes));
            } else {
                String name = source.endpoint().isEmpty() ? source.name() : source.endpoint();
                of(name, source.endpoint()).add(metric, found, scrapes);
            }
        }
    }

    private static Map<String, List<Series>> byDevice(Source source, List<Series> found) {
        return found.stream()
                .collect(Collectors.groupingBy(
                        each -> each.labels().containsKey(DEVICE)
                                ? "GPU " + each.labels().get(DEVICE) + ", " + source.name()
                                : source.name(),
                        LinkedHashMap::new,
                        Collectors.toList()));
    }

    /** Returns the series with finite values only, sorted by time. A file that was edited by hand can be out of order. */
    static Series sorted(Series series) {
        List<Point> points = series.points().stream()
                .filter(each -> Double.isFinite(each.value()))
                .sorted(Comparator.comparingLong(Point::nanos))
                .toList();
        return new Series(series.name(), series.labels(), series.kind(), series.bounds(), points);
    }

    private ServerSamples of(String name, String endpoint) {
        return byName.computeIfAbsent(name, each -> ServerSamples.named(each, endpoint));
    }

    /** Returns the times of the scrapes of a source, in order, as points without values. */
    static List<Point> scrapes(Source source) {
        SortedMap<Long, Point> byTime = new TreeMap<>();
        for (Series series : source.series()) {
            for (Point each : series.points()) {
                byTime.computeIfAbsent(each.nanos(), nanos -> new Point(each.sentNanos(), nanos, 0));
            }
        }
        return List.copyOf(byTime.values());
    }
}
