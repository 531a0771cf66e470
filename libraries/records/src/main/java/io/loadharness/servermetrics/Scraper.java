// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servermetrics;

import io.loadharness.http.PolledPage;
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
 * Asks servers for their metrics while runs go on, one run after the other, each into a file of its own. What fails is counted and never
 * stops anything. Its owner closes it, and with it the pages. For one thread.
 */
public final class Scraper implements AutoCloseable {

    private final Duration interval;
    private final MetricNames names;
    private final List<Probe> probes;
    private final String words;

    private Scraper(Builder builder) {
        interval = builder.interval;
        names = builder.names;
        probes = List.copyOf(builder.probes);
        words = Stream.of(
                        counted(builder.pages, "page", "pages"),
                        counted(builder.processes, "process", "processes"),
                        builder.withDevices ? NvidiaSmi.PROGRAM : "")
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String counted(int count, String one, String many) {
        return count == 0 ? "" : count + " " + (count == 1 ? one : many);
    }

    /**
     * Asks all for the first time, and from then on; returns when the first answers are there, or are late.
     *
     * @param file what is written, and written over
     * @param clock of which the times in the file are
     */
    public Scraping start(Path file, RunClock clock) {
        Scraping scraping = new Scraping(probes, interval, words, file);
        scraping.begin(clock, names);
        return scraping;
    }

    @Override
    public void close() {
        probes.forEach(Probe::close);
    }

    /**
     * Collects who is asked.
     *
     * @param names what of all that they say is wanted
     * @param interval from one question to the next; the same one is not asked again before it was answered
     */
    public static Builder builder(MetricNames names, Duration interval) {
        return new Builder(names, interval);
    }

    /** Collects who is asked. For one thread; each method returns this builder. What it was given is the scraper's to close. */
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
                throw new IllegalArgumentException("the interval must be more than zero: " + interval);
            }
        }

        /**
         * A page in the format of Prometheus or OpenMetrics.
         *
         * @param endpoint which server of the run it tells of, as records name it; empty for none in particular
         * @param places where it may be, the likeliest first; at least one
         */
        public Builder page(String endpoint, List<PolledPage> places) {
            probes.add(new PageProbe(endpoint, places, names));
            pages++;
            return this;
        }

        /**
         * The processes of a server.
         *
         * @param name what people know them by
         * @param endpoint which server of the run they are
         * @param use what they take now; empty if there are none any more
         */
        public Builder process(String name, String endpoint, Supplier<Optional<ProcessSample>> use) {
            probes.add(new ProcessProbe(name, endpoint, use));
            processes++;
            return this;
        }

        /**
         * NVIDIA's devices of this machine, if there is {@code nvidia-smi}, which runs from the first question to the end.
         *
         * @param path the folders in which it may be, as {@code PATH} has them
         */
        public Builder devices(String path) {
            NvidiaSmi.find(path).ifPresent(program -> {
                probes.add(new NvidiaSmi(program, interval));
                withDevices = true;
            });
            return this;
        }

        /** The scraper. */
        public Scraper build() {
            return new Scraper(this);
        }
    }
}
