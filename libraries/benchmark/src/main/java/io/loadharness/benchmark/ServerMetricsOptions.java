// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.benchmark.endpoint.Endpoints;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Settings of the server metrics that are recorded during runs.
 *
 * @param interval between two requests to a page, at least 10 ms
 * @param furtherMetrics names of metrics to keep besides the known ones, as the page spells them, without labels
 * @param furtherPages URLs of further pages, such as that of DCGM's exporter; they get no header and no token
 */
public record ServerMetricsOptions(Duration interval, List<String> furtherMetrics, List<String> furtherPages) {

    // DEFAULTS is checked by these, which Java initializes in the order of the text
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
    private static final Duration MIN_INTERVAL = Duration.ofMillis(10);

    /** Every second, the known metrics, no further pages. */
    public static final ServerMetricsOptions DEFAULTS =
            new ServerMetricsOptions(Duration.ofSeconds(1), List.of(), List.of());

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if one cannot be used
     */
    public ServerMetricsOptions {
        furtherMetrics = List.copyOf(furtherMetrics);
        furtherPages = List.copyOf(furtherPages);
        if (interval.compareTo(MIN_INTERVAL) < 0) {
            throw new IllegalArgumentException("--scrape-interval must be at least 10ms");
        }
        for (String each : furtherMetrics) {
            if (!NAME.matcher(each).matches()) {
                throw new IllegalArgumentException("--scrape-metric '" + each
                        + "' is no name of a number: write it as the page does, without labels, as in"
                        + " vllm:num_requests_running");
            }
        }
    }

    /**
     * Checks the URLs of the further pages.
     *
     * @throws IllegalArgumentException if one cannot be used
     */
    public void checkPages(Endpoints server) {
        for (String each : furtherPages) {
            try {
                server.foreignPage(each, ServerMetricPlaces.PATH, ServerMetricPlaces.FORMATS)
                        .close();
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--scrape-url: " + e.getMessage(), e);
            }
        }
    }
}
