// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The scraped server metrics of a run. The times of the metrics use the same clock as the records of the run.
 *
 * <pre>{@code
 * ScrapeLog log = ScrapeLog.read(Path.of("run/server-metrics.jsonl"));
 * for (Source each : log.sources()) {
 *     System.out.println(each.name() + ": " + log.series(each, ServerMetric.RUNNING));
 * }
 * }</pre>
 *
 * @param started the wall-clock time at the start of the recording, as in the records of the run
 * @param interval the time between two scrapes of a source
 * @param names the metric names
 * @param sources the sources in the order in which they were added to the {@link Scraper}
 * @param window the part of the run that LoadGen measured; empty without LoadGen or if the run failed
 * @param complete true if the file has its end line, false if the writer was killed
 */
public record ScrapeLog(
        Instant started,
        Duration interval,
        MetricNames names,
        List<Source> sources,
        Optional<Window> window,
        boolean complete) {

    public ScrapeLog {
        Objects.requireNonNull(started, "started");
        Objects.requireNonNull(interval, "interval");
        Objects.requireNonNull(names, "names");
        sources = List.copyOf(sources);
        Objects.requireNonNull(window, "window");
    }

    /**
     * Reads the server metrics file of a run. A file can be truncated, for example if the process was killed. In this case, only the
     * complete lines before the truncation are read.
     *
     * @throws ScrapeException if the file is not a server metrics file
     */
    public static ScrapeLog read(Path file) throws IOException {
        return new ScrapeReader(file).read();
    }

    /** Returns the series of a metric in a source. A metric can have several series, such as one for each model. */
    public List<Series> series(Source source, ServerMetric metric) {
        return names.choose(metric, source.series());
    }

    /** Returns the series of a source with the given name, such as one of the {@linkplain MetricNames#additional additional} names. */
    public List<Series> series(Source source, String name) {
        return MetricNames.named(name, source.series());
    }
}
