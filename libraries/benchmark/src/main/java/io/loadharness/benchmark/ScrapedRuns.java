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

/** Asks the servers of a command for their metrics in each of its runs. For the thread that runs them; its owner closes it. */
final class ScrapedRuns implements RunCompanion, AutoCloseable {

    private final Scraper scraper;
    private @Nullable Current current;

    /** The scraping of the current run. */
    private record Current(RunClock clock, Scraping scraping) {}

    /** Takes over the scraper. */
    ScrapedRuns(Scraper scraper) {
        this.scraper = scraper;
    }

    @Override
    public RequestObserver begin(RunFolder folder, RunClock runs) {
        current = new Current(runs, scraper.start(folder.serverMetrics(), runs));
        return RequestObserver.NONE;
    }

    @Override
    public Notes end(Optional<RunResult> run) {
        Current asked = Objects.requireNonNull(current, "a run has begun");
        if (run.isEmpty()) {
            asked.scraping().abandon();
            return Notes.NONE;
        }
        ScrapeSummary summary =
                asked.scraping().end(window(run.get(), asked.clock().started()));
        return new Notes(List.of(summary.sentence()), List.of(), Optional.empty());
    }

    /** LoadGen tells by the wall clock what it measured. */
    private static Optional<Window> window(RunResult run, Instant started) {
        return run.testResult()
                .flatMap(result -> result.log().powerWindow())
                .map(power -> new Window(
                        Duration.between(started, power.begin()).toNanos(),
                        Duration.between(started, power.end()).toNanos()));
    }

    @Override
    public void close() {
        scraper.close();
    }
}
