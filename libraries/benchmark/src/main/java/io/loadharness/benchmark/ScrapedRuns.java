package io.loadharness.benchmark;

import io.loadharness.inference.RequestObserver;
import io.loadharness.record.RunClock;
import io.loadharness.report.RunFolder;
import io.loadharness.servermetrics.ScrapeSummary;
import io.loadharness.servermetrics.Scraper;
import io.loadharness.servermetrics.Scraping;
import io.loadharness.servermetrics.Window;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Asks the servers of a command for their metrics in each of its runs. For the thread that runs them; its owner closes it. */
final class ScrapedRuns implements RunCompanion, AutoCloseable {

    private final Scraper scraper;
    private RunClock clock;
    private Scraping scraping;

    /** Takes over the scraper. */
    ScrapedRuns(Scraper scraper) {
        this.scraper = scraper;
    }

    @Override
    public RequestObserver begin(RunFolder folder, RunClock runs) {
        clock = runs;
        scraping = scraper.start(folder.serverMetrics(), runs);
        return RequestObserver.NONE;
    }

    @Override
    public Notes end(Optional<RunResult> run) {
        if (run.isEmpty()) {
            scraping.abandon();
            return Notes.NONE;
        }
        ScrapeSummary summary = scraping.end(window(run.get()));
        return new Notes(List.of(summary.sentence()), List.of(), Optional.empty());
    }

    /** LoadGen tells by the wall clock what it measured. */
    private Optional<Window> window(RunResult run) {
        return run.testResult()
                .flatMap(result -> result.log().powerWindow())
                .map(power -> new Window(
                        Duration.between(clock.started(), power.begin()).toNanos(),
                        Duration.between(clock.started(), power.end()).toNanos()));
    }

    @Override
    public void close() {
        scraper.close();
    }
}
