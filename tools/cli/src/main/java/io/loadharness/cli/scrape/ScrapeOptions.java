// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.scrape;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.ServerMetricsOptions;
import io.loadharness.benchmark.endpoint.Endpoints;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for scraping the metrics of servers during a run. */
public final class ScrapeOptions {

    @Option(
            names = "--enable-metrics",
            arity = "0..1",
            fallbackValue = "true",
            negatable = true,
            paramLabel = "BOOLEAN",
            description =
                    "Record the Prometheus metrics of the servers, and the CPU and GPU use of their machine, during"
                            + " the run. --no-enable-metrics turns the recording off. Default: on if the command starts"
                            + " the servers or if an option is given whose name starts with --scrape, otherwise off")
    private @Nullable Boolean enabled;

    @Option(
            names = "--scrape-interval",
            paramLabel = "TIME",
            description = "Time between two scrapes of a server, for example 500ms. Default: 1s")
    private @Nullable Duration interval;

    @Option(
            names = "--scrape-metric",
            paramLabel = "NAME",
            description =
                    "Name of an additional metric to record, for example vllm:num_preemptions_total. May be repeated.")
    private List<String> metrics = new ArrayList<>();

    @Option(
            names = "--scrape-url",
            paramLabel = "URL",
            description = "URL of an additional metrics endpoint to scrape, for example http://host:9400/metrics of the"
                    + " DCGM exporter. Requests to this endpoint contain neither the headers nor the bearer"
                    + " token of the run. May be repeated.")
    private List<String> urls = new ArrayList<>();

    /**
     * Checks the options and passes them to a benchmark.
     *
     * @throws IllegalArgumentException if an option cannot be used
     */
    public void applyTo(Benchmark.Builder benchmark, Endpoints server) {
        boolean isDetailed = interval != null || !metrics.isEmpty() || !urls.isEmpty();
        if (isDetailed && Boolean.FALSE.equals(enabled)) {
            throw new IllegalArgumentException(
                    "--no-enable-metrics and the options --scrape-... contradict each other: give only one of them");
        }
        benchmark.devicePath(Objects.requireNonNullElse(System.getenv("PATH"), ""));
        if (isDetailed) {
            enabled = true;
        }
        if (Boolean.TRUE.equals(enabled)) {
            ServerMetricsOptions options = new ServerMetricsOptions(
                    interval == null ? ServerMetricsOptions.DEFAULTS.interval() : interval, metrics, urls);
            options.checkPages(server);
            benchmark.serverMetrics(options);
        } else if (enabled != null) {
            benchmark.serverMetrics(false);
        }
    }
}
