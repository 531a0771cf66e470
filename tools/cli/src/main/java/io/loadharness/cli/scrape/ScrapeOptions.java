package io.loadharness.cli.scrape;

import io.loadharness.cli.servers.StartedServers;
import io.loadharness.cli.target.ServerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The options that say whether servers are asked for their metrics while a run goes on, and for which. */
public final class ScrapeOptions {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
    private static final Duration USUALLY = Duration.ofSeconds(1);
    private static final Duration SHORTEST = Duration.ofMillis(10);

    @Option(
            names = "--enable-metrics",
            arity = "0..1",
            fallbackValue = "true",
            negatable = true,
            paramLabel = "BOOLEAN",
            description = "Record what the servers say of themselves at their pages for Prometheus, and their machine"
                    + " says of them; --no-enable-metrics does not. Default: if servers are started for the run, or an option is"
                    + " given that begins with --scrape")
    private Boolean enabled;

    @Option(names = "--scrape-interval", paramLabel = "TIME", description = "How often they are asked. Default: 1s")
    private Duration interval;

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
     * Checks what can be checked before servers are asked.
     *
     * @throws IllegalArgumentException if something cannot be meant
     */
    public void check(ServerOptions server) {
        boolean isDetailed = interval != null || !metrics.isEmpty() || !urls.isEmpty();
        if (isDetailed && Boolean.FALSE.equals(enabled)) {
            throw new IllegalArgumentException(
                    "--no-enable-metrics and the options that begin with --scrape say the opposite: give one of them");
        }
        if (isDetailed) {
            enabled = true;
        }
        if (interval != null && interval.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("--scrape-interval must be at least 10ms");
        }
        for (String each : metrics) {
            if (!NAME.matcher(each).matches()) {
                throw new IllegalArgumentException("--scrape-metric '" + each
                        + "' is no name of a number: write it as the page does, without labels, as in"
                        + " vllm:num_requests_running");
            }
        }
        for (String each : urls) {
            try {
                server.foreignPage(each, MetricPages.PATH, MetricPages.FORMATS).close();
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--scrape-url: " + e.getMessage(), e);
            }
        }
    }

    /** Who asks the servers in each run; null if nobody shall. The caller closes it. */
    public ScrapedRuns open(ServerOptions server, StartedServers started) {
        boolean isAsked = enabled != null ? enabled : started.backend().isPresent();
        return isAsked
                ? new ScrapedRuns(
                        new MetricPages(server, started).open(interval == null ? USUALLY : interval, metrics, urls))
                : null;
    }
}
