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
 * Servers that are being asked for their metrics, each by a thread of its own, so that one that is slow delays no other. Whoever started it
 * ends it, once.
 */
public final class Scraping {

    /** Of further reasons only how many there were is kept: a server can say something new each time. */
    private static final int MOST_REASONS = 20;

    private static final String OTHERS = "further reasons";

    private final List<Probe> probes;
    private final Duration interval;
    private final String words;
    private final Path file;
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch asked;
    private final CountDownLatch ending = new CountDownLatch(1);
    private final Map<String, Long> failures = new HashMap<>();
    private @Nullable ScrapeWriter writer;
    private @Nullable String trouble;
    private long scrapes;

    Scraping(List<Probe> probes, Duration interval, String words, Path file) {
        this.probes = probes;
        this.interval = interval;
        this.words = words;
        this.file = file;
        this.asked = new CountDownLatch(probes.size());
    }

    void begin(RunClock clock, MetricNames names) {
        put(() -> {
            ScrapeWriter opened = new ScrapeWriter(file, clock, interval, names);
            writer = opened;
            for (Probe each : probes) {
                int source = opened.source(each.name(), each.endpoint());
                Thread thread = new Thread(() -> watch(source, each), "loadharness-scrape-" + source);
                thread.setDaemon(true);
                threads.add(thread);
            }
        });
        if (trouble == null) {
            threads.forEach(Thread::start);
            await(asked);
        }
    }

    /** Asks for the last time, and closes the file; returns when the last answers are there, or are late. */
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

    /** Ends, and deletes the file, because there was no run. */
    public void abandon() {
        stop();
        close();
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // what kept the run from being is what its user has to know
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
        return new ScrapeSummary(words, scrapes, failures, Optional.ofNullable(trouble));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch(int source, Probe probe) {
        try {
            boolean last;
            do {
                long begin = System.nanoTime();
                ask(source, probe);
                asked.countDown();
                last = ending.await(untilNext(begin), TimeUnit.NANOSECONDS);
            } while (!last);
            ask(source, probe);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * An interval after it was asked last, give or take a quarter by chance: what keeps an even beat sees a load that does so too always
     * at the same point. Moments that went by while an answer was waited for are left out.
     */
    private long untilNext(long begin) {
        long gap = (long) (interval.toNanos() * ThreadLocalRandom.current().nextDouble(0.75, 1.25));
        return gap - (System.nanoTime() - begin) % gap;
    }

    private void ask(int source, Probe probe) {
        try {
            Probe.Said said = probe.ask();
            put(() -> {
                scrapes++;
                writer().scraped(source, said.nanos(), said.readings());
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
            boolean isFurther = failures.size() >= MOST_REASONS && !failures.containsKey(reason);
            scrapes++;
            failures.merge(isFurther ? OTHERS : reason, 1L, Long::sum);
            writer().failed(source, System.nanoTime(), why);
        });
    }

    /** What is done to the file. */
    @FunctionalInterface
    private interface Step {
        void take() throws IOException;
    }

    /** Does nothing more to a file that cannot be written: what follows would be behind half a line. */
    private synchronized void put(Step step) {
        if (trouble != null) {
            return;
        }
        try {
            step.take();
        } catch (IOException e) {
            trouble(e);
        }
    }

    /** Steps that follow the first one find it open. */
    private ScrapeWriter writer() {
        return Objects.requireNonNull(writer);
    }

    private void trouble(IOException e) {
        trouble = file + " cannot be written: " + e.getMessage();
        ending.countDown();
    }
}
