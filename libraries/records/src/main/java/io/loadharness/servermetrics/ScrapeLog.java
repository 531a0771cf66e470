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
 * What the servers of a run said of themselves, on the run's clock.
 *
 * @param started when the recording began, by the wall clock; it is that of the run's records
 * @param interval from one scrape of a page to the next
 * @param names which of the series are what
 * @param sources who said something, in a fixed order
 * @param window what LoadGen measured; empty if the run was not LoadGen's, or broke
 * @param complete whether the writer said that this is all; it does not if it was killed
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
     * Reads what a run left. A file that stops in the middle, as one does whose writer was killed, is read up to there.
     *
     * @throws ScrapeException if it is no such file
     */
    public static ScrapeLog read(Path file) throws IOException {
        return new ScrapeReader(file).read();
    }

    /** What a source says of a metric, whatever it calls it; there may be several series, as one for each model, or none. */
    public List<Series> series(Source source, ServerMetric metric) {
        return names.choose(metric, source.series());
    }

    /** What a source says under one of the {@linkplain MetricNames#further further} names. */
    public List<Series> series(Source source, String name) {
        return MetricNames.called(name, source.series());
    }
}
