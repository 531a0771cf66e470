// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.inference.RequestObserver;
import io.loadharness.record.RunClock;
import io.loadharness.report.RunFolder;
import io.loadharness.servermetrics.ScrapeSummary;
import io.loadharness.servermetrics.Scraper;
import io.loadharness.servermetrics.Scraping;
import io.loadharness.servermetrics.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Scrapes the metrics of the servers during each run. Not thread-safe. */
final class ScrapedRuns implements RunSidecar, AutoCloseable {

    private final Scraper scraper;
    private @Nullable Current current;

    /** The scraping of the current run. */
    private record Current(RunClock clock, Scraping scraping) {}

    /** Creates a sidecar, which takes ownership of the scraper. */
    ScrapedRuns(Scraper scraper) {
        this.scraper = scraper;
    }

    @Override
    public RequestObserver start(RunFolder folder, RunClock runs) {
        current = new Current(runs, scraper.start(folder.serverMetrics(), runs));
        return RequestObserver.NONE;
    }

    @Override
    public Notes end(Optional<RunResult> run) {
        Current scraped = Objects.requireNonNull(current, "no run has started");
        if (run.isEmpty()) {
            scraped.scraping().abandon();
            return Notes.NONE;
        }
        ScrapeSummary summary =
                scraped.scraping().end(window(run.get(), scraped.clock().started()));
        return new Notes(List.of(summary.sentence()), List.of(), Optional.empty());
    }

    /** Returns the measured window of a run, relative to the start of the records. LoadGen reports this window in wall-clock time. */
    private static Optional<Window> window(RunResult run, Instant started) {
        return run.testResult()
                .flatMap(result -> result.log().powerWindow())
                .map(power -> new Window(
                        Duration.between(started, power.start()).toNanos(),
                        Duration.between(started, power.end()).toNanos()));
    }

    @Override
    public void close() {
        scraper.close();
    }
}
