// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import io.loadharness.http.PolledPage;
import io.loadharness.internal.Durations;
import io.loadharness.record.RunClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Scrapes the metrics of servers during consecutive runs. Each run has its own file. Failed scrapes are counted and never stop a run. Not
 * thread-safe. The owner closes the scraper, which closes all sources.
 *
 * <pre>{@code
 * Scraper scraper = Scraper.builder(MetricNames.KNOWN, Duration.ofSeconds(1)).page(endpoint, pages).build();
 * Scraping scraping = scraper.start(Path.of("run/server-metrics.jsonl"), recorder.clock());
 * // run
 * System.out.println(scraping.end(Optional.empty()).sentence());
 * }</pre>
 */
public final class Scraper implements AutoCloseable {

    private final Duration interval;
    private final MetricNames names;
    private final List<Probe> probes;
    private final String description;

    private Scraper(Builder builder) {
        interval = builder.interval;
        names = builder.names;
        probes = List.copyOf(builder.probes);
        description = Stream.of(
                        counted(builder.pages, "endpoint", "endpoints"),
                        counted(builder.processes, "process", "processes"),
                        builder.withDevices ? NvidiaSmi.PROGRAM : "")
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String counted(int count, String one, String many) {
        return count == 0 ? "" : count + " " + (count == 1 ? one : many);
    }

    /**
     * Starts scraping all sources. Returns after the first scrape of each source has ended or timed out.
     *
     * @param file the file to write; an existing file is overwritten
     * @param clock the clock of the times in the file
     */
    public Scraping start(Path file, RunClock clock) {
        Scraping scraping = new Scraping(probes, interval, description, file);
        scraping.begin(clock, names);
        return scraping;
    }

    @Override
    public void close() {
        probes.forEach(Probe::close);
    }

    /**
     * Returns a builder.
     *
     * @param names the metrics to keep
     * @param interval the time between two scrapes of a source; the next scrape of a slow source waits for the end of the previous scrape
     */
    public static Builder builder(MetricNames names, Duration interval) {
        return new Builder(names, interval);
    }

    /** Builder for {@link Scraper}. Not thread-safe. The scraper closes all added sources. */
    public static final class Builder {

        private final MetricNames names;
        private final Duration interval;
        private final List<Probe> probes = new ArrayList<>();
        private int pages;
        private int processes;
        private boolean withDevices;

        private Builder(MetricNames names, Duration interval) {
            this.names = Objects.requireNonNull(names, "names");
            this.interval = Objects.requireNonNull(interval, "interval");
            if (interval.isZero() || interval.isNegative()) {
                throw new IllegalArgumentException(
                        "the scrape interval must be more than zero: got " + Durations.text(interval));
            }
        }

        /**
         * Adds a metrics endpoint in the format of Prometheus or OpenMetrics.
         *
         * @param endpoint the name of the server in the records; empty if the metrics belong to no particular server
         * @param places the URLs to try, the most likely first; at least one
         */
        public Builder page(String endpoint, List<PolledPage> places) {
            probes.add(new PageProbe(endpoint, places, names));
            pages++;
            return this;
        }

        /**
         * Adds the processes of a server.
         *
         * @param name the display name
         * @param endpoint the name of the server in the records
         * @param use the supplier of the current resource usage, which returns empty after the processes have ended
         */
        public Builder process(String name, String endpoint, Supplier<Optional<ProcessSample>> use) {
            probes.add(new ProcessProbe(name, endpoint, use));
            processes++;
            return this;
        }

        /**
         * Adds the NVIDIA GPUs of this machine if {@code nvidia-smi} exists. The program runs from the first scrape until the scraper is
         * closed.
         *
         * @param path the directories to search, in the format of {@code PATH}
         */
        public Builder devices(String path) {
            NvidiaSmi.find(path).ifPresent(program -> {
                probes.add(new NvidiaSmi(program, interval));
                withDevices = true;
            });
            return this;
        }

        /** Returns the scraper. */
        public Scraper build() {
            return new Scraper(this);
        }
    }
}
