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
import java.util.stream.Collectors;

/** Puts together what the sources of a log say of the same server: its page, and the operating system of its processes. */
final class ReadServers {

    /** What devices say: of nobody's server in particular, and possibly twice. */
    private static final Set<ServerMetric> OF_DEVICES =
            EnumSet.of(ServerMetric.GPU_USE, ServerMetric.GPU_MEMORY, ServerMetric.GPU_POWER);

    private static final Set<ServerMetric> OF_PROCESSES =
            EnumSet.of(ServerMetric.PROCESS_CPU, ServerMetric.PROCESS_MEMORY);

    /** The label by which nvidia-smi and the exporter of DCGM tell devices apart. */
    private static final String DEVICE = "gpu";

    private final ScrapeLog log;
    private final Map<String, ServerSamples> byName = new LinkedHashMap<>();

    private ReadServers(ScrapeLog log) {
        this.log = log;
    }

    /** Each server, and after them what else said something: devices, and pages of no server that the run knows. */
    static List<ServerSamples> of(ScrapeLog log) {
        ReadServers read = new ReadServers(log);
        log.sources().stream().sorted(Comparator.comparing(ReadServers::isPage)).forEach(read::add);
        return read.byName.values().stream()
                .sorted(Comparator.comparing(each -> each.endpoint().isEmpty()))
                .toList();
    }

    /** Metrics that several sources give other names to, and so may say of the same thing. */
    static Set<ServerMetric> doubtful(ScrapeLog log) {
        return OF_DEVICES.stream()
                .filter(metric -> log.sources().stream()
                                .flatMap(source -> log.series(source, metric).stream())
                                .map(Series::name)
                                .distinct()
                                .count()
                        > 1)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ServerMetric.class)));
    }

    /** The operating system knows all processes of a server, its page only one: what is no page comes first. */
    private static boolean isPage(Source source) {
        return source.name().startsWith("http");
    }

    private void add(Source source) {
        long[] scrapes = scrapes(source);
        boolean isExporter = source.endpoint().isEmpty()
                && OF_DEVICES.stream()
                        .anyMatch(each -> !log.series(source, each).isEmpty());
        for (ServerMetric metric : ServerMetric.values()) {
            List<Series> said = log.series(source, metric).stream()
                    .map(ReadServers::inOrder)
                    .filter(each -> !each.points().isEmpty())
                    .toList();
            boolean isOwn = isExporter && OF_PROCESSES.contains(metric);
            if (said.isEmpty() || isOwn) {
                continue;
            }
            if (OF_DEVICES.contains(metric)) {
                byDevice(source, said)
                        .forEach((device, series) -> of(device, "").add(metric, series, scrapes));
            } else {
                String name = source.endpoint().isEmpty() ? source.name() : source.endpoint();
                of(name, source.endpoint()).add(metric, said, scrapes);
            }
        }
    }

    private static Map<String, List<Series>> byDevice(Source source, List<Series> said) {
        return said.stream()
                .collect(Collectors.groupingBy(
                        each -> each.labels().containsKey(DEVICE)
                                ? "GPU " + each.labels().get(DEVICE) + ", " + source.name()
                                : source.name(),
                        LinkedHashMap::new,
                        Collectors.toList()));
    }

    /** A file that was edited by hand may go back in time. */
    static Series inOrder(Series series) {
        List<Point> points = series.points().stream()
                .filter(each -> Double.isFinite(each.value()))
                .sorted(Comparator.comparingLong(Point::nanos))
                .toList();
        return new Series(series.name(), series.labels(), series.kind(), series.bounds(), points);
    }

    private ServerSamples of(String name, String endpoint) {
        return byName.computeIfAbsent(name, each -> ServerSamples.named(each, endpoint));
    }

    static long[] scrapes(Source source) {
        return source.series().stream()
                .flatMap(each -> each.points().stream())
                .mapToLong(Point::nanos)
                .sorted()
                .distinct()
                .toArray();
    }
}
