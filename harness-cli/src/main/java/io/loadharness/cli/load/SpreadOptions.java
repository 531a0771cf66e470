package io.loadharness.cli.load;

import io.loadharness.Scenario;
import io.loadharness.cli.server.ServerUnderTest.Spread;
import io.loadharness.inference.Routing;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that say how samples go to the servers. */
final class SpreadOptions {

    private static final int OFFLINE_CONCURRENCY = 256;

    @Option(
            names = "--routing",
            paramLabel = "NAME",
            defaultValue = "round-robin",
            description = "Which of many servers gets a sample: round-robin, least-outstanding, weighted or"
                    + " sample-partitioned. Default: ${DEFAULT-VALUE}")
    private Routing routing;

    @Option(names = "--weight", paramLabel = "N", description = "For weighted: one for each --url, in the same order.")
    private List<Integer> weights = new ArrayList<>();

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description =
                    "The most that each server has at a time; the rest waits here. Default: no limit, offline 256")
    private Integer concurrency;

    /**
     * What they say.
     *
     * @throws IllegalArgumentException if that has no meaning for so many servers
     */
    Spread spread(int servers, Scenario scenario) {
        if ((routing == Routing.WEIGHTED) != !weights.isEmpty()) {
            throw new IllegalArgumentException(
                    "--routing weighted and --weight belong together; one of them is missing");
        }
        if (!weights.isEmpty() && weights.size() != servers) {
            throw new IllegalArgumentException("there are " + servers + " servers and " + weights.size()
                    + " weights; give one --weight for each --url");
        }
        if (concurrency != null && concurrency < 1) {
            throw new IllegalArgumentException("--concurrency is " + concurrency + " and must be at least 1");
        }
        int usual = scenario == Scenario.OFFLINE ? OFFLINE_CONCURRENCY : Spread.UNLIMITED;
        return new Spread(routing, weights, concurrency == null ? usual : concurrency);
    }
}
