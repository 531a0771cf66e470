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

/** The options that say whether servers are asked for their metrics while a run goes on, and for which. */
public final class ScrapeOptions {

    @Option(
            names = "--enable-metrics",
            arity = "0..1",
            fallbackValue = "true",
            negatable = true,
            paramLabel = "BOOLEAN",
            description = "Record what the servers say of themselves at their pages for Prometheus, and their machine"
                    + " says of them; --no-enable-metrics does not. Default: if servers are started for the run, or an option is"
                    + " given that begins with --scrape")
    private @Nullable Boolean enabled;

    @Option(names = "--scrape-interval", paramLabel = "TIME", description = "How often they are asked. Default: 1s")
    private @Nullable Duration interval;

    @Option(
            names = "--scrape-metric",
            paramLabel = "NAME",
            description = "Also keep the number of this name. Several times for several numbers.")
    private List<String> metrics = new ArrayList<>();

    @Option(
            names = "--scrape-url",
            paramLabel = "URL",
            description =
                    "Also ask this page, as that of DCGM's exporter; it gets no header and no token. Several times for"
                            + " several pages.")
    private List<String> urls = new ArrayList<>();

    /**
     * Checks the options, and gives them to a benchmark.
     *
     * @throws IllegalArgumentException if one cannot be used
     */
    public void applyTo(Benchmark.Builder benchmark, Endpoints server) {
        boolean isDetailed = interval != null || !metrics.isEmpty() || !urls.isEmpty();
        if (isDetailed && Boolean.FALSE.equals(enabled)) {
            throw new IllegalArgumentException(
                    "--no-enable-metrics and the options that begin with --scrape say the opposite: give one of them");
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
