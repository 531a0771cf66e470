// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.benchmark.Benchmark;
import io.loadharness.cli.options.Counts;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.Routing;
import io.loadharness.inference.SampleOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how samples go to the servers. */
final class SpreadOptions {

    @Option(
            names = "--routing",
            paramLabel = "NAME",
            description = "Which of many servers gets a sample: round-robin, least-outstanding, weighted or"
                    + " sample-partitioned. Default: round-robin")
    private Routing routing = Routing.ROUND_ROBIN;

    @Option(names = "--weight", paramLabel = "N", description = "For weighted: one for each server, in the same order.")
    private List<Integer> weights = new ArrayList<>();

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description =
                    "The most that each server has at a time, samples or batches; the rest waits here. With --load concurrent, the"
                            + " load itself. Default: no limit, offline 256, or one batch")
    private @Nullable Integer concurrency;

    @Option(
            names = "--batch-size",
            paramLabel = "N",
            description =
                    "Send up to N samples of a query together: in one request where the dialect takes several prompts"
                            + " (vllm-completions, and openai-completions with --tokenizer or --uncounted). Default: 1")
    private @Nullable Integer batchSize;

    @Option(
            names = "--order",
            paramLabel = "NAME",
            description = "In which order the samples of a query are sent: issued, dataset or longest-first. Default:"
                    + " issued")
    private @Nullable SampleOrder order;

    /**
     * Checks that they apply.
     *
     * @param hasLargeQueries true if queries of the load have several samples
     * @throws IllegalArgumentException if one does not apply
     */
    void check(int servers, boolean hasLargeQueries, String load) {
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
        if (!hasLargeQueries) {
            requireNone("--batch-size", batchSize, load);
            requireNone("--order", order, load);
        }
    }

    /** Gives the options to a benchmark. */
    void applyTo(Benchmark.Builder benchmark) {
        benchmark.routing(routing).weights(weights);
        if (concurrency != null) {
            benchmark.concurrency(concurrency);
        }
        if (batchSize != null) {
            benchmark.batchSize(batchSize);
        }
        if (order != null) {
            benchmark.order(order);
        }
    }

    /** What {@code --concurrency} says, or null. */
    @Nullable
    Integer concurrency() {
        return concurrency;
    }

    private static void requireWeight(int weight) {
        Counts.requireAtLeast(1, "--weight", weight);
        if (weight > BackendSystemUnderTest.MOST_WEIGHT) {
            throw new IllegalArgumentException(
                    "--weight is " + weight + " and must be at most " + BackendSystemUnderTest.MOST_WEIGHT);
        }
    }

    private static void requireNone(String name, @Nullable Object value, String load) {
        if (value != null) {
            throw new IllegalArgumentException(
                    name + " has no meaning in " + load + ", where a query has one sample: leave it out");
        }
    }
}
