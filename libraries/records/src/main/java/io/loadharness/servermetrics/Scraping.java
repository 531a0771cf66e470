// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import io.loadharness.record.RunClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Scrapes all sources during one run. Each source has its own thread, so that a slow source does not delay the others. The caller of
 * {@link Scraper#start} must call {@link #end} or {@link #abandon} once.
 */
public final class Scraping {

    /**
     * Maximum number of failure messages that are counted separately, because a server may send a different message each time. All other
     * failures are counted together.
     */
    private static final int MAX_REASONS = 20;

    private static final String OTHERS = "other reasons";

    private final List<Probe> probes;
    private final Duration interval;
    private final String description;
    private final Path file;
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch firstScrapes;
    private final CountDownLatch ending = new CountDownLatch(1);
    private final Map<String, Long> failures = new HashMap<>();
    private @Nullable ScrapeWriter writer;
    private @Nullable String trouble;
    private long scrapes;

    Scraping(List<Probe> probes, Duration interval, String description, Path file) {
        this.probes = probes;
        this.interval = interval;
        this.description = description;
        this.file = file;
        this.firstScrapes = new CountDownLatch(probes.size());
    }

    void begin(RunClock clock, MetricNames names) {
        put(() -> {
            ScrapeWriter opened = new ScrapeWriter(file, clock, interval, names);
            writer = opened;
            for (Probe each : probes) {
                int source = opened.source(each.name(), each.endpoint());
                Thread thread = new Thread(() -> scrapeUntilEnd(source, each), "loadharness-scrape-" + source);
                thread.setDaemon(true);
                threads.add(thread);
            }
        });
        if (trouble == null) {
            threads.forEach(Thread::start);
            await(firstScrapes);
        }
    }

    /** Scrapes all sources one last time and closes the file. Returns when the last scrapes have ended or timed out. */
    public ScrapeSummary end(Optional<Window> window) {
        stop();
        put(() -> {
            if (window.isPresent()) {
                writer().window(window.get());
            }
            writer().end();
        });
        return close();
    }

    /** Stops scraping and deletes the file. Called if the run was not started. */
    public void abandon() {
        stop();
        close();
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // the caller reports the error that prevented the run
        }
    }

    private void stop() {
        ending.countDown();
        for (Thread each : threads) {
            boolean interrupted = false;
            while (each.isAlive()) {
                try {
                    each.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized ScrapeSummary close() {
        try {
            if (writer != null) {
                writer.close();
            }
        } catch (IOException e) {
            trouble(e);
        }
        return new ScrapeSummary(description, scrapes, failures, Optional.ofNullable(trouble));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void scrapeUntilEnd(int source, Probe probe) {
        try {
            boolean last;
            do {
                long start = System.nanoTime();
                scrape(source, probe);
                firstScrapes.countDown();
                last = ending.await(untilNext(start), TimeUnit.NANOSECONDS);
            } while (!last);
            scrape(source, probe);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns the time until the next scrape. The time is random, between 75 % and 125 % of the interval, because a fixed interval would
     * always sample a periodic load at the same phase. If a scrape took longer than this time, the missed scrapes are skipped.
     */
    private long untilNext(long start) {
        long gap = (long) (interval.toNanos() * ThreadLocalRandom.current().nextDouble(0.75, 1.25));
        return gap - (System.nanoTime() - start) % gap;
    }

    private void scrape(int source, Probe probe) {
        try {
            Probe.Result result = probe.poll();
            put(() -> {
                scrapes++;
                writer().scraped(source, result);
            });
        } catch (IOException e) {
            failed(source, probe, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            failed(source, probe, e.toString());
        }
    }

    private void failed(int source, Probe probe, String why) {
        put(() -> {
            String reason = probe.name() + ": " + why;
            boolean isOverflow = failures.size() >= MAX_REASONS && !failures.containsKey(reason);
            scrapes++;
            failures.merge(isOverflow ? OTHERS : reason, 1L, Long::sum);
            writer().failed(source, System.nanoTime(), why);
        });
    }

    /** A write to the file. */
    @FunctionalInterface
    private interface Step {
        void write() throws IOException;
    }

    /** Executes a write. After a failed write, does nothing, because the file may end in the middle of a line. */
    private synchronized void put(Step step) {
        if (trouble != null) {
            return;
        }
        try {
            step.write();
        } catch (IOException e) {
            trouble(e);
        }
    }

    /** Returns the writer. The write that opens the file must have succeeded. */
    private ScrapeWriter writer() {
        return Objects.requireNonNull(writer);
    }

    private void trouble(IOException e) {
        trouble = file + " cannot be written: " + e.getMessage();
        ending.countDown();
    }
}
