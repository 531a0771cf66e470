package io.loadharness.cli.run;

import io.loadharness.Scenario;
import io.loadharness.cli.options.Counts;
import io.loadharness.cli.target.ServerUnderTest.Spread;
import io.loadharness.http.Dialect;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.Routing;
import io.loadharness.inference.SampleOrder;
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

    @Option(names = "--weight", paramLabel = "N", description = "For weighted: one for each server, in the same order.")
    private List<Integer> weights = new ArrayList<>();

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description =
                    "The most that each server has at a time, samples or batches; the rest waits here. With --load concurrent, the"
                            + " load itself. Default: no limit, offline 256, or one batch")
    private Integer concurrency;

    @Option(
            names = "--batch-size",
            paramLabel = "N",
            description =
                    "Send up to N samples of a query together: in one request where the dialect takes several prompts"
                            + " (vllm-completions, and openai-completions with --tokenizer or --uncounted). Default: 1")
    private Integer batchSize;

    @Option(
            names = "--order",
            paramLabel = "NAME",
            description = "In which order the samples of a query are sent: issued, dataset or longest-first. Default:"
                    + " issued")
    private SampleOrder order;

    /**
     * Looks whether they have a meaning.
     *
     * @throws IllegalArgumentException if one has none for so many servers, or in none of these loads
     */
    void check(int servers, List<Load> loads) {
        if ((routing == Routing.WEIGHTED) != !weights.isEmpty()) {
            throw new IllegalArgumentException(
                    "--routing weighted and --weight belong together; one of them is missing");
        }
        if (!weights.isEmpty() && weights.size() != servers) {
            throw new IllegalArgumentException("there are " + servers + " servers and " + weights.size()
                    + " weights; give one --weight for each server");
        }
        weights.forEach(SpreadOptions::requireWeight);
        if (concurrency != null) {
            Counts.requireAtLeast(1, "--concurrency", concurrency);
        }
        if (batchSize != null) {
            Counts.requireAtLeast(1, "--batch-size", batchSize);
        }
        if (loads.stream().noneMatch(Load::hasLargeQueries)) {
            requireNone("--batch-size", batchSize, loads.get(0));
            requireNone("--order", order, loads.get(0));
        }
    }

    /** What they say for a load; where its queries have one sample each, they are neither sent together nor in another order. */
    Spread spread(Load load) {
        int together = batchSize == null || !load.hasLargeQueries() ? 1 : batchSize;
        return new Spread(
                routing,
                weights,
                concurrency == null ? usualConcurrency(load, together) : concurrency,
                together,
                order == null || !load.hasLargeQueries() ? SampleOrder.ISSUED : order);
    }

    /** What {@code --concurrency} says, or null. */
    Integer concurrency() {
        return concurrency;
    }

    /** Whether the server counts the tokens of all prompts of a request together, and so not those of each. */
    boolean isCountedTogether(Dialect dialect) {
        return batchSize != null && batchSize > 1 && dialect == Dialect.OPENAI_COMPLETIONS;
    }

    private static void requireWeight(int weight) {
        Counts.requireAtLeast(1, "--weight", weight);
        if (weight > BackendSystemUnderTest.MOST_WEIGHT) {
            throw new IllegalArgumentException(
                    "--weight is " + weight + " and must be at most " + BackendSystemUnderTest.MOST_WEIGHT);
        }
    }

    private static void requireNone(String name, Object value, Load load) {
        if (value != null) {
            throw new IllegalArgumentException(
                    name + " has no meaning in " + load.name() + ", where a query has one sample: leave it out");
        }
    }

    private static int usualConcurrency(Load load, int together) {
        if (together > 1) {
            return 1;
        }
        return load.hasLargeQueries() && load.scenario() == Scenario.OFFLINE ? OFFLINE_CONCURRENCY : Spread.UNLIMITED;
    }
}
