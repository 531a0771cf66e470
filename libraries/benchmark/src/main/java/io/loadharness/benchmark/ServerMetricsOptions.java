// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.internal.Durations;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Settings for scraping server metrics during runs.
 *
 * <pre>{@code
 * builder.serverMetrics(new ServerMetricsOptions(
 *     Duration.ofMillis(500), List.of("vllm:num_preemptions_total"), List.of("http://localhost:9400/metrics")));
 * }</pre>
 *
 * @param interval the time between two requests to a metrics endpoint; at least 10 ms
 * @param additionalMetrics names of metrics to record in addition to the known metrics, as written by the endpoint, without labels
 * @param additionalPages URLs of additional metrics endpoints, such as DCGM's exporter; requests to these endpoints have no headers and no
 *     token
 */
public record ServerMetricsOptions(Duration interval, List<String> additionalMetrics, List<String> additionalPages) {

    // must precede DEFAULTS, whose constructor uses these constants
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
    private static final Duration MIN_INTERVAL = Duration.ofMillis(10);

    /** The default settings: the known metrics every second, without additional endpoints. */
    public static final ServerMetricsOptions DEFAULTS =
            new ServerMetricsOptions(Duration.ofSeconds(1), List.of(), List.of());

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if a setting is invalid
     */
    public ServerMetricsOptions {
        additionalMetrics = List.copyOf(additionalMetrics);
        additionalPages = List.copyOf(additionalPages);
        if (interval.compareTo(MIN_INTERVAL) < 0) {
            throw new IllegalArgumentException(
                    "the scrape interval must be at least 10ms: got " + Durations.text(interval));
        }
        for (String each : additionalMetrics) {
            if (!NAME.matcher(each).matches()) {
                throw new IllegalArgumentException("the metric name '" + each
                        + "' is invalid: write it as in the response of the metrics endpoint, without labels, such as"
                        + " vllm:num_requests_running");
            }
        }
    }

    /**
     * Checks the URLs of the additional metrics endpoints.
     *
     * @throws IllegalArgumentException if a URL is invalid
     */
    public void checkPages(Endpoints server) {
        for (String each : additionalPages) {
            try {
                server.foreignPage(each, ServerMetricPages.PATH, ServerMetricPages.FORMATS)
                        .close();
            } catch (IllegalArgumentException e) {
                // A password or a query may be secret.
                String shown = each.replaceFirst("//[^/]*@", "//").replaceFirst("[?#].*", "");
                throw new IllegalArgumentException("metrics page " + shown + ": " + e.getMessage(), e);
            }
        }
    }
}
